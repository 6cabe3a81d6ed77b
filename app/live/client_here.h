// A client of a live run that runs in the lab's own process and loop.
#pragma once

#include <utility>
#include <vector>

#include "app/live/live_client.h"
#include "app/live/run_client.h"

namespace locklab::app {

class ClientHere final : public RunClient {
 public:
  ClientHere(ClientId self, const Surroundings& around, sim::ClientProgram program,
             sim::Clock clock)
      : client_(self, around, std::move(program), clock) {}

  std::optional<LiveProblem> connect(const std::vector<NodeId>& nodes) override {
    client_.wire().connect(nodes);
    return std::nullopt;
  }
  bool connected() const override { return client_.wire().connected(); }
  std::optional<std::pair<NodeId, Reply>> lost_connection() const override {
    return client_.wire().lost_connection();
  }
  void start() override { client_.start(); }
  bool crash(sim::FaultToken token) override { return client_.crash(token); }
  bool pause(sim::FaultToken token, std::int64_t for_us) override {
    return client_.pause(token, for_us);
  }
  bool resume(sim::FaultToken token) override { return client_.resume(token); }
  bool jump(sim::FaultToken token, std::int64_t by_us) override {
    return client_.jump(token, by_us);
  }
  bool drift(sim::FaultToken token, std::int64_t ppm) override { return client_.drift(token, ppm); }
  bool foreign_release() override { return client_.foreign_release(); }
  bool crashed() const override { return client_.crashed(); }
  bool paused() const override { return client_.paused(); }
  bool done() const override { return client_.done(); }

 private:
  LiveClient client_;
};

}  // namespace locklab::app

// Creates and connects the clients of a live world.
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "app/live/clients/client_stand_in.h"
#include "app/live/clients/live_client.h"
#include "app/live/clients/run_client.h"
#include "app/live/live_limits.h"
#include "app/live/run/live_world.h"
#include "app/live/servers/named_servers.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr Duration connect_patience = 2s;
constexpr Duration process_patience = 10s;  // processes have to start first

/// A client in the lab's own process and loop.
class InProcessClient final : public RunClient {
 public:
  InProcessClient(ClientId self, const Surroundings& around, sim::ClientProgram program,
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
  sim::NoEffect strike(const sim::Fault& fault, sim::FaultToken token) override {
    return client_.strike(fault, token);
  }
  sim::NoEffect resume(sim::FaultToken token) override { return client_.resume(token); }
  bool crashed() const override { return client_.crashed(); }
  bool paused() const override { return client_.paused(); }
  bool done() const override { return client_.done(); }

 private:
  LiveClient client_;
};

}  // namespace

void LiveWorld::make_clients() {
  const Surroundings around{.loop = &loop_,
                            .record = &record_,
                            .nodes = &servers_.endpoints,
                            .login = &servers_.login,
                            .resource = &resource_link_,
                            .ways = &proxy_,
                            .frames = &frames_,
                            .routes = &routes_};
  const ClientStandIn::Around around_process{
      loop_, record_, proxy_, resource_link_, *servers_.janitor, routes_, lateness_};
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    const sim::ClientSpec& spec = scenario_.clients[c];
    const auto self = static_cast<ClientId>(c);
    sim::ClientProgram program = sim::program_of(scenario_, spec);
    const sim::Clock clock(us(spec.clock_offset), spec.drift_ppm);
    if (servers_.processes) {
      clients_.push_back(std::make_unique<ClientStandIn>(
          spec.name,
          ClientSetting{
              self, servers_.endpoints, servers_.login, std::move(program), clock, {}, {}},
          around_process));
    } else {
      clients_.push_back(
          std::make_unique<InProcessClient>(self, around, std::move(program), clock));
    }
  }
}

/// Connects all clients before anything is sent, as in the simulator: a command recorded as sent to
/// a server that was not yet reached would be misleading.
std::optional<LiveProblem> LiveWorld::connect_clients() {
  if (servers_.endpoints.empty() && !servers_.processes) return std::nullopt;
  for (std::size_t c = 0; c < clients_.size(); ++c)
    if (auto problem = clients_[c]->connect(first_reached(scenario_.clients[c]))) return problem;
  bool too_late = false;
  redis::Alarm time_limit([&] { too_late = true; });
  const Duration patience = servers_.processes ? process_patience : connect_patience;
  ring_in(time_limit, patience);
  const auto connected = [](const auto& client) { return client->connected(); };
  std::size_t done = 0;
  while (done < clients_.size() && !too_late && !problem_) {
    loop_.run_once();
    while (done < clients_.size() && connected(clients_[done])) ++done;
  }
  if (problem_) return problem_;
  for (std::size_t c = 0; c < clients_.size(); ++c) {
    if (const auto lost = clients_[c]->lost_connection())
      return unreachable(servers_.fleet, index(lost->first), servers_.endpoints[index(lost->first)],
                         lost->second);
    if (clients_[c]->crashed())
      return LiveProblem{say("the process of {} has ended before the run began",
                             printable(scenario_.clients[c].name)),
                         raise_limit()};
  }
  if (too_late)
    return LiveProblem{say("the servers did not take {} connections within {} s", clients_.size(),
                           std::chrono::duration_cast<std::chrono::seconds>(patience).count()),
                       say("try again on a machine that is less busy, or with fewer clients")};
  return std::nullopt;
}

}  // namespace locklab::app

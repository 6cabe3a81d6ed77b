// Real servers and one live client, for tests of the connection to live Redis.
#pragma once

#include <gtest/gtest.h>
#include <uv.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/live/clients/live_client.h"
#include "app/live/servers/janitor.h"
#include "app/live/servers/server_fleet.h"
#include "lock/redis/blocking_client.h"

namespace locklab::test {

using app::LiveClient;
using app::LiveRecord;
using app::Surroundings;
using redis::BlockingClient;
using redis::Endpoint;
using redis::Login;

inline constexpr NodeId n1{0};
inline constexpr Duration patience = 5s;

inline Task<> ask(Env& env, NodeId node, Command command, Duration timeout, Reply* reply) {
  *reply = co_await env.call(node, std::move(command), timeout);
}

inline Endpoint at_port(std::uint16_t port) {
  std::string why;
  return *redis::resolve("127.0.0.1", port, why);
}

/// Real servers for one test.
class Servers {
 public:
  explicit Servers(std::vector<app::FleetPlan> plan = {{.name = "n1"}}) {
    auto started = app::ServerFleet::start(plan, janitor_);
    if (auto* problem = std::get_if<app::LiveProblem>(&started)) {
      std::fprintf(stderr, "no servers: %s\n", problem->what.english().c_str());
      std::abort();
    }
    fleet_ = std::move(std::get<0>(started));
  }
  app::ServerProcess& operator[](std::size_t i) { return fleet_->server(i); }
  app::ServerFleet& fleet() { return *fleet_; }
  std::vector<Endpoint> endpoints() {
    std::vector<Endpoint> all;
    for (std::size_t i = 0; i < fleet_->size(); ++i) all.push_back(fleet_->server(i).endpoint());
    return all;
  }
  Reply ask(const Command& command, std::size_t i = 0) {
    return BlockingClient(fleet_->server(i).endpoint(), {}).call(command, patience);
  }
  /// Waits until the key has this value and the server has replied to the client that set it.
  void wait_until_written(const std::string& written, std::string_view value) {
    while (!ask(get(written)).is_text(value)) continue;
    ask(Command("PING"));  // a server answers all requests of one turn before it reads again
  }
  /// Restarts a killed server, and waits until it has loaded its data.
  void restart(std::size_t i) {
    ASSERT_TRUE(fleet_->restart(i));
    BlockingClient client(fleet_->server(i).endpoint(), {});
    while (client.call(Command("PING"), patience) != Reply::status("PONG")) continue;
  }

 private:
  app::Janitor janitor_;
  std::unique_ptr<app::ServerFleet> fleet_;
};

/// One client with its loop and its trace.
class Client {
 public:
  explicit Client(std::vector<Endpoint> nodes, Login login = {})
      : nodes_(std::move(nodes)), login_(std::move(login)), record_(*loop_, trace_) {
    env_ = std::make_unique<LiveClient>(
        ClientId{0},
        Surroundings{.loop = loop_.get(), .record = &record_, .nodes = &nodes_, .login = &login_});
  }

  LiveClient& env() { return *env_; }
  sim::Trace& trace() { return trace_; }
  void crash() { env_.reset(); }
  void pause() { env_->pause(1, -1); }
  void resume() {
    env_->resume(1);
    record_.settle();
  }

  /// Runs the loop until `condition` is true; fails the test after 20 s.
  template <class Condition>
  void run_until(Condition condition) {
    const std::uint64_t end = uv_hrtime() + 20'000'000'000;
    while (!condition()) {
      if (uv_hrtime() > end) {
        ADD_FAILURE() << "the condition never came true";
        return;
      }
      loop_->run_ready();
    }
  }
  Reply ask(Command command, Duration timeout = patience) {
    Reply reply;
    Task<> task = test::ask(*env_, n1, std::move(command), timeout, &reply);
    task.start();
    run_until([&] { return task.done(); });
    return reply;
  }
  std::vector<sim::EventKind> kinds() const {
    std::vector<sim::EventKind> all;
    for (std::size_t i = 0; i < trace_.size(); ++i) all.push_back(trace_[i].kind);
    return all;
  }
  /// All texts of the trace.
  std::string all_texts() const {
    std::string all;
    for (std::size_t i = 0; i < trace_.size(); ++i)
      all += std::string(trace_.text(trace_[i])) + "\n";
    return all;
  }

 private:
  std::string why_;  ///< why there is no loop
  std::unique_ptr<redis::Loop> loop_ = redis::Loop::open(why_);
  std::vector<Endpoint> nodes_;
  Login login_;
  sim::Trace trace_;
  LiveRecord record_;
  std::unique_ptr<LiveClient> env_;
};

inline Command plain(std::initializer_list<std::string_view> words) {
  Command command;
  for (std::string_view word : words) command.add(word);
  return command;
}

}  // namespace locklab::test

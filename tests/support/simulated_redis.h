// A simulated server with a clock that the test sets, as short to write as redis-cli.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/reply.h"
#include "sim/service/redis/server.h"

namespace locklab::test {

inline Command command_of(std::initializer_list<std::string_view> words) {
  Command command(*words.begin());
  for (auto word = words.begin() + 1; word != words.end(); ++word) command.add(*word);
  return command;
}

class SimulatedRedis {
 public:
  explicit SimulatedRedis(sim::ServerOptions options = {}) : server(options) {
    server.on_change([this](const sim::KeyChange& change) { note(change); });
  }

  sim::Outcome run(sim::Session& with, std::initializer_list<std::string_view> words) {
    return server.execute(with, command_of(words).words(), now_ms * 1000);
  }
  /// The reply as redis-cli prints it.
  std::string operator()(std::initializer_list<std::string_view> words) {
    return as_printed(run(session, words).reply);
  }
  std::string by(sim::Session& other, std::initializer_list<std::string_view> words) {
    return as_printed(run(other, words).reply);
  }

  sim::Server server;
  sim::Session session;
  std::int64_t now_ms = 1'000'000;
  std::vector<std::string> changes;  ///< "set a=1@-1", "expired a@1000300", ...

 private:
  void note(const sim::KeyChange& change) {
    static constexpr std::string_view kinds[] = {"set",     "lease", "deleted",
                                                 "expired", "lost",  "moved"};
    std::string line(kinds[static_cast<std::size_t>(change.kind)]);
    line += " " + std::string(change.key);
    if (change.kind == sim::KeyChange::Kind::set) line += "=" + std::string(change.value);
    if (change.deadline_ms >= 0) line += "@" + std::to_string(change.deadline_ms);
    changes.push_back(line);
  }
};

}  // namespace locklab::test

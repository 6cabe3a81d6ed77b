// The limit beside a lock: what the same servers do with the same commands, at the same connections
// and from as many clients, without the lock. A lock is then "x % of what this server can do",
// whatever the machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "app/stress/stress_servers.h"
#include "lock/command.h"

namespace locklab::app {

/// A command of the lock and the server that it goes to.
struct SentCommand {
  NodeId node = no_node;
  Command command;
};
/// Commands that leave together. The next ones follow when all are answered.
using Together = std::vector<SentCommand>;

/// What one acquire and its release send, read off one that is made on `key`. Empty: nothing, or it
/// did not get the lock. A problem: a server answers with an error, so that every other one would
/// fail as well. A raised `cancel` ends it early.
std::variant<std::vector<Together>, LiveProblem> commands_of_a_lock(
    const StressWork& work, const StressServers& servers, const std::string& key,
    const std::atomic<bool>& cancel);

/// How many commands a lock without critical sections sends when it says no, found out on `key`; 0:
/// it never does, or not soon. A raised `cancel` ends it early.
std::variant<std::uint32_t, LiveProblem> commands_of_a_no(const StressWork& work,
                                                          const StressServers& servers,
                                                          const std::string& key,
                                                          const std::atomic<bool>& cancel);

/// How often a second all clients of the work can send these commands and have their replies, with
/// their own keys in the place of `key`. The second half of the time counts: a server that has just
/// started is slow at first. With so many clients that a round of them takes longer, a round after
/// the first one counts. 0: not all of them had an answer in time, or a raised `cancel` has ended
/// it. `part` hears a few times a second how much of the time is over, 0 .. 1.
std::variant<std::uint64_t, LiveProblem> measure_limit(
    const StressWork& work, const StressServers& servers, const std::vector<Together>& commands,
    const std::string& key, const std::string& key_prefix, Duration duration,
    const std::atomic<bool>& cancel, const std::function<void(double)>& part = {});
/// How often a phase says how far it is.
inline constexpr Duration tell_every = 250ms;

}  // namespace locklab::app

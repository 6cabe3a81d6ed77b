// The limit of a lock: the throughput of the same servers with the same commands, connections and
// number of clients, but without the lock. Reports give the load's throughput as a share of it, so
// that results of different machines can be compared.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "app/stress/servers/stress_servers.h"
#include "lock/command.h"

namespace locklab::app {

/// A command of the lock and its destination.
struct SentCommand {
  NodeId node = no_node;
  Command command;
};
/// Commands sent together. The next group follows when all of them have replies.
using Together = std::vector<SentCommand>;

/// Records the commands of one acquire and its release, or of one change of a counter, by running
/// them on `key`; a failed acquire has no release. Returns a problem if a server replies with an
/// error, since the commands of the load would fail as well. A raised `cancel` ends it early.
std::variant<std::vector<Together>, LiveProblem> commands_of_a_lock(
    const StressWork& work, const StressServers& servers, const std::string& key,
    const std::atomic<bool>& cancel);

/// Counts the commands of a denial by a rate limiter, by running it on `key`; 0 if it does not deny
/// within 2,000 tries, and for other locks. A raised `cancel` ends it early.
std::variant<std::uint32_t, LiveProblem> commands_of_a_no(const StressWork& work,
                                                          const StressServers& servers,
                                                          const std::string& key,
                                                          const std::atomic<bool>& cancel);

/// Measures how often per second all clients of the work can run these commands, with their own
/// keys in place of `key`. Only the second half of `duration` counts, since a server is slow just
/// after its start. If the first replies to all clients take longer than half of it, an interval as
/// long as they took follows and counts instead; the measurement then ends after 20 s (or after
/// `duration` if that is longer, or if the load is a part) at the latest. Returns 0 if some client
/// had no reply in time, or after a raised `cancel`. `part` receives the elapsed fraction a few
/// times per second; it may exceed 1 until all first replies have arrived.
std::variant<std::uint64_t, LiveProblem> measure_limit(
    const StressWork& work, const StressServers& servers, const std::vector<Together>& commands,
    const std::string& key, const std::string& key_prefix, Duration duration,
    const std::atomic<bool>& cancel, const std::function<void(double)>& part = {});
/// Interval of the progress reports within a phase.
inline constexpr Duration tell_every = 250ms;

}  // namespace locklab::app

#include "app/stress/servers/part_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "app/live/servers/info_field.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/loop.h"

namespace locklab::app {

using redis::Loop;

namespace {

/// Time from the limit's end to the load's start, to open the connections.
constexpr Duration connect_time = 1s;
/// Maximum time until the start: a later one is probably a typing error.
constexpr std::int64_t latest_begin_us = 86'400'000'000;

std::string run_of(const StressServers& servers) {
  Command info("INFO");
  const Reply reply =
      redis::BlockingClient(servers.endpoints[0], servers.login).call(info.add("server"));
  return std::string(info_field(reply.text, "run_id"));
}

std::string seconds(std::int64_t us) {
  return fmt::format("{:.1f}", static_cast<double>(us) / 1e6);
}

}  // namespace

Duration finish_time(const StressWork& work) {
  return std::clamp<Duration>(work.hold + 2 * work.lock.node_timeout, 100ms, 2s);
}

std::variant<PartClock, LiveProblem> PartClock::set(const StressWork& work,
                                                    const StressServers& servers) {
  auto read = read_clock(servers.endpoints[0], servers.login);
  if (auto* problem = std::get_if<LiveProblem>(&read)) return *problem;
  PartClock clock;
  clock.clock_ = std::get<ClockReading>(read);
  clock.server_run_ = run_of(servers);
  const std::int64_t now_us = Loop::now_us();
  const StartTime& start = work.part->start;
  clock.begin_us_ = start.relative ? now_us + start.us : start.us - clock.clock_.ahead_us;
  clock.limit_us_ = clock.begin_us_ - us(work.limit_time() + connect_time);
  const std::int64_t needed_us = us(work.limit_time() + connect_time);
  if (clock.begin_us_ <= now_us)
    return LiveProblem{say("the load should have begun {} s ago, by the clock of its first server",
                           seconds(now_us - clock.begin_us_)),
                       say("give --start-at a time that is still to come, for all generators"), 2};
  if (clock.begin_us_ - now_us > latest_begin_us)
    return LiveProblem{say("the load would begin only in {} days, by the clock of its first server",
                           (clock.begin_us_ - now_us) / latest_begin_us),
                       say("give --start-at a time within a day, for all generators"), 2};
  if (clock.limit_us_ < now_us)
    return LiveProblem{
        say("the load begins in {} s, and {} s are needed before it to measure the limit",
            seconds(clock.begin_us_ - now_us), seconds(needed_us)),
        say("give --start-at a later time, for all generators"), 2};
  return clock;
}

std::optional<LiveProblem> PartClock::too_late() const {
  const std::int64_t late_us = Loop::now_us() - begin_us_;
  if (late_us <= 0) return std::nullopt;
  return LiveProblem{
      say("the generator was not ready when the load began, but {} s later", seconds(late_us)),
      say("give --start-at a later time, for all generators")};
}

void PartClock::look_again(const StressServers& servers) {
  const auto read = read_clock(servers.endpoints[0], servers.login);
  if (const auto* after = std::get_if<ClockReading>(&read)) clock_ = covering(clock_, *after);
}

void wait_until(std::int64_t when_us, const std::atomic<bool>& cancel) {
  constexpr std::int64_t look_every_us = 20'000;
  while (!cancel) {
    const std::int64_t rest_us = when_us - Loop::now_us();
    if (rest_us <= 0) return;
    std::this_thread::sleep_for(Duration(std::min(rest_us, look_every_us)));
  }
}

}  // namespace locklab::app

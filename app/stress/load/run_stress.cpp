#include "app/stress/load/run_stress.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "app/live/live_limits.h"
#include "app/live/servers/named_servers.h"
#include "app/live/servers/refused_writes.h"
#include "app/stress/load/admissions.h"
#include "app/stress/load/load_thread.h"
#include "app/stress/load/origin_of.h"
#include "app/stress/load/violation_trace.h"
#include "app/stress/servers/limit.h"
#include "app/stress/servers/part_clock.h"
#include "app/stress/servers/server_meter.h"
#include "app/stress/servers/server_watch.h"
#include "lock/first_broken.h"

namespace locklab::app {

namespace {

using redis::Loop;

void enter(StressPhase phase, const StressOptions& options) {
  if (options.phase) options.phase(phase);
}

/// Makes the servers that will refuse writes as `unsaved` fail a save: the slow half of that fault.
void prepare_refusals(const StressWork& work, StressServers& servers) {
  for (const Strike& one : work.strikes)
    if (one.fault.kind == sim::FaultKind::refuse && one.fault.refusal == sim::WriteRefusal::unsaved)
      fail_to_save(servers.fleet->server(*one.node));
}

/// A running load with its threads and its server watch.
class Running {
 public:
  Running(Load& load, StressServers& servers, const StressOptions& options,
          const std::atomic<bool>& cancel)
      : load_(load), servers_(servers), options_(options), cancel_(cancel) {}

  std::optional<LiveProblem> prepare() {
    for (std::uint32_t i = 0; i < load_.work.threads; ++i) {
      auto door = open_door(servers_, load_.work.connections,
                            load_.work.breaks_links() ? Path::through_proxy : Path::straight);
      if (auto* problem = std::get_if<LiveProblem>(&door)) return *problem;
      threads_.push_back(
          std::make_unique<LoadThread>(load_, i, std::move(std::get<ThreadDoor>(door))));
    }
    return std::nullopt;
  }

  void run(StressResult& result) {
    if (load_.begin_us == 0) load_.begin_us = Loop::now_us();
    wait_until(load_.begin_us, cancel_);
    load_.measure_from_us = load_.begin_us + us(load_.work.warm_up);
    load_.end_us = load_.measure_from_us + us(load_.work.duration);
    load_.oracle.measure(load_.measure_from_us, load_.end_us);
    ServerMeters meters(servers_);
    ServerWatch watch(load_, servers_, meters);
    FirstBroken broken;
    std::vector<std::thread> running;
    for (const auto& thread : threads_)
      running.emplace_back([&] {
        broken.guard([&] { thread->run(); });
        if (broken.any()) load_.stop = true;
      });
    const std::int64_t ended_us = stand_by(watch, meters, result);
    load_.oracle.stop_measuring(ended_us);
    load_.stop = true;
    watch.end();
    for (std::thread& thread : running) thread.join();
    broken.rethrow();
    load_.finished_us = Loop::now_us();
    result.measured = Duration(std::max<std::int64_t>(ended_us - load_.measure_from_us, 0));
    result.measured_from_us = load_.measure_from_us;
    for (const auto& thread : threads_) {
      result.measures.add(thread->measures());
      if (result.part && thread->kept()) result.part->holds.add(*thread->kept());
    }
    threads_.clear();
    servers_run_ = watch.all_run() && !result.problem;
    result.outages = watch.outages();
  }

  bool servers_run() const { return servers_run_; }

 private:
  /// Watches the load until it ends, and returns the time of its end by Loop::now_us().
  std::int64_t stand_by(ServerWatch& watch, ServerMeters& meters, StressResult& result) {
    std::uint32_t seconds = 0;
    const auto end_second = [&] {
      result.server_seconds.push_back(
          meters.end_second([&](std::size_t server) { return watch.answers(server); }));
    };
    enter(StressPhase::warm_up, options_);
    std::int64_t now_us = Loop::now_us();
    std::int64_t tell_us = now_us;
    for (; now_us < load_.end_us; now_us = Loop::now_us()) {
      if (!meters.has_begun() && now_us >= load_.measure_from_us) {
        meters.begin();
        enter(StressPhase::measuring, options_);
      }
      result.interrupted = cancel_.load();
      if (result.interrupted) break;
      if (options_.part && !meters.has_begun() && now_us >= tell_us) {
        options_.part(static_cast<double>(now_us - load_.begin_us) /
                      static_cast<double>(us(load_.work.warm_up)));
        tell_us = now_us + us(tell_every);
      }
      result.problem = watch.look(now_us);
      if (!result.problem) result.problem = take_orders(watch, result, now_us);
      if (!result.problem) result.problem = trouble(watch, result);
      if (result.problem) break;
      if (meters.has_begun() && now_us >= second_end_us(result.server_seconds.size())) end_second();
      if (has_passed(seconds + 1, now_us)) tell(++seconds, result);
      const std::int64_t next_us = std::min(watch.next_look_us(now_us), load_.end_us);
      const std::int64_t rest_us = next_us - Loop::now_us();
      if (rest_us > 0) std::this_thread::sleep_for(Duration(rest_us));
    }
    if (meters.has_begun() && !result.problem) {
      end_second();
      result.meters = meters.end();
    }
    return std::min(now_us, load_.end_us);
  }

  /// End of a measured second, numbered from 0, by Loop::now_us().
  std::int64_t second_end_us(std::size_t second) const {
    return load_.measure_from_us + (static_cast<std::int64_t>(second) + 1) * 1'000'000;
  }

  /// Returns a problem for an error reply that concerns a server, not the lock: the load would
  /// measure only errors.
  std::optional<LiveProblem> trouble(const ServerWatch& watch, const StressResult& result) {
    const auto refusal = load_.first_refusal();
    if (!refusal || (result.work.has_strike(sim::FaultKind::refuse) && refusal_in(refusal->second)))
      return std::nullopt;
    return server_trouble(servers_.endpoints[index(refusal->first)], refusal->second,
                          !result.work.strikes.empty() || !watch.outages().empty());
  }

  /// Injects the faults ordered since the last call, except those without a target or an effect.
  std::optional<LiveProblem> take_orders(ServerWatch& watch, StressResult& result,
                                         std::int64_t now_us) {
    if (!options_.orders) return std::nullopt;
    for (Strike one : options_.orders->take()) {
      one.fault.trigger.at = std::max(Duration(now_us - load_.measure_from_us), Duration(0));
      if (!can_strike(load_.work, one) || !watch.has_effect(one)) {
        if (options_.refused) options_.refused(one);
        continue;
      }
      const auto numbered = load_.strikes.add(one);
      result.work.strikes.push_back(one);
      if (options_.ordered) options_.ordered(one);
      if (!one.at_server()) continue;
      if (auto problem = watch.strike(*numbered)) return problem;
    }
    return std::nullopt;
  }

  /// True once the second is over and all threads have published it; at the latest 400 ms after its
  /// end.
  bool has_passed(std::uint32_t second, std::int64_t now_us) {
    constexpr std::int64_t patience_us = 400'000;
    const std::int64_t over_us = second_end_us(second - 1);
    if (now_us < over_us) return false;
    return now_us >= over_us + patience_us ||
           std::all_of(load_.heartbeats.begin(), load_.heartbeats.end(), [&](Heartbeat& thread) {
             const std::lock_guard lock(thread.guard);
             return thread.seconds >= second;
           });
  }

  void tell(std::uint32_t second, const StressResult& result) {
    Second sum;
    StressProgress now;
    now.second = second;
    now.shares.resize(std::min<std::size_t>(load_.work.clients, most_shares));
    for (Heartbeat& thread : load_.heartbeats) {
      const std::lock_guard lock(thread.guard);
      sum.add(std::exchange(thread.since_taken, {}));
      for (std::size_t i = 0; i < thread.shares.size(); ++i) now.shares[i] += thread.shares[i];
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i)
      now.violations_so_far += load_.oracle.count(static_cast<Harm>(i));
    now.locks = result.done(sum.counts);
    now.failures = sum.counts.failures();
    now.violations = sum.violations;
    now.violations_by_tenth = sum.violations_by_tenth;
    now.p50_us = sum.acquire.percentile(50);
    now.p99_us = sum.acquire.percentile(99);
    now.longest_wait_us = sum.longest_wait_us;
    now.longest_wait_us_by_tenth = sum.longest_wait_us_by_tenth;
    now.limit = result.limit_before;
    if (options_.progress) options_.progress(now);
  }

  Load& load_;
  StressServers& servers_;
  const StressOptions& options_;
  const std::atomic<bool>& cancel_;
  std::vector<std::unique_ptr<LoadThread>> threads_;
  bool servers_run_ = true;
};

struct Limit {
  std::optional<std::uint64_t> per_second;  ///< nullopt without servers, or after a cancel
  std::uint32_t commands = 0;               ///< of one acquire, with its release if it has one
};

std::variant<Limit, LiveProblem> limit_now(const StressWork& work, const StressServers& servers,
                                           const std::string& prefix, const StressOptions& options,
                                           const std::atomic<bool>& cancel, int times_longer = 1) {
  if (servers.endpoints.empty() || cancel) return Limit();
  const std::string limits = limit_prefix(work, prefix);
  const std::string key = lock_key(limits, work.keys);  // used by no client
  const auto commands = commands_of_a_lock(work, servers, key, cancel);
  if (const auto* problem = std::get_if<LiveProblem>(&commands)) return *problem;
  Limit limit;
  for (const Together& together : std::get<0>(commands))
    limit.commands += static_cast<std::uint32_t>(together.size());
  const auto measured = measure_limit(work, servers, std::get<0>(commands), key, limits,
                                      times_longer * work.limit_time(), cancel, options.part);
  if (const auto* problem = std::get_if<LiveProblem>(&measured)) return *problem;
  if (!cancel) limit.per_second = std::get<std::uint64_t>(measured);
  return limit;
}

/// Measures the limit after the load. If it contradicts the limit before, something else may have
/// used the machine, so it is measured again, for longer, up to three times in all. A failure here
/// does not discard the result.
void measure_limit_after(StressResult& result, const StressServers& servers,
                         const std::string& prefix, const StressOptions& options,
                         const std::atomic<bool>& cancel) {
  constexpr int most_tries = 3;
  for (int tried = 1; tried <= most_tries; ++tried) {
    const auto after = limit_now(result.work, servers, prefix, options, cancel, tried);
    if (!std::holds_alternative<Limit>(after) || (cancel && result.limit_after)) return;
    result.limit_after = std::get<Limit>(after).per_second;
    const LimitState state = result.limit_state();
    if (state == LimitState::none || state == LimitState::sound || result.part || cancel) return;
  }
}

/// Reports leftover keys: those at lost servers as a warning, since nothing could remove them, the
/// others as StressResult::left.
void tell_left(StressResult& result, const std::vector<Janitor::Left>& left) {
  std::vector<Janitor::Left> at_lost;
  std::vector<Janitor::Left> elsewhere;
  for (const Janitor::Left& one : left) {
    const bool lost =
        std::any_of(result.outages.begin(), result.outages.end(), [&](const Outage& outage) {
          return !outage.until && result.servers[outage.server] == one.server;
        });
    (lost ? at_lost : elsewhere).push_back(one);
  }
  if (!at_lost.empty()) result.warnings.push_back(sentence(left_behind(at_lost)));
  if (!elsewhere.empty()) result.left = left_behind(elsewhere);
}

void tell_part(StressResult& result, const PartClock& clock) {
  result.part->begun_at_us = clock.begun_at_us();
  result.part->clock_error_us = clock.error_us();
  result.part->server_run = clock.server_run();
  // Keeps only the counts of the part's own clients, in their order.
  std::vector<std::uint64_t> own;
  const std::vector<std::uint64_t>& all = result.measures.acquired_by_client;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (result.work.part->has(i)) own.push_back(all[i]);
  result.measures.acquired_by_client = std::move(own);
}

void tell_oracle(StressResult& result, const Load& load) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i)
    result.harms[i] = load.oracle.count(static_cast<Harm>(i));
  result.violations = load.oracle.listed();
  if (!result.work.shares_locks()) result.lockout = load.oracle.longest_lockout();
}

/// Result of a load that was cancelled before its first client began.
StressResult cut_short(StressResult result) {
  result.interrupted = true;
  result.measures.seconds.resize(1);
  result.measures.acquired_by_client.resize(result.work.clients);
  return result;
}

std::variant<StressResult, LiveProblem> run_with(const StressWork& work,
                                                 const StressOptions& options, Janitor& janitor,
                                                 const std::atomic<bool>& cancel) {
  const std::string prefix = key_prefix_of_a_load(work);
  enter(StressPhase::preparing, options);
  auto opened = open_servers(work, options.target, {options.may_be_disturbed, options.how_to_allow},
                             options.orders != nullptr, prefix, janitor, cancel);
  if (auto* problem = std::get_if<LiveProblem>(&opened)) return *problem;
  StressServers& servers = std::get<StressServers>(opened);
  prepare_refusals(work, servers);

  StressResult result;
  result.work = work;
  result.warnings = servers.warnings;
  for (const redis::Endpoint& server : servers.working) result.servers.push_back(server.text());
  result.origin = origin_of(options.command);
  result.origin.servers = versions_of(servers);
  std::optional<PartClock> clock;
  if (work.part) {
    auto set = PartClock::set(work, servers);
    if (auto* problem = std::get_if<LiveProblem>(&set)) return *problem;
    clock = std::get<PartClock>(set);
    wait_until(clock->limit_us(), cancel);
    result.part.emplace();
  }
  enter(StressPhase::limit_before, options);
  auto before = limit_now(work, servers, prefix, options, cancel);
  if (auto* problem = std::get_if<LiveProblem>(&before)) return *problem;
  result.limit_before = std::get<Limit>(before).per_second;
  result.yes_commands = std::get<Limit>(before).commands;
  if (!work.critical_sections() && result.limit_before) {
    const std::string asked = lock_key(limit_prefix(work, prefix), 0);  // on the janitor's list
    const auto no = commands_of_a_no(work, servers, asked, cancel);
    if (const auto* commands = std::get_if<std::uint32_t>(&no)) result.no_commands = *commands;
  }
  if (cancel && !work.part) return cut_short(std::move(result));

  // A late part must not touch the counters of the parts that already run.
  if (clock)
    if (auto problem = clock->too_late()) return *problem;
  const auto load = std::make_unique<Load>(work, prefix, options.keeps_windows);
  if (auto problem = set_counters(*load, servers)) return *problem;
  Running running(*load, servers, options, cancel);
  if (auto problem = running.prepare()) return *problem;
  if (clock) {
    if (auto problem = cancel ? std::nullopt : clock->too_late()) return *problem;
    load->begin_us = clock->begin_us();
  }
  running.run(result);
  tell_oracle(result, *load);
  if (load->recording)
    for (Window& window : load->recording->windows(result.violations)) {
      window.measured_from_us = result.measured_from_us;
      result.violations[window.violation].window =
          std::make_shared<const sim::Trace>(trace_of(work, window));
    }
  // Other parts may still run, and counters are complete only once all have ended.
  if (clock) wait_until(load->end_us + us(finish_time(work) + 300ms), cancel);
  if (!work.critical_sections())
    result.admissions = judge_admissions(*load, running.servers_run() ? &servers : nullptr);
  if (running.servers_run()) {
    enter(StressPhase::limit_after, options);
    measure_limit_after(result, servers, prefix, options, cancel);
  } else if (result.limit_before) {
    result.limit_after = 0;  // unsound: a server was lost, or the load failed
  }
  if (clock) {
    clock->look_again(servers);
    tell_part(result, *clock);
  }
  return result;
}

}  // namespace

std::variant<StressResult, LiveProblem> run_stress(const StressWork& work,
                                                   const StressOptions& options,
                                                   const std::atomic<bool>& cancel) {
  if (auto problem = too_large(work, options.keeps_windows)) return *problem;
  // The janitor starts first and ends last, whatever happens in between.
  Janitor janitor({.user = options.target.login.user, .password = options.target.login.password});
  if (!janitor.started())
    return LiveProblem{
        say("no process could be started: {}", std::generic_category().message(errno)),
        raise_limit()};
  auto result = run_with(work, options, janitor, cancel);
  enter(StressPhase::cleaning, options);
  const std::vector<Janitor::Left> left = janitor.clean_up();
  if (left.empty()) return result;
  if (const auto* problem = std::get_if<LiveProblem>(&result))
    return together(*problem, left_behind(left));
  tell_left(std::get<StressResult>(result), left);
  return result;
}

}  // namespace locklab::app

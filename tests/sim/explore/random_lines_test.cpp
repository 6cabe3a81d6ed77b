// Properties that hold by the search must hold in every run within its bounds. Random questions,
// whose settings make events coincide, are searched to the end; then thousands of runs, which know
// nothing of the search's choices, try to break what holds: with other retry pauses, other orders
// of simultaneous events, and faults of the budget at or near the times of events. LOCKLAB_SEED=n
// repeats a failure.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lock/strategy.h"
#include "sim/explore/targets.h"
#include "sim/trace/state/client_course.h"
#include "sim/world/world.h"
#include "tests/sim/explore/exploring.h"
#include "tests/support/environment.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

constexpr std::uint64_t most_states = 12'000;
constexpr std::uint64_t runs_each = 1'500;
constexpr std::uint64_t runs_of_kind = 50;  ///< runs until everything is drawn anew
constexpr std::int64_t half_ms_us = 500;

/// A number of milliseconds, as written in settings.
std::string in_ms(double ms) { return fmt::format("{}", ms); }

/// Questions within small bounds. Their times are mostly sums of each other, so that different
/// events are due at one time.
class TiedQuestions {
 public:
  explicit TiedQuestions(std::uint64_t seed) : dice_(fingerprint_of(seed ^ 0x71ed)) {}

  Question draw() {
    Question question;
    const Strategy& strategy = any_strategy();
    question.strategy = strategy.id;
    question.clients = one_in(8) ? 3 : 2;
    question.rounds = one_in(4) ? 2 : 1;
    if (strategy.topology == Topology::masters) question.nodes = one_in(2) ? 2 : 3;
    question.set = settings(strategy);
    question.faults = faults(strategy);
    if (question.faults.find("kill") != std::string::npos ||
        question.faults.find("power") != std::string::npos)
      question.set += fmt::format(", persistence=\"{}\"", one_in(2) ? "none" : "always");
    return question;
  }

 private:
  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }
  double among(std::initializer_list<double> values) {
    return *(values.begin() + dice_.below(values.size()));
  }

  /// A random strategy, mostly an exclusive lock on a single node.
  const Strategy& any_strategy() {
    while (true) {
      const Strategy& one =
          one_in(12) ? *find_strategy("set_wait") : strategies()[dice_.below(strategies().size())];
      const bool usual = one.topology == Topology::single && one.traits.has(Trait::exclusive);
      const bool other = one.topology != Topology::none && !one.traits.has(Trait::limits_rate);
      if (usual || (other && one_in(3))) return one;
    }
  }

  std::string settings(const Strategy& strategy) {
    const double latency = one_in(6) ? among({0.5, 2}) : 1;
    double delay = among({2, 3, 4, 5, 8, 10, 20});
    double jitter = one_in(5) ? 0 : among({1, 2, 4, delay / 2, delay, 10});
    const double ttl = among({10, 20, 20, 30, 30, 50, 100});
    double work = among({0, 1, 3, 7});
    if (one_in(2)) work = ttl - 1 - among({0, 1, 2, 3, 4, 5, 6, 7});
    if (one_in(2)) work = delay * among({1, 1, 2, 3}) + among({-4, -3, -2, -1, 0, 1, 2});
    const double copies = among({3, 5, 8, ttl / 2});  // how long WAIT waits
    const bool replicas = strategy.traits.has(Trait::needs_replicas);
    if (replicas && one_in(2)) work = ttl - copies - among({0, 1, 2, 3, 4, 5, 6});
    work = std::clamp(work, 0.0, 1.2 * ttl);
    double timeout = one_in(2) ? among({2, 3, 4, 5}) * latency + 1 : among({7, 15, 35});
    double wait = one_in(3) ? ttl + among({-5, 0, 1, 7, 37}) : work + among({2, 6, 12, 27});
    if (one_in(4)) (one_in(2) ? delay : timeout) += among({0.5, 0.3, -0.2});
    if (one_in(6)) (one_in(2) ? jitter : work) += among({0.5, 0.89});
    wait = std::clamp(wait, 1.0, 8 * (delay + 2 * latency));
    std::string set = fmt::format(
        "ttl_ms={}, node_timeout_ms={}, retry_delay_ms={}, retry_jitter_ms={}, work_ms={}, "
        "latency_ms={}, wait_ms={}, allow_short_ttl=true",
        ttl, in_ms(timeout), in_ms(delay), in_ms(jitter), in_ms(work), in_ms(latency), in_ms(wait));
    if (one_in(3))
      set += fmt::format(", client={{bob={{start_ms={}}}}}",
                         in_ms(among({0.5, 1, 2, 3, delay, work, work + 4 * latency})));
    if (one_in(12)) set += ", jitter_ms=0.5";
    if (replicas) set += fmt::format(", wait_timeout_ms={}", in_ms(copies));
    const auto sometimes = [&](std::string_view key, std::string_view value) {
      if (find_switch(strategy, key) && one_in(3)) set += fmt::format(", {}={}", key, value);
    };
    sometimes("on_lost", "\"ignore\"");
    sometimes("renew", "\"expire\"");
    sometimes("how", "\"multi\"");
    sometimes("takeover", "\"del_setnx\"");
    sometimes("order", "\"parallel\"");
    sometimes("check_validity", "false");
    return set;
  }

  std::string faults(const Strategy& strategy) {
    const std::uint64_t chance = dice_.below(8);
    const int count = chance == 0 ? 0 : chance == 1 ? 2 : 1;
    std::set<std::string_view> kinds;
    while (static_cast<int>(kinds.size()) < count) {
      auto kind =
          static_cast<StrikeKind>(dice_.below(static_cast<std::uint64_t>(StrikeKind::count_)));
      // These break little, so that more remains to be compared.
      if (one_in(4)) kind = one_in(2) ? StrikeKind::hold : StrikeKind::lose;
      if (strategy.traits.has(Trait::needs_replicas) && one_in(3))
        kind = one_in(2) ? StrikeKind::kill : StrikeKind::power;
      if (strikes_masters(kind) && strategy.topology != Topology::single) continue;
      kinds.insert(name(kind));
    }
    std::string text;
    for (const std::string_view kind : kinds)
      text += fmt::format("{}{}{}=1", text.empty() ? "" : ",", kind, place(strategy, kind));
    return text;
  }
  /// The place of a fault of this kind in a budget, such as "@n2"; empty for any. Faults that break
  /// every property would leave none to check.
  std::string_view place(const Strategy& strategy, std::string_view kind) {
    constexpr std::string_view of_nodes[] = {"kill", "power", "stop", "drift", "delete"};
    const bool node =
        std::find(std::begin(of_nodes), std::end(of_nodes), kind) != std::end(of_nodes);
    if (strategy.traits.has(Trait::needs_replicas) && node) return one_in(4) ? "" : "@n2";
    return !node && kind != "failover" && kind != "split_brain" && kind != "clock_jump" && one_in(4)
               ? "@bob"
               : "";
  }

  RandomBits dice_;
};

/// The times of a run's events, near which faults and pauses are tried.
class Moments {
 public:
  explicit Moments(const Scenario& scenario) : latency_(us(scenario.latency)) {}

  void of(const Trace& run) {
    std::set<std::int64_t> instants;
    for (std::size_t i = 0; i < run.size(); ++i) instants.insert(run[i].at);
    instants_.assign(instants.begin(), instants.end());
  }
  /// A random event's time in us, sometimes 0.5 ms off, or one or two message latencies earlier.
  std::int64_t near(RandomBits& dice) const {
    const std::int64_t beside[] = {0, 0, 0, half_ms_us, -half_ms_us, -latency_, -2 * latency_};
    const std::int64_t instant = instants_.empty() ? 0 : instants_[dice.below(instants_.size())];
    return instant + beside[dice.below(std::size(beside))];
  }

 private:
  std::int64_t latency_;
  std::vector<std::int64_t> instants_;
};

/// Random decisions, each repeated in the next runs until it is forgotten.
class KeptChoices final : public Choice {
 public:
  KeptChoices(const Scenario& scenario, const Moments& moments, RandomBits& dice)
      : delay_us_(us(scenario.lock.retry_delay)), moments_(moments), dice_(dice) {
    forget_all();
  }

  void forget_all() {
    ways_.clear();
    amounts_.clear();
    habit_ = dice_.below(5);
    first_ = dice_.below(3) == 0;
  }
  void forget_one() {
    std::map<std::uint32_t, std::uint64_t>& all = dice_.below(2) == 0 ? ways_ : amounts_;
    if (!all.empty()) all.erase(std::next(all.begin(), static_cast<int>(dice_.below(all.size()))));
  }
  void begin(const World& world) { world_ = &world; }

  unsigned pick(unsigned options, const char*) override {
    if (options < 2) return 0;
    const std::uint32_t number = decisions_++;
    const auto known = ways_.try_emplace(number, first_ ? 0 : dice_.next()).first;
    const auto way = static_cast<unsigned>(known->second % options);
    if (way > 0) made_.orders.push_back({number, way, options});
    return way;
  }
  std::uint64_t amount(std::uint64_t most, std::uint64_t, const char*) override {
    const std::uint32_t number = draws_++;
    auto known = amounts_.find(number);
    if (known == amounts_.end()) known = amounts_.emplace(number, any_amount(most)).first;
    made_.draws.push_back({number, std::min(known->second, most)});
    return made_.draws.back().amount;
  }
  bool orders() const override { return true; }

  /// Returns the schedule of the finished run, and prepares for the next.
  Schedule take() {
    world_ = nullptr;
    decisions_ = draws_ = 0;
    return std::exchange(made_, {});
  }

 private:
  /// A pause up to `most`: the shortest, the longest, one on the 0.5 ms grid, or one that ends near
  /// an event of the last run.
  std::uint64_t any_amount(std::uint64_t most) {
    const std::uint64_t habit = habit_ < 2 && dice_.below(4) > 0 ? habit_ : dice_.below(5);
    if (habit < 2) return habit * most;
    if (habit == 2) return dice_.below(most / half_ms_us + 1) * half_ms_us;
    for (int tries = 0; world_ && tries < 8; ++tries) {
      const std::int64_t more = moments_.near(dice_) - world_->now() - delay_us_;
      if (more >= 0 && more <= static_cast<std::int64_t>(most))
        return static_cast<std::uint64_t>(more);
    }
    return dice_.below(2) * most;
  }

  std::int64_t delay_us_;
  const Moments& moments_;
  RandomBits& dice_;
  const World* world_ = nullptr;
  std::map<std::uint32_t, std::uint64_t> ways_, amounts_;
  std::uint64_t habit_ = 0;
  bool first_ = false;  ///< simultaneous events keep the usual order
  std::uint32_t decisions_ = 0;
  std::uint32_t draws_ = 0;
  Schedule made_;
};

/// Random faults of a budget, within its sizes: near events of a run, and lasting until near
/// another event or as long as one of the settings.
class BudgetFaults {
 public:
  BudgetFaults(const SearchSpec& spec, const Moments& moments, RandomBits& dice)
      : scenario_(spec.run.scenario),
        budget_(spec.budget),
        sizes_(spec.sizes),
        moments_(moments),
        dice_(dice) {
    const LockConfig& lock = scenario_.lock;
    times_ = {lock.ttl,       lock.retry_delay,      lock.node_timeout,
              lock.ttl + 1ms, scenario_.latency,     2 * scenario_.latency,
              lock.ttl / 10,  3 * scenario_.latency, lock.retry_delay + lock.retry_jitter};
    for (const ClientSpec& client : scenario_.clients) times_.push_back(client.work);
  }

  /// One fault for each allowance of the budget; empty if one misses its place, or if two would
  /// overlap where the search lets them only follow each other.
  std::vector<Fault> draw() {
    std::vector<Fault> faults;
    Duration node_struck_until{0};
    std::map<ClientId, Duration> paused_until;
    Duration last{0};
    for (const Allowance& allowed : budget_) {
      const Duration at = moment();
      const std::vector<Fault> one = fault(allowed.kind, at);
      if (!is_at(allowed.place, one.front())) return {};
      const Duration end = at + longest(one);
      if (strikes_nodes(allowed.kind) && one.front().node != no_node) {
        if (!faults.empty() && (at <= node_struck_until || at < last)) return {};
        node_struck_until = std::max(node_struck_until, end);
      }
      if (allowed.kind == StrikeKind::pause) {
        if (at <= paused_until[one.front().client]) return {};
        paused_until[one.front().client] = end;
      }
      last = std::max(last, at);
      faults.insert(faults.end(), one.begin(), one.end());
    }
    return faults;
  }

 private:
  template <class All>
  auto among(const All& all) {
    return all[dice_.below(std::size(all))];
  }
  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }

  Duration moment() { return std::max(Duration(moments_.near(dice_)), Duration(half_ms_us)); }
  /// A duration until near an event of the run, or one from the settings; sometimes longer by
  /// another setting.
  Duration length(Duration at, Duration least, Duration most) {
    Duration time = one_in(2) ? among(times_) : Duration(moments_.near(dice_)) - at;
    if (one_in(3)) time += among(times_);
    return std::clamp(time, least, most);
  }
  Duration length(Duration at) { return length(at, Duration(half_ms_us), sizes_.heals); }
  static Duration longest(const std::vector<Fault>& faults) {
    Duration time{0};
    for (const Fault& fault : faults)
      time = std::max({time, fault.after, fault.duration.value_or(Duration(0)),
                       fault.restart_after.value_or(Duration(0))});
    return time;
  }

  std::uint16_t any_client() {
    return static_cast<std::uint16_t>(dice_.below(scenario_.clients.size()));
  }
  std::uint16_t any_node() {
    return static_cast<std::uint16_t>(dice_.below(scenario_.nodes.size()));
  }
  bool is_at(const std::string& place, const Fault& fault) const {
    const auto named = [&](const auto& all, auto id) {
      return index(id) < all.size() && all[index(id)].name == place;
    };
    return place.empty() || named(scenario_.clients, fault.client) ||
           named(scenario_.nodes, fault.node);
  }
  /// Sometimes moves the fault to just after a command of the node, before it sends the reply.
  void strike_between(Fault& fault) {
    if (!one_in(4)) return;
    fault.trigger = {.event = EventKind::ran,
                     .client = ClientId{any_client()},
                     .node = fault.node,
                     .nth = static_cast<std::uint32_t>(1 + dice_.below(5))};
  }
  Fault on_any_clock(FaultKind kind, Duration at, bool clients) {
    if (clients && one_in(2)) return on_client(kind, at, any_client());
    return on_node(kind, at, any_node());
  }

  std::vector<Fault> fault(StrikeKind kind, Duration at) {
    switch (kind) {
      case StrikeKind::crash:
        return {on_client(FaultKind::crash, at, any_client())};
      case StrikeKind::pause:
        return {for_ms(on_client(FaultKind::pause, at, any_client()), length(at))};
      case StrikeKind::stop:
      case StrikeKind::kill:
      case StrikeKind::power:
        return {of_node(kind, at)};
      case StrikeKind::clock_jump: {
        Fault jump = on_any_clock(FaultKind::jump, at, reads_wall_clock(scenario_));
        jump.amount = among(sizes_.jumps) * (one_in(2) ? 1 : -1);
        if (jump.node != no_node) strike_between(jump);
        return {jump};
      }
      case StrikeKind::drift: {
        Fault drift = on_any_clock(FaultKind::drift, at, true);
        drift.ppm = among(sizes_.drifts) * (one_in(2) ? 1 : -1);
        return {drift};
      }
      case StrikeKind::failover:
        return failover(at);
      case StrikeKind::split_brain: {
        Fault split = on_node(FaultKind::promote, at, 1);
        split.client = ClientId{any_client()};
        split.duration = length(at, sizes_.least_outage, sizes_.heals);
        return {split};
      }
      case StrikeKind::remove: {
        Fault removal = on_node(FaultKind::remove, at, any_node());
        strike_between(removal);
        return {removal};
      }
      case StrikeKind::foreign_release:
        return {on_client(FaultKind::foreign_release, at, any_client())};
      default:
        return {of_link(kind, at)};
    }
  }

  Fault of_node(StrikeKind kind, Duration at) {
    const bool stops = kind == StrikeKind::stop;
    Fault fault = on_node(stops ? FaultKind::stop : FaultKind::kill, at, any_node());
    fault.power = kind == StrikeKind::power;
    if (stops) {
      fault.duration = length(at);
    } else {
      fault.restart_after = length(at, sizes_.least_outage, sizes_.down);
    }
    strike_between(fault);
    return fault;
  }

  /// A failover; half the time the old master restarts after the promotion.
  std::vector<Fault> failover(Duration at) {
    Fault promote = on_node(FaultKind::promote, at, 1);
    promote.after = length(at, sizes_.least_outage, sizes_.heals);
    std::vector<Fault> all{on_node(FaultKind::kill, at), promote};
    if (one_in(2)) {
      const Duration back = at + promote.after;
      all.push_back(on_node(FaultKind::restart, back + length(back)));
    }
    return all;
  }

  Fault of_link(StrikeKind kind, Duration at) {
    Fault fault = on_client(FaultKind::cut, at, any_client());
    const std::uint64_t node = dice_.below(scenario_.nodes.size() + 1);
    fault.node =
        node == scenario_.nodes.size() ? resource_node : NodeId{static_cast<std::uint16_t>(node)};
    fault.requests = one_in(2);
    fault.replies = !fault.requests;
    if (kind != StrikeKind::lose) fault.duration = length(at);
    if (kind == StrikeKind::cut) {
      if (one_in(3)) fault.requests = fault.replies = true;
      return fault;
    }
    fault.kind = kind == StrikeKind::hold ? FaultKind::hold : FaultKind::drop;
    fault.count = 1;
    return fault;
  }

  const Scenario& scenario_;
  const Budget& budget_;
  StrikeSizes sizes_;
  const Moments& moments_;
  RandomBits& dice_;
  std::vector<Duration> times_;
};

/// True if the fault has no time, or the run has an event at that time which is not the fault's
/// own.
bool meets_something(const Trace& trace, const Fault& fault) {
  constexpr EventKind own[] = {EventKind::client_clock,  EventKind::node_clock,
                               EventKind::node_killed,   EventKind::key_lost,
                               EventKind::node_promoted, EventKind::keys_removed};
  if (!fault.trigger.at) return true;
  for (std::size_t i = 0; i < trace.size() && trace[i].at <= us(*fault.trigger.at); ++i)
    if (trace[i].at == us(*fault.trigger.at) &&
        std::find(std::begin(own), std::end(own), trace[i].kind) == std::end(own))
      return true;
  return false;
}

/// True if at the time of the fault the client is absent, or is neither idle nor waiting to retry.
bool finds_it_busy(const Trace& trace, const Fault& fault) {
  ClientCourses courses;
  for (std::size_t i = 0; i < trace.size() && trace[i].at < us(*fault.trigger.at); ++i)
    courses.on(trace[i]);
  const ClientCourse course = courses.of(fault.client);
  return !course.present || (course.phase != Phase::idle && course.phase != Phase::wait);
}

/// True if a fault is one that the search never tries: a foreign release of a busy client, or a
/// drift, kill or removal of keys at a time without any other event.
bool is_outside(const Trace& trace, const std::vector<Fault>& faults) {
  return std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) {
    if (fault.kind == FaultKind::foreign_release) return finds_it_busy(trace, fault);
    const bool from_now_on = fault.kind == FaultKind::drift || fault.kind == FaultKind::kill ||
                             fault.kind == FaultKind::remove;
    return from_now_on && !meets_something(trace, fault);
  });
}

/// The largest number of refusals of one client without an acquisition between them.
std::uint32_t longest_wait(const Trace& trace) {
  std::map<ClientId, std::uint32_t> refused;
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    if (event.kind == EventKind::refused) most = std::max(most, ++refused[event.client]);
    if (event.kind == EventKind::acquired) refused[event.client] = 0;
  }
  return most;
}

/// Properties that measure how long nobody acquires: the search does not try times at which a
/// duration just suffices.
constexpr Properties about_getting_in{Property::no_deadlock,      Property::fault_tolerance,
                                      Property::prompt_hand_over, Property::availability,
                                      Property::fairness,         Property::quota};
Properties broken_by(const Trace& trace) {
  std::uint32_t broken = 0;
  for (const Verdict& verdict : check(trace))
    if (verdict.kept == Kept::broken) broken |= 1u << static_cast<unsigned>(verdict.property);
  return Properties(broken);
}

/// The compared properties that hold by the search's answer.
Properties held(const SearchSpec& spec, const SearchResult& result) {
  std::uint32_t held = 0;
  std::uint32_t others = about_getting_in.bits();
  for (const std::size_t i : broken_in(result)) others |= 1u << i;
  if (others != about_getting_in.bits())
    return Properties(spec.wanted.bits() & result.applied.bits() & ~others);
  for (const Property property : answer(spec, result).holds)
    held |= 1u << static_cast<unsigned>(property);
  return Properties(held & ~others);
}

/// Runs that try to break the properties that hold.
class RefutingRuns {
 public:
  RefutingRuns(const SearchSpec& spec, Properties holds, std::uint64_t seed)
      : spec_(spec), open_(holds), dice_(fingerprint_of(seed)) {}

  /// Each run changes the faults or the decisions of the one before, and uses the times of its
  /// events; every `runs_of_kind` runs all are drawn anew.
  void look_for() {
    Moments moments(spec_.run.scenario);
    KeptChoices choices(spec_.run.scenario, moments, dice_);
    BudgetFaults faults(spec_, moments, dice_);
    std::vector<Fault> struck;
    while (runs_ < runs_each && open_.bits() != 0) {
      if (runs_ % runs_of_kind == 0) {
        struck.clear();
        choices.forget_all();
      } else if (!spec_.budget.empty() && dice_.below(3) > 0) {
        struck = faults.draw();
      } else {
        choices.forget_one();
      }
      moments.of(run(struck, choices));
    }
  }

  std::uint64_t runs() const { return runs_; }
  /// The number of properties that broke only in what the search's answer says it leaves out.
  std::uint64_t left_out() const { return left_out_; }

 private:
  Trace run(const std::vector<Fault>& faults, KeptChoices& choices) {
    ++runs_;
    Scenario scenario = spec_.run.scenario;
    scenario.faults = faults;
    World world(scenario, choices);
    choices.begin(world);
    world.run();
    Trace trace = std::move(world.trace());
    const Path path{faults, choices.take()};
    const bool pauses =
        scenario.lock.retry_jitter > 0us && longest_wait(trace) > most_decided_pauses(scenario);
    if (pauses || is_outside(trace, faults)) return trace;
    const std::uint32_t broken = broken_by(trace).bits() & open_.bits();
    for (std::size_t i = 0; i < property_count; ++i)
      if (broken >> i & 1) tell(static_cast<Property>(i), path);
    return trace;
  }

  /// Reports the run that breaks a property, and a smaller one, unless the search finds one when it
  /// also ends pauses and faults between two events, which its answer says that it leaves out.
  void tell(Property property, const Path& path) {
    open_ = Properties(open_.bits() & ~Properties{property}.bits());
    if (is_found_between_events(spec_, property)) return void(++left_out_);
    EXPECT_TRUE(broken_by(simulate(with_path(spec_.run.scenario, path))).has(property))
        << "the run's name does not repeat it";
    const auto small = breaking_run(spec_, property, path);
    ADD_FAILURE() << name(property) << " is said to hold, and is broken by\n  locklab run '"
                  << run_name(spec_, path) << "'\nor, smaller,\n  locklab run '"
                  << (small ? small->run : "") << "'\n  " << (small ? small->why : "");
  }

  const SearchSpec& spec_;
  Properties open_;  ///< those that no run has broken yet
  RandomBits dice_;
  std::uint64_t runs_ = 0;
  std::uint64_t left_out_ = 0;
};

std::string explore_line(std::uint64_t seed, const Question& question) {
  std::string nodes = question.nodes ? fmt::format(" --nodes {}", *question.nodes) : "";
  return fmt::format(
      "LOCKLAB_SEED={}: locklab explore --strategy {} --clients {} --rounds {}{} --faults '{}' "
      "--set '{}' --search exhaustive",
      seed, question.strategy, *question.clients, *question.rounds, nodes, question.faults,
      question.set);
}

class RandomLines : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomLines, BreakNothingThatTheSearchSaysHolds) {
  constexpr std::uint64_t blocks = 4;
  const RandomCases cases = random_cases(720, GetParam(), blocks);
  std::uint64_t searched = 0, promises = 0, runs = 0, left_out = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const Question question = TiedQuestions(seed).draw();
    SCOPED_TRACE(explore_line(seed, question));
    const SearchSpec spec = spec_for(question);
    SearchTask task = depth_first(spec);
    task.most_states = most_states;
    const SearchResult result = search(task);
    if (!result.exhausted) continue;
    ++searched;
    const Properties holds = held(spec, result);
    promises += static_cast<std::uint64_t>(std::popcount(holds.bits()));
    RefutingRuns refuting(spec, holds, seed);
    refuting.look_for();
    runs += refuting.runs();
    left_out += refuting.left_out() > 0;
  }
  fmt::print(
      "{} of {} questions were searched to the end; {} promises held in {} runs; in {} some broke "
      "between two events\n",
      searched, cases.count, promises, runs, left_out);
  EXPECT_LE(left_out, 1 + cases.count / 100);
  EXPECT_GE(searched, cases.repeats ? 0 : cases.count / 3);
}

INSTANTIATE_TEST_SUITE_P(Blocks, RandomLines, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace locklab::sim

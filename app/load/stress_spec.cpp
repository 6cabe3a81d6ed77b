#include "app/load/stress_spec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <sstream>

#include "app/words/display_text.h"
#include "app/words/value_checks.h"
#include "lock/strategy.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::Problem;

enum class Kind : std::uint8_t { whole, seconds, seconds_or_none, milliseconds_or_none };

/// Valid values of an option; the bounds apply to whole numbers only.
struct Range {
  std::string_view option;
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
  Kind kind = Kind::whole;
};
constexpr std::array<Range, 15> ranges{{{"--local", 1, 99},
                                        {"--cluster", 2, 9},
                                        {"--replicas", 0, 9},
                                        {"--clients", 1, 1'000'000},
                                        {"--connections", 1, 10'000},
                                        {"--threads", 1, 256},
                                        {"--keys", 1, most_keys},
                                        {"--hold", 0, 3'600'000'000},
                                        {"--think", 0, 3'600'000'000},
                                        {"--duration", 0, 0, Kind::seconds},
                                        {"--warm-up", 0, 0, Kind::seconds_or_none},
                                        {"--ttl", 1, 86'400'000},
                                        {"--retry", 0, 0, Kind::milliseconds_or_none},
                                        {"--rate", 0, 100'000'000},
                                        {"--seed"}}};

constexpr double usual_retry_ms = 10;
constexpr std::uint64_t usual_keys = 1'000;
/// Default hold time of a shared lock, since clients in empty critical sections would hardly
/// overlap.
constexpr Duration usual_hold = 100us;
constexpr std::size_t usual_masters = 5;

Duration in_us(double number, double unit) { return Duration(std::llround(number * unit)); }

/// Parses --keys: "own", "one", "uniform", "zipf:5000", "5000".
std::optional<Problem> read_keys(const std::string& text, StressWork& work) {
  const std::size_t colon = text.find(':');
  std::string word = text.substr(0, colon);
  std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (!word.empty() &&
      std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    number = word;
    word = "uniform";
  }
  const auto choice = std::find(key_words.begin(), key_words.end(), word);
  if (choice == key_words.end())
    return Problem{"--keys", 0, 0, say("'{}' is not possible here", printable(text)),
                   sim::use_instead(word, key_words)};
  work.choice = static_cast<KeyChoice>(choice - key_words.begin());
  const bool several = work.choice == KeyChoice::uniform || work.choice == KeyChoice::zipf;
  work.keys = several ? usual_keys : work.choice == KeyChoice::one ? 1 : work.clients;
  if (number.empty() && colon == std::string::npos) return std::nullopt;
  std::uint64_t keys = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), keys);
  if (!several || error != std::errc{} || end != number.data() + number.size() || keys < 1 ||
      keys > most_keys)
    return Problem{"--keys", 0, 0, say("'{}' is not a valid number of locks", printable(text)),
                   say("write for example: {}", "--keys uniform:1000")};
  work.keys = keys;
  return std::nullopt;
}

std::variant<const Strategy*, Problem> strategy_named(const std::string& id) {
  if (const Strategy* strategy = find_strategy(id)) return strategy;
  std::vector<std::string_view> ids;
  for (const Strategy& strategy : strategies()) ids.push_back(strategy.id);
  return Problem{"--strategy", 0, 0, say("'{}' is not a strategy", printable(id)),
                 sim::use_instead(id, ids)};
}

std::variant<StressWork, Problem> work_of(const StressSpec& spec, const Strategy* strategy,
                                          std::size_t named, const Adjust& adjust) {
  StressWork work;
  work.strategy = strategy;
  work.lock = default_lock(*strategy);
  work.lock.ttl = std::chrono::milliseconds(spec.ttl_ms);
  // Zero becomes 1 us, so that a client that retries cannot starve the others of its thread.
  work.lock.retry_delay = work.lock.retry_jitter =
      std::max<Duration>(in_us(spec.retry_ms.value_or(usual_retry_ms), 1e3), 1us);
  work.clients = spec.clients;
  work.connections = spec.connections;
  work.threads = spec.threads;
  if (auto problem = read_keys(spec.keys, work)) return *problem;
  const bool is_held = work.critical_sections();
  work.hold = work.choice == KeyChoice::own || !is_held ? 0us : usual_hold;
  if (spec.hold_us && is_held) work.hold = Duration(*spec.hold_us);
  work.think = Duration(spec.think_us);
  work.duration = in_us(spec.duration_s, 1e6);
  work.warm_up = in_us(spec.warm_up_s, 1e6);
  work.rate = spec.rate;
  work.seed = spec.seed;
  work.own_servers = !spec.redis;
  if (spec.replicas) work.replicated = static_cast<std::size_t>(*spec.replicas);
  work.cluster = static_cast<std::size_t>(spec.cluster.value_or(0));
  const std::size_t usual = strategy->topology == Topology::masters ? usual_masters : 1;
  work.servers = strategy->topology == Topology::none ? 0
                 : spec.redis                         ? named
                                                      : spec.local.value_or(usual);
  for (const std::string& line : spec.faults) {
    auto strike = parse_strike(line);
    if (auto* problem = std::get_if<Problem>(&strike)) return std::move(*problem);
    work.strikes.push_back(std::get<Strike>(strike));
  }
  if (adjust)
    if (auto problem = adjust(work)) return *problem;
  if (auto problem = mistake_in(work)) return *problem;
  return work;
}

/// Finds an option without effect: a lock without critical sections is never retried or held.
std::optional<Problem> meaningless_option(const StressSpec& spec) {
  if (!spec.retry_ms && !spec.hold_us) return std::nullopt;
  std::istringstream ids(spec.strategies + ",");
  std::string last;
  for (std::string id; std::getline(ids, id, ',');) {
    const Strategy* strategy = find_strategy(id);
    if (!strategy || strategy->admits == 1) return std::nullopt;
    last = id;
  }
  if (spec.retry_ms)
    return Problem{"--retry", 0, 0,
                   say("clients of {} never retry: they ask once and take the answer", last),
                   say("set a rest between requests instead")};
  return Problem{"--hold", 0, 0, say("{} has no critical section", last),
                 say("set a rest between requests instead")};
}

/// Parses --appendfsync; each value becomes a separate load.
std::variant<std::vector<Fsync>, Problem> fsyncs_of(const StressSpec& spec) {
  if (!spec.appendfsync) return std::vector<Fsync>{Fsync::off};
  constexpr std::array all{Fsync::off, Fsync::no, Fsync::everysec, Fsync::always};
  std::vector<std::string_view> names;
  for (const Fsync one : all) names.push_back(name(one));
  std::vector<Fsync> chosen;
  std::istringstream words(*spec.appendfsync + ",");
  for (std::string word; std::getline(words, word, ',');) {
    const auto one =
        std::find_if(all.begin(), all.end(), [&](Fsync known) { return name(known) == word; });
    if (one == all.end())
      return Problem{"--appendfsync", 0, 0,
                     say("'{}' is not a value of appendfsync", printable(word)),
                     sim::use_instead(word, names)};
    chosen.push_back(*one);
  }
  return chosen;
}

}  // namespace

std::optional<Problem> wrong_value(std::string_view option, const std::string& text) {
  const auto range = std::find_if(ranges.begin(), ranges.end(),
                                  [&](const Range& one) { return one.option == option; });
  if (range == ranges.end()) return std::nullopt;
  const bool may_be_none =
      range->kind == Kind::seconds_or_none || range->kind == Kind::milliseconds_or_none;
  if (may_be_none && text == "0") return std::nullopt;
  if (range->kind == Kind::seconds || range->kind == Kind::seconds_or_none) {
    auto problem = wrong_seconds(option, text);
    if (problem && may_be_none) problem->instead = say("write seconds, 0 or 0.1 to 1000000");
    return problem;
  }
  if (range->kind == Kind::milliseconds_or_none) {
    auto problem = wrong_milliseconds(option, text);
    if (problem) problem->instead = say("write milliseconds, 0 or 0.001 to 86400000");
    return problem;
  }
  return wrong_whole_number(option, text, range->least, range->most);
}

std::variant<std::vector<StressWork>, Problem> works_of(const StressSpec& spec, std::size_t named,
                                                        const Adjust& adjust) {
  std::vector<StressWork> works;
  std::istringstream ids(spec.strategies + ",");
  const auto policies = fsyncs_of(spec);
  if (const auto* problem = std::get_if<Problem>(&policies)) return *problem;
  if (auto problem = meaningless_option(spec)) return *problem;
  for (std::string id; std::getline(ids, id, ',');) {
    const auto strategy = strategy_named(id);
    if (const auto* problem = std::get_if<Problem>(&strategy)) return *problem;
    auto work = work_of(spec, std::get<const Strategy*>(strategy), named, adjust);
    if (auto* problem = std::get_if<Problem>(&work)) return std::move(*problem);
    for (const Fsync fsync : std::get<std::vector<Fsync>>(policies)) {
      works.push_back(std::get<StressWork>(work));
      works.back().fsync = fsync;
    }
  }
  return works;
}

}  // namespace locklab::app

// Readers of load reports and of parts, which are untrusted input (part_file.h).
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "app/stress/load/lock_setting.h"
#include "app/stress/report/part_file.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "lock/switch.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t most_clients = 10'000'000;
constexpr std::uint64_t most_parts = 100'000;
constexpr std::uint64_t most_us = 1'000'000'000'000'000;

/// Validating reader of JSON fields: keeps the first problem, and reads an invalid field as zero or
/// empty.
class PartReader {
 public:
  /// The first problem; nullopt if all fields read so far were valid.
  const std::optional<Sentence>& problem() const { return problem_; }
  void wrong(const std::string& key) { wrong(say("'{}' is missing or not valid", printable(key))); }
  void wrong(const Sentence& what) {
    if (!problem_) problem_ = what;
  }

  /// Member `key`; JSON null if it is missing.
  const Json& field(const Json& object, const char* key) const {
    static const Json null;
    if (!object.is_object()) return null;
    const auto found = object.find(key);
    return found == object.end() ? null : *found;
  }
  /// Reads a count of at most `most`. The default leaves room for sums of some 2,000 counts.
  std::uint64_t count(const Json& object, const char* key, std::uint64_t most = largest) {
    const Json& value = field(object, key);
    return value_of(value, key, most);
  }
  std::uint64_t value_of(const Json& value, const char* key, std::uint64_t most = largest) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most)
      return value.get<std::uint64_t>();
    wrong(key);
    return 0;
  }
  /// Reads a time in microseconds, which may be negative.
  std::int64_t time(const Json& value, const char* key) {
    if (value.is_number_integer() && value.get<double>() < 9e15 && value.get<double>() > -9e15)
      return value.get<std::int64_t>();
    wrong(key);
    return 0;
  }
  bool flag(const Json& object, const char* key) {
    const Json& value = field(object, key);
    if (value.is_boolean()) return value.get<bool>();
    wrong(key);
    return false;
  }
  std::string text(const Json& object, const char* key) {
    const Json& value = field(object, key);
    if (value.is_string()) return value.get<std::string>();
    wrong(key);
    return {};
  }
  /// Member `key` as an array; an empty one if it is not valid.
  const Json& list(const Json& object, const char* key) {
    static const Json none = Json::array();
    const Json& value = field(object, key);
    if (value.is_array()) return value;
    wrong(key);
    return none;
  }

  static constexpr std::uint64_t largest = std::uint64_t{1} << 53;

 private:
  std::optional<Sentence> problem_;
};

/// Reads a load or a part of one, field by field.
class Reading {
 public:
  explicit Reading(const Json& report)
      : report_(report),
        shard_(read_.field(report, "shard")),
        is_part_(!shard_.is_null()),
        raw_(is_part_ ? shard_ : read_.field(report, "raw")) {}

  std::variant<StressResult, Sentence> result() {
    const bool fits = read_.count(report_, "format", 1'000'000) == load_format &&
                      (!is_part_ || read_.count(shard_, "format", 1'000'000) == part_format);
    if (!fits || read_.problem()) return say("it has a format that this version does not read");
    read_work();
    if (read_.problem()) return *read_.problem();
    if (is_part_) read_part();
    if (read_.problem()) return *read_.problem();
    read_origin();
    read_totals();
    read_measures();
    read_safety();
    read_servers();
    if (read_.problem()) return *read_.problem();
    return std::move(result_);
  }

 private:
  Duration duration(const Json& object, const char* key) {
    return Duration(static_cast<std::int64_t>(read_.count(object, key, most_us)));
  }

  void read_work() {
    const Json& json = read_.field(report_, "work");
    StressWork& work = result_.work;
    work.strategy = find_strategy(read_.text(json, "strategy"));
    if (!work.strategy) return read_.wrong("strategy");
    work.lock = default_lock(*work.strategy);
    work.clients = static_cast<std::uint32_t>(read_.count(json, "clients", most_clients));
    work.connections = static_cast<std::uint32_t>(read_.count(json, "connections", most_clients));
    work.threads = static_cast<std::uint32_t>(read_.count(json, "threads", 1'000));
    if (read_.field(json, "processes") == true)
      result_.warnings.push_back(
          say("the clients were processes, which loads no longer have, and those of the limit were "
              "not: the share of the limit is too low"));
    work.servers = read_.count(json, "servers", 1'000);
    work.own_servers = read_.flag(json, "own_servers");
    if (work.own_servers) work.replicated = read_.count(json, "replicas", 1'000);
    const std::string fsync = read_.text(json, "appendfsync");
    for (const Fsync one : {Fsync::no, Fsync::everysec, Fsync::always})
      if (fsync == name(one)) work.fsync = one;
    const auto choice =
        std::find(key_words.begin(), key_words.end(), read_.text(json, "key_choice"));
    if (choice == key_words.end()) return read_.wrong("key_choice");
    work.choice = static_cast<KeyChoice>(choice - key_words.begin());
    work.keys = read_.count(json, "keys");
    work.hold = duration(json, "hold_us");
    work.think = duration(json, "think_us");
    work.duration = duration(json, "duration_us");
    work.warm_up = duration(json, "warm_up_us");
    work.rate = read_.count(json, "rate");
    const Json& seed = read_.field(json, "seed");
    if (!seed.is_number_unsigned()) return read_.wrong("seed");
    work.seed = seed.get<std::uint64_t>();
    work.lock.ttl = duration(json, "ttl_us");
    work.lock.retry_delay = work.lock.retry_jitter = duration(json, "retry_us");
    read_settings(read_.field(json, "settings"));
    for (const Json& line : read_.list(json, "faults")) {
      if (!line.is_string()) return read_.wrong("faults");
      // Other versions may have had faults that this one does not know.
      const auto strike = parse_strike(printable(line.get<std::string>()));
      if (const auto* problem = std::get_if<sim::Problem>(&strike))
        return read_.wrong(sim::sentence(sim::Problem{"", 0, 0, problem->what, problem->instead}));
      work.strikes.push_back(std::get<Strike>(strike));
    }
  }

  void read_settings(const Json& settings) {
    const Strategy& strategy = *result_.work.strategy;
    for (const auto switches : {common_switches(strategy), strategy.switches})
      for (const Switch& one : switches) {
        const Json& value = read_.field(settings, std::string(one.name).c_str());
        if (value.is_null()) continue;
        const auto number = setting_in(one, value);
        if (!number) return read_.wrong("settings");
        one.set(result_.work.lock, *number);
      }
  }

  void read_origin() {
    const Json& made = read_.field(report_, "made");
    Origin& origin = result_.origin;
    origin.at_us = static_cast<std::int64_t>(read_.count(made, "at_us", UINT64_MAX / 2));
    origin.version = printable(read_.text(made, "locklab"));
    origin.machine = printable(read_.text(made, "machine"));
    origin.command = printable(read_.text(made, "command"));
    for (const Json& server : read_.list(made, "redis")) {
      if (!server.is_string()) return read_.wrong("redis");
      origin.servers.push_back(printable(server.get<std::string>()));
    }
  }

  void read_part() {
    LoadPart& part = result_.work.part.emplace();
    part.of = static_cast<std::uint32_t>(read_.count(shard_, "of", most_parts));
    const std::uint64_t number = read_.count(shard_, "number", most_parts);
    if (number < 1 || number > part.of || result_.work.clients < part.of)
      return read_.wrong("number");
    part.number = static_cast<std::uint32_t>(number - 1);
    part.load = read_.text(shard_, "load");
    PartResult& told = result_.part.emplace();
    told.begun_at_us = read_.time(read_.field(shard_, "begun_at_us"), "begun_at_us");
    told.clock_error_us = static_cast<std::int64_t>(read_.count(shard_, "clock_error_us", most_us));
    told.server_run = read_.text(shard_, "server_run");
    read_holds(read_.field(shard_, "holds"));
  }

  void read_holds(const Json& json) {
    std::vector<KeptHold> holds;
    for (const Json& row : read_.list(json, "kept")) {
      if (!row.is_array() || row.size() < 5 || row.size() > 6) return read_.wrong("kept");
      KeptHold kept;
      kept.lock = read_.value_of(row[0], "kept") - 1;
      kept.hold.client = static_cast<std::uint32_t>(read_.value_of(row[1], "kept") - 1);
      kept.hold.wanted_us = read_.time(row[2], "kept");
      kept.hold.entered_us = read_.time(row[3], "kept");
      kept.hold.left_us = read_.time(row[4], "kept");
      if (row.size() == 6) kept.hold.token = read_.time(row[5], "kept");
      const bool fits = kept.lock < result_.work.keys && kept.hold.client < result_.work.clients &&
                        result_.work.part->has(kept.hold.client) &&
                        kept.hold.left_us >= kept.hold.entered_us;
      if (!fits) return read_.wrong("kept");
      holds.push_back(kept);
    }
    result_.part->holds = KeptHolds::of(std::move(holds), read_.count(json, "seen"),
                                        read_.count(json, "one_slice_of", std::uint64_t{1} << 20),
                                        read_.count(json, "dropped"));
  }

  void read_totals() {
    result_.measured = duration(report_, "measured_us");
    result_.measured_from_us = us(result_.work.warm_up);
    result_.interrupted = read_.flag(report_, "interrupted");
    if (const Json& problem = read_.field(report_, "problem"); problem.is_string())
      result_.problem = LiveProblem{Sentence::text(printable(problem.get<std::string>())), {}};
    // Files of older versions have no replies, outages or lock-outs.
    if (const Json& replies = read_.field(report_, "replies"); !replies.is_null())
      result_.measures.replies = read_.value_of(replies, "replies");
    if (!read_.field(report_, "outages").is_null()) read_outages();
    if (const Json& lockout = read_.field(report_, "lockout"); !lockout.is_null())
      read_lockout(lockout);
    const Json& limit = read_.field(report_, "limit");
    for (const auto& [key, to] :
         {std::pair("before", &result_.limit_before), std::pair("after", &result_.limit_after)})
      if (const Json& value = read_.field(limit, key); !value.is_null())
        *to = read_.value_of(value, key);
    result_.yes_commands =
        static_cast<std::uint32_t>(read_.count(limit, "yes_commands", 1'000'000));
    result_.no_commands = static_cast<std::uint32_t>(read_.count(limit, "no_commands", 1'000'000));
  }

  void read_outages() {
    for (const Json& one : read_.list(report_, "outages")) {
      Outage outage;
      outage.server = read_.count(one, "server", most_parts);
      if (outage.server-- == 0) return read_.wrong("outages");
      outage.from = Duration(read_.time(read_.field(one, "from_us"), "from_us"));
      if (const Json& until = read_.field(one, "until_us"); !until.is_null())
        outage.until = Duration(read_.time(until, "until_us"));
      outage.why = Sentence::text(printable(read_.text(one, "why")));
      result_.outages.push_back(outage);
    }
  }

  void read_lockout(const Json& json) {
    LoadLockout& lockout = result_.lockout.emplace();
    lockout.lock = read_.count(json, "lock");
    if (lockout.lock-- == 0) return read_.wrong("lockout");
    lockout.from = Duration(read_.time(read_.field(json, "from_us"), "from_us"));
    lockout.to = Duration(read_.time(read_.field(json, "to_us"), "to_us"));
    if (lockout.to < lockout.from) return read_.wrong("lockout");
    lockout.to_the_end = read_.flag(json, "to_the_end");
  }

  Histogram histogram(const Json& json, const char* key) {
    std::vector<Histogram::Filled> filled;
    for (const Json& pair : read_.list(json, "buckets")) {
      if (!pair.is_array() || pair.size() != 2) {
        read_.wrong(key);
        return {};
      }
      filled.push_back(
          {static_cast<std::size_t>(read_.value_of(pair[0], key)), read_.value_of(pair[1], key)});
    }
    const auto made =
        Histogram::of(filled, read_.count(json, "sum", UINT64_MAX), read_.count(json, "max"));
    if (!made) read_.wrong(key);
    return made.value_or(Histogram());
  }

  Counts counts(const Json& json) {
    return {.acquired = read_.count(json, "acquired"),
            .released = read_.count(json, "released"),
            .attempts = read_.count(json, "attempts"),
            // Null in the total of a lock without critical sections; old files have only a total.
            .retries = json.contains("retries") && !json["retries"].is_null()
                           ? read_.count(json, "retries")
                           : 0,
            .refused = read_.count(json, "refused"),
            .gave_up = read_.count(json, "gave_up"),
            .decided = read_.count(json, "decided"),
            .stuck = read_.count(json, "stuck"),
            .unserved = read_.count(json, "unserved"),
            .renewed = read_.count(json, "renewed"),
            .lost = read_.count(json, "lost"),
            .not_owner = read_.count(json, "not_owner"),
            .in_doubt = read_.count(json, "in_doubt"),
            .silences = read_.count(json, "silences"),
            .refusals = read_.count(json, "refusals")};
  }

  std::map<std::string, std::uint64_t> errors(const Json& json) {
    std::map<std::string, std::uint64_t> all;
    if (json.is_object())
      for (const auto& [error, times_seen] : json.items())
        all[printable(error)] = read_.value_of(times_seen, "errors");
    return all;
  }

  void read_measures() {
    Measures& m = result_.measures;
    m.counts = counts(read_.field(report_, "counts"));
    const Json& times = read_.field(raw_, "histograms");
    m.acquire = histogram(read_.field(times, "acquire"), "acquire");
    m.hold = histogram(read_.field(times, "hold"), "hold");
    m.release = histogram(read_.field(times, "release"), "release");
    m.hand_over = histogram(read_.field(times, "hand_over"), "hand_over");
    m.longest_wait_us = static_cast<std::int64_t>(read_.count(report_, "longest_wait_us", most_us));
    if (const Json& late = read_.field(report_, "late_us"); !late.is_null())
      m.late_us = read_.time(late, "late_us");  // files of older versions have none
    m.errors = errors(read_.field(report_, "errors"));
    const Json& acquired = read_.list(raw_, "acquired_by_client");
    const std::uint64_t most = PartReader::largest / std::max<std::size_t>(acquired.size(), 1);
    for (const Json& one : acquired)
      m.acquired_by_client.push_back(read_.value_of(one, "acquired_by_client", most));
    if (m.acquired_by_client.size() != result_.work.clients_here())
      read_.wrong("acquired_by_client");
    const Json& shown = read_.list(report_, "seconds");
    const Json& kept = read_.list(raw_, "seconds");
    if (shown.size() != kept.size()) return read_.wrong("seconds");
    for (std::size_t i = 0; i < shown.size(); ++i) read_second(shown[i], kept[i]);
  }

  void read_second(const Json& shown, const Json& kept) {
    Second& second = result_.measures.seconds.emplace_back();
    second.counts = counts(shown);
    second.violations = read_.count(shown, "violations");
    second.longest_wait_us =
        static_cast<std::int64_t>(read_.count(shown, "longest_wait_us", most_us));
    second.backlog = read_.count(shown, "backlog");
    second.acquire = histogram(kept, "seconds");
    second.acquire.pack();
    second.errors = errors(read_.field(shown, "errors"));
    auto& server = result_.server_seconds.emplace_back();
    if (const Json& time = read_.field(shown, "server_processor_us"); !time.is_null())
      server = ServerSecond{read_.time(time, "server_processor_us"),
                            read_.count(shown, "server_commands")};
  }

  Hold hold(const Json& json) {
    Hold one;
    const std::uint64_t client = read_.count(json, "client", most_clients);
    if (client == 0) read_.wrong("client");
    one.client = static_cast<std::uint32_t>(client - 1);
    one.entered_us =
        read_.time(read_.field(json, "entered_us"), "entered_us") + result_.measured_from_us;
    if (const Json& left = read_.field(json, "left_us"); !left.is_null())
      one.left_us = read_.time(left, "left_us") + result_.measured_from_us;
    if (const Json& token = read_.field(json, "token"); !token.is_null())
      one.token = read_.time(token, "token");
    return one;
  }

  void read_safety() {
    const Json& safety = read_.field(report_, "safety");
    for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i)
      result_.harms[i] = read_.count(
          read_.field(safety, std::string(name(static_cast<Harm>(i))).c_str()), "times");
    for (const Json& one : read_.list(safety, "violations")) {
      const std::string kind = read_.text(one, "kind");
      std::size_t harm = 0;
      while (harm < static_cast<std::size_t>(Harm::count_) && name(static_cast<Harm>(harm)) != kind)
        ++harm;
      if (harm == static_cast<std::size_t>(Harm::count_)) return read_.wrong("kind");
      const std::uint64_t lock = read_.count(one, "lock");
      if (lock == 0) return read_.wrong("lock");
      result_.violations.push_back({static_cast<Harm>(harm), lock - 1,
                                    hold(read_.field(one, "first")),
                                    hold(read_.field(one, "second"))});
      if (const Json& file = read_.field(one, "trace"); file.is_string())
        result_.violations.back().file = file.get<std::string>();
    }
    const Json& admitted = read_.field(safety, "admissions");
    Admissions& all = result_.admissions;
    all.granted = read_.count(admitted, "granted");
    all.too_many = read_.count(admitted, "too_many");
    all.lacking = read_.count(admitted, "lacking");
    if (!read_.field(admitted, "uncounted").is_null())
      all.uncounted = read_.count(admitted, "uncounted", result_.work.keys);
    if (!is_part_) return;
    all.most = read_.count(shard_, "most", UINT64_MAX);
    for (const Json& row : read_.list(shard_, "admitted")) {
      if (!row.is_array() || row.size() != 3) return read_.wrong("admitted");
      all.shared.push_back({.lock = read_.value_of(row[0], "admitted") - 1,
                            .granted = read_.value_of(row[1], "admitted"),
                            .taken = read_.value_of(row[2], "admitted")});
    }
  }

  void read_servers() {
    for (const Json& one : read_.list(report_, "servers")) {
      result_.servers.push_back(printable(read_.text(one, "server")));
      if (!read_.field(one, "measured_us").is_number()) continue;
      result_.meters.resize(result_.servers.size());
      result_.meters.back() =
          ServerReading{.at_us = static_cast<std::int64_t>(read_.count(one, "measured_us")),
                        .processor_us = static_cast<std::int64_t>(read_.count(one, "processor_us")),
                        .commands = read_.count(one, "commands"),
                        .bytes = read_.count(one, "bytes")};
    }
  }

  PartReader read_;
  const Json& report_;
  const Json& shard_;
  const bool is_part_;
  const Json& raw_;  ///< whole histograms and per-client shares
  StressResult result_;
};

}  // namespace

std::variant<StressResult, Sentence> read_load(const nlohmann::ordered_json& report) {
  if (!is_load_report(report)) return say("it is not the report of a load");
  if (report.contains("loads")) return say("it holds several loads");
  if (report.contains("shard")) return say("it is a part of a load: merge all of them first");
  return Reading(report).result();
}

std::variant<std::vector<StressResult>, Sentence> read_loads(const nlohmann::ordered_json& report) {
  std::vector<StressResult> all;
  const auto take = [&](const Json& one) -> std::optional<Sentence> {
    auto load = read_load(one);
    if (const auto* what = std::get_if<Sentence>(&load)) return *what;
    all.push_back(std::move(std::get<StressResult>(load)));
    return std::nullopt;
  };
  if (is_load_report(report) && report.contains("loads") && report["loads"].is_array()) {
    for (const Json& one : report["loads"])
      if (auto what = take(one)) return *what;
  } else if (auto what = take(report)) {
    return *what;
  }
  return all;
}

std::variant<StressResult, Sentence> read_part(const nlohmann::ordered_json& report) {
  if (!is_load_report(report)) return say("it is not the report of a load");
  if (report.contains("loads")) return say("it holds several loads");
  if (!report.contains("shard"))
    return report.contains("merged") ? say("it has been merged already")
                                     : say("it is a whole load, and not a part of one");
  return Reading(report).result();
}

}  // namespace locklab::app

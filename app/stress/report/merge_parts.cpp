#include "app/stress/report/merge_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/stress/hold_comparison.h"
#include "app/stress/report/report_data.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

using sim::Problem;

/// Starts of generators farther apart than this cause a warning.
constexpr std::int64_t noticeably_apart_us = 100'000;

Problem wrong(const std::string& file, const Sentence& what, const Sentence& instead) {
  return {file, 0, 0, what, instead};
}

std::optional<Problem> other_load(const NamedPart& part, const NamedPart& first) {
  const StressResult& a = first.result;
  const StressResult& b = part.result;
  const Sentence instead = say("merge the parts of one load");
  const std::string name = printable(first.file);
  if (work_json(a.work) != work_json(b.work))
    return wrong(part.file, say("it has other options than {}", name), instead);
  if (a.work.part->of != b.work.part->of)
    return wrong(
        part.file,
        say("it is one of {} parts, and {} one of {}", b.work.part->of, name, a.work.part->of),
        instead);
  if (a.work.part->load != b.work.part->load)
    return wrong(part.file, say("it belongs to another load than {}", name), instead);
  if (a.part->server_run != b.part->server_run)
    return wrong(part.file,
                 say("its first server was another one than that of {}, or was restarted", name),
                 say("run all parts at the same time, with --redis in the same order"));
  const std::int64_t apart_us = std::abs(a.part->begun_at_us - b.part->begun_at_us);
  if (apart_us >= us(a.work.warm_up + a.work.duration))
    return wrong(part.file, say("it ran at another time than {}", name),
                 say("run all parts at the same time, with the same --start-at"));
  return std::nullopt;
}

std::optional<Problem> misfit(std::vector<NamedPart>& parts) {
  std::sort(parts.begin(), parts.end(), [](const NamedPart& a, const NamedPart& b) {
    return a.result.work.part->number < b.result.work.part->number;
  });
  for (const NamedPart& part : parts)
    if (auto problem = other_load(part, parts.front())) return problem;
  const std::uint32_t of = parts.front().result.work.part->of;
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (const std::uint32_t number = parts[i].result.work.part->number;
        number == parts[i - 1].result.work.part->number)
      return wrong(
          parts[i].file,
          say("it is part {} of {}, as is {}", number + 1, of, printable(parts[i - 1].file)),
          say("name each part once"));
  std::string missing;
  std::uint32_t next = 0;
  for (std::uint32_t i = 0, count = 0; i < of && count <= 10; ++i) {
    if (next < parts.size() && parts[next].result.work.part->number == i) {
      ++next;
      continue;
    }
    missing += fmt::format("{}{}", missing.empty() ? "" : ", ",
                           ++count <= 10 ? fmt::to_string(i + 1) : "...");
  }
  if (missing.empty()) return std::nullopt;
  return wrong("merge", say("of {} parts these are missing: {}", of, missing),
               say("name the reports of all parts"));
}

void add(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& part, bool first) {
  if (first) {
    sum = part;
  } else if (sum) {
    sum = part ? std::optional(*sum + *part) : std::nullopt;
  }
}

/// Expands the part's per-client counts to the client numbers of the whole load.
void spread(StressResult& part) {
  std::vector<std::uint64_t> all(part.work.clients);
  for (std::size_t i = 0; i < part.measures.acquired_by_client.size(); ++i)
    all[part.work.part->number + i * part.work.part->of] = part.measures.acquired_by_client[i];
  part.measures.acquired_by_client = std::move(all);
}

/// Admissions of all parts; those of shared locks are judged by the sum of their grants.
Admissions all_admitted(const std::vector<NamedPart>& parts) {
  Admissions sum;
  struct Lock {
    std::uint64_t granted = 0;
    std::uint64_t taken = 0;
    bool counted = false;  ///< by any generator
  };
  std::map<std::uint64_t, Lock> locks;
  for (const NamedPart& part : parts) {
    const Admissions& one = part.result.admissions;
    sum.granted += one.granted;
    sum.most = std::max(sum.most, one.most);
    // A generator has judged its unshared locks completely.
    sum.too_many += one.shared.empty() ? one.too_many : 0;
    sum.lacking += one.shared.empty() ? one.lacking : 0;
    sum.uncounted += one.shared.empty() ? one.uncounted : 0;
    const std::uint64_t counted = part.result.work.keys - one.uncounted;
    for (const Admissions::Shared& shared : one.shared) {
      Lock& lock = locks[shared.lock];
      lock.granted += shared.granted;
      lock.counted = lock.counted || shared.lock < counted;
      lock.taken = std::max(lock.taken, shared.taken);  // the latest reading
    }
  }
  const bool counts = parts.front().result.work.strategy->atomic_work != nullptr;
  for (const auto& [number, lock] : locks) {
    if (sum.most > 0 && lock.granted > sum.most) sum.too_many += lock.granted - sum.most;
    if (!counts) continue;
    sum.uncounted += !lock.counted;
    if (lock.counted && lock.granted > lock.taken) sum.lacking += lock.granted - lock.taken;
  }
  return sum;
}

Hold later(Hold hold, std::int64_t us) {
  hold.wanted_us += us;
  hold.entered_us += us;
  if (hold.left_us >= 0) hold.left_us += us;
  return hold;
}

/// Compares the holds of all parts, relative to the earliest start.
void compare(std::vector<NamedPart>& parts, std::int64_t begun_at_us, StressResult& whole) {
  MergeResult& merge = *whole.merge;
  for (const NamedPart& part : parts)
    merge.one_slice_of = std::max(merge.one_slice_of, part.result.part->holds.one_slice_of());
  std::vector<GeneratorHolds> all;
  for (NamedPart& part : parts) {
    KeptHolds& kept = part.result.part->holds;
    merge.seen += kept.seen();
    kept.thin_to(merge.one_slice_of);
    merge.compared += kept.holds().size();
    GeneratorHolds& holds =
        all.emplace_back(GeneratorHolds{kept.holds(), part.result.part->clock_error_us});
    const std::int64_t later_us = part.result.part->begun_at_us - begun_at_us;
    for (KeptHold& one : holds.holds) one.hold = later(one.hold, later_us);
  }
  HoldComparison compared = compare_holds(all);
  merge.overlaps = compared.overlaps;
  merge.possible = compared.possible;
  merge.tokens = compared.tokens_twice + compared.tokens_fell;
  whole.harms[static_cast<std::size_t>(Harm::overlap)] += merge.overlaps;
  whole.harms[static_cast<std::size_t>(Harm::token_fell)] += merge.tokens;
  whole.violations.insert(whole.violations.end(), compared.violations.begin(),
                          compared.violations.end());
}

}  // namespace

std::variant<StressResult, Problem> merge_parts(std::vector<NamedPart> parts) {
  if (auto problem = misfit(parts)) return *problem;
  StressResult whole;
  whole.work = parts.front().result.work;
  whole.work.part.reset();
  whole.servers = parts.front().result.servers;
  whole.warnings = parts.front().result.warnings;
  whole.origin = parts.front().result.origin;  // with the command of one part only
  whole.server_seconds = parts.front().result.server_seconds;
  whole.yes_commands = parts.front().result.yes_commands;
  whole.no_commands = parts.front().result.no_commands;
  // All parts have read the same servers, which count the commands of every part.
  whole.meters = parts.front().result.meters;
  whole.measured_from_us = us(whole.work.warm_up);
  MergeResult& merge = whole.merge.emplace();
  merge.generators = parts.size();
  const auto by_start = [](const NamedPart& a, const NamedPart& b) {
    return a.result.part->begun_at_us < b.result.part->begun_at_us;
  };
  const auto [first, last] = std::minmax_element(parts.begin(), parts.end(), by_start);
  const std::int64_t begun_at_us = first->result.part->begun_at_us;
  merge.apart_us = last->result.part->begun_at_us - begun_at_us;
  for (NamedPart& named : parts) {
    StressResult& part = named.result;
    const bool is_first = &named == &parts.front();
    spread(part);
    whole.measures.add(part.measures);
    whole.measured = std::max(whole.measured, part.measured);
    whole.interrupted = whole.interrupted || part.interrupted;
    if (part.problem && !whole.problem) whole.problem = part.problem;
    if (part.lockout && (!whole.lockout || whole.lockout->length() < part.lockout->length()))
      whole.lockout = part.lockout;
    add(whole.limit_before, part.limit_before, is_first);
    add(whole.limit_after, part.limit_after, is_first);
    merge.clock_error_us = std::max(merge.clock_error_us, part.part->clock_error_us);
    for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i)
      whole.harms[i] += part.harms[i];
    const std::int64_t later_us = part.part->begun_at_us - begun_at_us;
    for (const Violation& one : part.violations)
      whole.violations.push_back(
          {one.harm, one.lock, later(one.first, later_us), later(one.second, later_us)});
    if (part.part->holds.dropped() > 0)
      whole.warnings.push_back(say("part {} had no room for {} holds: they were not compared",
                                   part.work.part->number + 1, part.part->holds.dropped()));
  }
  whole.admissions = all_admitted(parts);
  if (merge.apart_us > noticeably_apart_us)
    whole.warnings.push_back(
        say("the parts began {} ms apart: give all the same --start-at", merge.apart_us / 1'000));
  compare(parts, begun_at_us, whole);
  return whole;
}

}  // namespace locklab::app

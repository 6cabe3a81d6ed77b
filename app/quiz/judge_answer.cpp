#include "app/quiz/judge_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/runs/judged_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::uint64_t most_lease_ms = 86'400'000;

std::variant<JudgedRun, sim::Problem> judged(const sim::Library& library, const std::string& name) {
  auto opened = open_named(library, name);
  if (auto* problem = std::get_if<sim::Problem>(&opened)) return std::move(*problem);
  return simulate_and_judge(std::get<sim::OpenedRun>(opened));
}

std::uint64_t lease_of(const ShownRun& run) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(run.trace().info.ttl_us / 1000, 1));
}

/// Whether the run is safe with that lease; nullopt if the lock cannot have it.
std::optional<bool> is_safe(const sim::Library& library, const ShownRun& run, std::uint64_t ms) {
  const auto name = with_lease(run, ms);
  return name ? keeps_promises(library, *name) : std::nullopt;
}

std::string_view trimmed_line(std::string_view line) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t begin = line.find_first_not_of(blank);
  if (begin == line.npos) return {};
  return line.substr(begin, line.find_last_not_of(blank) + 1 - begin);
}

}  // namespace

std::optional<std::string> with_lease(const ShownRun& run, std::uint64_t ms) {
  for (Setting setting : settings_of(run))
    if (setting.key == "ttl_ms") {
      setting.number = static_cast<double>(ms);
      return with_setting(run, setting);
    }
  return std::nullopt;
}

std::optional<bool> keeps_promises(const sim::Library& library, const std::string& name) {
  const auto run = judged(library, name);
  const auto* made = std::get_if<JudgedRun>(&run);
  return made ? std::optional(!breaks_a_promise(*made)) : std::nullopt;
}

bool is_least_lease(const sim::Library& library, const ShownRun& run, std::uint64_t ms) {
  if (ms < 2 || ms > most_lease_ms) return false;
  return is_safe(library, run, ms) == true && is_safe(library, run, ms - 1) == false;
}

std::optional<std::uint64_t> least_lease(const sim::Library& library, const ShownRun& run) {
  const std::uint64_t now = lease_of(run);
  std::optional<std::uint64_t> safe, unsafe;
  // Returns false if the lock cannot have that lease; the run then offers no question.
  const auto try_lease = [&](std::uint64_t ms) {
    const auto kept = is_safe(library, run, ms);
    if (kept) (*kept ? safe : unsafe) = ms;
    return kept.has_value();
  };
  if (!try_lease(now)) return std::nullopt;
  for (const double factor : {1.25, 1.5, 2.0, 3.0, 5.0, 10.0})
    if (!safe &&
        !try_lease(static_cast<std::uint64_t>(std::llround(static_cast<double>(now) * factor))))
      return std::nullopt;
  for (std::uint64_t shorter = now / 2; safe && !unsafe && shorter > 0; shorter /= 2)
    if (!try_lease(shorter)) return std::nullopt;
  if (!safe || !unsafe || *unsafe >= *safe) return std::nullopt;
  while (*safe - *unsafe > 1)
    if (!try_lease(*unsafe + (*safe - *unsafe) / 2)) return std::nullopt;
  return safe;
}

std::variant<bool, sim::Problem> breaks_lock(const sim::Library& library, const ShownRun& run,
                                             const std::string& fault) {
  std::string_view line = trimmed_line(fault);
  if (line.starts_with("fault")) {
    line = trimmed_line(line.substr(5));
    if (line.starts_with('=')) line = trimmed_line(line.substr(1));
  }
  const sim::Problem no_fault{"", 0, 0, say("this is not a fault"),
                              say("write it as {}",
                                  "{when=\"alice entered\", "
                                  "pause={client=\"alice\", ms=600}}")};
  if (!line.starts_with('{')) return no_fault;
  const auto before = sim::parse_run_name(run.judged.name);
  const std::string name = run.judged.name + " fault=" + std::string(line);
  const auto after = sim::parse_run_name(name);
  if (const auto* problem = std::get_if<sim::Problem>(&after))
    return sim::Problem{"", 0, 0, problem->what, problem->instead};
  // The line may only add one fault, and must not change the run in any other way.
  sim::RunName without = std::get<sim::RunName>(after);
  if (without.changes.faults.empty()) return no_fault;
  without.changes.faults.pop_back();
  if (!std::holds_alternative<sim::RunName>(before) ||
      sim::to_string(without) != sim::to_string(std::get<sim::RunName>(before)))
    return no_fault;
  const auto made = judged(library, name);
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return sim::Problem{"", 0, 0, problem->what, problem->instead};
  return breaks_a_promise(std::get<JudgedRun>(made));
}

std::optional<std::string> breaking_fault(const sim::Library& library, const ShownRun& run) {
  const sim::TraceInfo& info = run.trace().info;
  const std::uint64_t lease = lease_of(run);
  std::vector<std::string> faults;
  for (const std::string& client : info.clients) {
    faults.push_back(fmt::format("{{when=\"{0} entered\", pause={{client=\"{0}\", ms={1}}}}}",
                                 client, 2 * lease));
    faults.push_back(fmt::format("{{when=\"{0} entered\", crash={{client=\"{0}\"}}}}", client));
    for (const std::string& node : info.nodes) {
      faults.push_back(fmt::format("{{when=\"{} entered\", kill={{node=\"{}\"}}}}", client, node));
      faults.push_back(
          fmt::format("{{when=\"{} entered\", jump={{node=\"{}\", ms={}}}}}", client, node, lease));
    }
  }
  for (const std::string& fault : faults) {
    const auto broken = breaks_lock(library, run, fault);
    if (const bool* yes = std::get_if<bool>(&broken); yes && *yes) return fault;
  }
  return std::nullopt;
}

}  // namespace locklab::app

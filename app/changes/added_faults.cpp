#include "app/changes/added_faults.h"

#include <algorithm>

#include "sim/scenario/fault_plan.h"

namespace locklab::app {

namespace {

/// Finds the injections of added faults in a trace.
class OwnStrikes {
 public:
  OwnStrikes(const ShownRun& run, std::span<const sim::Fault> own)
      : first_(run.judged.scenario.faults.size() - own.size()),
        strikes_(sim::strikes_of(run.judged.scenario.faults, run.trace())) {}
  bool shown_by(std::size_t fault, std::size_t event) const {
    const std::vector<std::size_t>& shown = strikes_[first_ + fault];
    return std::binary_search(shown.begin(), shown.end(), event);
  }

 private:
  std::size_t first_;  ///< number of the scenario's own faults, which come first
  std::vector<std::vector<std::size_t>> strikes_;
};

}  // namespace

std::vector<std::string> added_faults(const ShownRun& run) { return run.name.changes.faults; }

std::span<const sim::Fault> added(const ShownRun& run) {
  // The scenario's faults come first, then the added ones.
  const std::vector<sim::Fault>& all = run.judged.scenario.faults;
  const std::size_t own = std::min(added_faults(run).size(), all.size());
  return std::span(all).last(own);
}

std::string without_fault(const ShownRun& run, std::size_t fault) {
  sim::RunName name = run.name;
  if (fault < name.changes.faults.size())
    name.changes.faults.erase(name.changes.faults.begin() + static_cast<std::ptrdiff_t>(fault));
  return sim::to_string(name);
}

std::string with_fault(const ShownRun& run, std::optional<std::size_t> fault,
                       const std::string& text) {
  sim::RunName name = run.name;
  if (fault && *fault < name.changes.faults.size()) {
    name.changes.faults[*fault] = text;
  } else {
    name.changes.faults.push_back(text);
  }
  return sim::to_string(name);
}

std::optional<std::uint32_t> strike_of(const ShownRun& run, std::size_t fault) {
  const std::span<const sim::Fault> own = added(run);
  if (fault >= own.size()) return std::nullopt;
  const sim::Trace& trace = run.trace();
  const OwnStrikes strikes(run, own);
  std::optional<std::uint32_t> last;
  for (const Mark& mark : run.scene.alarms) {
    if (mark.kind == MarkKind::violation || mark.event == none_at) continue;
    if (last && mark.at != trace[*last].at) break;
    if (strikes.shown_by(fault, mark.event)) last = mark.event;
  }
  return last;
}

std::optional<std::size_t> added_fault_at(const ShownRun& run, std::uint32_t event) {
  const std::span<const sim::Fault> own = added(run);
  if (own.empty()) return std::nullopt;
  const OwnStrikes strikes(run, own);
  for (std::size_t i = own.size(); i-- > 0;) {
    if (strikes.shown_by(i, event)) return i;
  }
  return std::nullopt;
}

}  // namespace locklab::app

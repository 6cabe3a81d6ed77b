#include "app/changes/delayed_run.h"

#include <fmt/format.h>

#include <cmath>

#include "app/changes/added_faults.h"
#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

/// Index of the added fault that already delays this message; nullopt if none.
std::optional<std::size_t> delay_of(const ShownRun& run, const Spot& message) {
  const std::string moment = message_moment(run, message);
  for (std::size_t i = 0; i < added(run).size(); ++i) {
    const FaultForm form = form_of(run, i);
    if (form.kind == FaultKind::delay && form.at_event && form.moment == moment &&
        form.replies == message.reply && form.requests != message.reply)
      return i;
  }
  return std::nullopt;
}

}  // namespace

double earliest_arrival(const ShownRun& run, const Spot& message) {
  const auto now = arrival(run, message);
  if (!now) return 0;
  const auto delayed = delay_of(run, message);
  const auto by = delayed ? added(run)[*delayed].duration : std::nullopt;
  return static_cast<double>(*now - (by ? us(*by) : 0));
}

Sentence no_earlier(double earliest_us) {
  return say("It cannot arrive before {}: a fault can only delay it",
             fmt::format("{:.3f} ms", earliest_us / 1000));
}

std::optional<std::string> delayed_run(const ShownRun& run, const Spot& message, double to_us) {
  if (!arrival(run, message)) return std::nullopt;
  const double by_ms = (std::round(to_us) - earliest_arrival(run, message)) / 1000;
  if (!is_size(SizeKind::time, by_ms)) return std::nullopt;
  const BreakingTool& delay = breaking_tools()[breaking_tool("delay")];
  const auto text = fault_text(form_for(run, delay, message, by_ms, 0), run);
  const auto* fault = std::get_if<std::string>(&text);
  if (!fault) return std::nullopt;
  return with_fault(run, delay_of(run, message), *fault);
}

}  // namespace locklab::app

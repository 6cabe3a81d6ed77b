#include "app/gui/update/first_strike.h"

#include <algorithm>
#include <utility>

#include "app/changes/fault_tools.h"
#include "app/gui/update/navigation.h"
#include "app/timeline/causes/plain_wording.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

/// The first entry of any client.
std::optional<std::uint32_t> first_entry(const sim::Trace& trace) {
  for (std::size_t i = trace.first(); i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::entered) return static_cast<std::uint32_t>(i);
  return std::nullopt;
}

ClientId holder_struck(const Model& model) {
  return model.run->trace()[*first_entry(model.run->trace())].client;
}

/// A pause longer than the lease, regardless of the size chosen for other runs.
double first_pause_ms(const Model& model) {
  return usual_size(breaking_tools()[breaking_tool("pause")], *model.run).value_or(0);
}

std::string milliseconds(double ms) { return size_text(ms) + " ms"; }

}  // namespace

void arrive_at_first_strike(Model& model, const std::string& name) {
  const auto entry = first_entry(model.run->trace());
  model.first_strike = model.first_strike && name == first_strike_example && entry.has_value();
  if (model.first_strike) go_to_event(model, *entry);
}

bool is_first_strike(const Model& model) {
  if (!model.first_strike || model.tool != breaking_tool("pause") || !model.run) return false;
  const auto entry = first_entry(model.run->trace());
  return model.branch == 0 && entry && model.cursor.events == std::size_t{*entry} + 1;
}

std::optional<intent::Break> first_strike(const Model& model, const intent::Break& wanted) {
  const std::size_t lane = model.run->scene.lane_of(holder_struck(model));
  if (wanted.spot.kind != SpotKind::lane || wanted.spot.lane != lane) return std::nullopt;
  return intent::Break{wanted.spot, *model.tool, model.cursor.at_us, model.branch};
}

Sentence first_strike_words(const Model& model) {
  return say("Click {}: a pause of {} begins here, longer than the lease of {}",
             client_words(model.run->trace(), holder_struck(model)),
             milliseconds(first_pause_ms(model)),
             milliseconds(static_cast<double>(model.run->trace().info.ttl_us) / 1000));
}

void stand_after_strike(Model& model, std::size_t fault) {
  if (std::exchange(model.first_strike, false)) {
    const auto promise = static_cast<std::uint16_t>(sim::Property::mutual_exclusion);
    if (model.run->judged.verdicts[promise].kept == sim::Kept::broken)
      return go_to_verdict(model, promise);
  }
  stand_after_fault(model, fault);
}

}  // namespace locklab::app

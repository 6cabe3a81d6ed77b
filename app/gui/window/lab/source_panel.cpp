// The selected client's code: the lock's outline or, on demand, the real C++; and below it the
// client's dialogue with Redis.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/layout/cluster_words.h"
#include "app/gui/window/lab/source_parts.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/timeline/scene/outline.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

std::uint16_t client_shown(const Model& model) {
  const bool client = model.lane && *model.lane < model.run->scene.clients;
  if (client) return *model.lane;
  if (model.event) {
    const ClientId who = model.run->trace()[*model.event].client;
    if (index(who) < model.run->scene.clients) return index(who);
  }
  return 0;
}

/// The client's name and the file; if the client is at no line, also its state.
std::string who_and_where(const View& view, std::uint16_t client, const SourceState& state,
                          std::string_view file) {
  const Scene& scene = view.model.run->scene;
  const std::string who = client < scene.lanes.size() ? scene.lanes[client].name : "";
  if (state.line > 0 || client >= scene.clients) return fmt::format("{}  {}", who, file);
  const ClusterState now = cluster_at(view.model.run->trace(), scene, view.model.cursor.events,
                                      static_cast<std::int64_t>(view.model.cursor.at_us));
  return fmt::format(
      "{}{}  {}", who,
      view.say.fill("list.brackets", client_state_words(view.say, now.clients[client])), file);
}

/// Moves `state` from the surrounding program, where a client is while it holds its lock, to the
/// line that acquired the lock, which is more instructive.
void stay_in_the_lock(const ShownRun& run, std::uint16_t client, std::size_t events,
                      const Strategy& strategy, SourceState& state) {
  if (state.file != client_program || client >= run.scene.events.size()) return;
  const std::uint32_t line =
      line_that_took(run.trace(), run.scene.events[client], events, strategy.file);
  if (line == 0) return;
  state.file = strategy.file;
  if (state.line > 0) state.line = line;
}

/// Draws the panel's heading, and the button that switches between the lock's outline and the real
/// code.
void source_heading(const View& view, const std::string& who, bool has_outline, bool real) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("source.title"));
  ImGui::SameLine();
  const std::string_view label = view.say(real ? "source.short" : "source.real");
  const float button = has_outline ? button_width(label) + view.px(8) : 0;
  ImGui::TextUnformatted(shortened(who, ImGui::GetContentRegionAvail().x - button).c_str());
  view.name_last("source", who);
  if (!has_outline) return;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - button_width(label));
  if (view.button("source real", label, view.say("source.real.tip")))
    view.want(intent::ShowRealSource{!real});
}

}  // namespace

void source_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("source_panel", size, false, ImGuiWindowFlags_NoScrollbar);
  if (!view.model.run) return ImGui::EndChild();
  const ShownRun& run = *view.model.run;
  const std::uint16_t client = client_shown(view.model);
  SourceState state;
  if (client < run.scene.events.size())
    state = source_state(run.trace(), run.scene.events[client], view.model.cursor.events);
  const sim::Scenario& scenario = run.judged.scenario;
  const Strategy* strategy = find_strategy(scenario.strategy);
  const auto outline = outline_of(scenario.strategy, scenario.lock);
  const bool real = view.model.real_source || outline.empty();
  if (real && strategy) stay_in_the_lock(run, client, view.model.cursor.events, *strategy, state);
  const std::string file =
      real && !state.file.empty() ? state.file : std::string(strategy ? strategy->file : "");
  source_heading(view, who_and_where(view, client, state, file), !outline.empty(), real);

  // The code has priority: the end of a long dialogue suffices, but at least one command and its
  // reply stay visible.
  const float room = ImGui::GetContentRegionAvail().y;
  const float gaps = 2 * ImGui::GetStyle().ItemSpacing.y;
  const float said = ImGui::GetTextLineHeight() + 2 * view.fonts.mono->FontSize + gaps;
  const ImVec2 code{size.x, room - std::max(said + view.px(1), room * 0.3f)};
  if (real) {
    view.name_place(fmt::format("real code of {}", file), ImGui::GetCursorScreenPos(), code);
    real_code(view, client, state, file, code);
  } else {
    outline_code(view, client, code);
  }
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("source.redis"));
  view.name_last("redis");
  view.name_place("redis words", ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail());
  // Lines of equal height without gaps, so that the panel shows whole lines only.
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
  ImGui::BeginChild("redis words", {0, whole_rows(view.fonts.mono->FontSize)}, false);
  redis_dialogue(view, client, state);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace locklab::app

// The run in words, on three pages: what happened, why, and the scenario's story.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/story_form.h"
#include "app/gui/window/lab/tale_rows.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

/// Whether the story page can be opened: the run has a story or may get one, and its title does not
/// give away the answer to an open question.
bool tells_story(const Model& model) {
  return !hides_title(model) && (has_story(model) || can_edit_story(model));
}

void page_tabs(const View& view) {
  for (const auto& [page, name] :
       {std::pair{Telling::happened, "happened"}, std::pair{Telling::why, "why"},
        std::pair{Telling::story, "story"}}) {
    if (page != Telling::happened) ImGui::SameLine(0, view.px(4));
    const bool shown = view.model.tale.shown == page;
    ImGui::BeginDisabled(page == Telling::story && !tells_story(view.model));
    ImGui::PushStyleColor(ImGuiCol_Button,
                          shown ? faded(view.theme.accent, 0.35f) : view.theme.raised);
    if (view.button(fmt::format("tell {}", name), view.say(fmt::format("tale.{}", name)),
                    view.say(fmt::format("tale.{}.tip", name))))
      view.want(intent::ShowTelling{page});
    ImGui::PopStyleColor();
    ImGui::EndDisabled();
  }
}

/// The label of the switch that lists only the selected lane's events; empty if no lane is
/// selected.
std::string lane_of_list(const View& view) {
  const Scene& scene = view.model.run->scene;
  return view.model.lane && *view.model.lane < scene.lanes.size()
             ? view.say.fill("tale.only", scene.lanes[*view.model.lane].name)
             : std::string();
}

float clear_width(const View& view) { return button_width("×") + view.px(2); }

void clear_search(const View& view) {
  ImGui::SameLine(0, view.px(2));
  if (view.button("told clear", "×##clear", view.say("tale.clear.tip")))
    view.want(intent::SeekWords{});
}

float switch_width(const View& view, const std::string& words) {
  if (words.empty()) return 0;
  return ImGui::CalcTextSize(words.c_str()).x + ImGui::GetFrameHeight() + view.px(14);
}

/// The width of the lane switch with the longest name.
float widest_switch(const View& view) {
  float widest = 0;
  for (const Lane& lane : view.model.run->scene.lanes)
    widest = std::max(widest, switch_width(view, view.say.fill("tale.only", lane.name)));
  return widest;
}

/// Draws the search field and the switch for the selected lane: next to the tabs, or below them.
/// The choice does not depend on the lane, so that the list does not move.
void filters(const View& view) {
  const std::string lane = lane_of_list(view);
  const float check = switch_width(view, lane);
  ImGui::SameLine(0, view.px(8));
  const float least = view.px(90);
  if (ImGui::GetContentRegionAvail().x < widest_switch(view) + least) ImGui::NewLine();
  std::string words = view.model.tale.sought;
  const float clear = words.empty() ? 0 : clear_width(view);
  ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - check - clear, view.px(60)));
  if (ImGui::InputTextWithHint("##sought", view.say.c("tale.search"), &words))
    view.want(intent::SeekWords{words});
  view.name_last("tale search", view.say("tale.search.tip"));
  if (!words.empty()) clear_search(view);
  if (lane.empty()) return;
  ImGui::SameLine(0, view.px(8));
  bool only = view.model.tale.only_lane;
  if (checkbox(lane.c_str(), &only)) view.want(intent::OnlyLane{only});
  view.name_last("tale only", view.say("tale.only.tip"));
}

}  // namespace

void tale_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("tale_panel", size, false, ImGuiWindowFlags_NoScrollbar);
  if (!view.model.run) return ImGui::EndChild();
  const Telling page = view.model.tale.shown;
  page_tabs(view);
  if (page == Telling::story && tells_story(view.model)) {
    story_page(view);
  } else if (page == Telling::why) {
    why_list(view);
  } else {
    filters(view);
    happened_list(view);
  }
  ImGui::EndChild();
}

}  // namespace locklab::app

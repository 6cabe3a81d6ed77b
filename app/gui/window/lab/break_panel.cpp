// The panel for faults and branches. The first row has the selection, undo, redo and compare, the
// added faults and the branches; the second row has the tools.
#include <fmt/format.h>

#include "app/changes/fault_tools.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/lesson_work.h"
#include "app/gui/update/live_state.h"
#include "app/gui/update/look.h"
#include "app/gui/window/lab/break_parts.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

constexpr float narrowest_with_heading = 600;  ///< in pixels at 100 %
constexpr float heading_width = 128;  ///< in pixels at 100 %; fixed, so that the rest does not move

std::string heading_words(const View& view) {
  const Model& m = view.model;
  if (!can_be_struck(m)) return std::string(view.say("break.recorded.title"));
  if (m.tool) return view.say.fill("break.taken", view.tell(breaking_tools()[*m.tool].label));
  if (!m.lane || *m.lane >= m.run->scene.lanes.size()) return std::string(view.say("break.choose"));
  return fmt::format("{}{}{}", view.say(is_stepped_live(m) ? "break.now" : "break.title"),
                     view.say("list.colon"), selected_lane(m));
}

void heading(const View& view) {
  const std::string words = heading_words(view);
  const float room =
      view.model.tool ? ImGui::GetContentRegionAvail().x : view.px(heading_width - 8);
  const std::string shown = shortened(words, room);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(
      ImGui::ColorConvertU32ToFloat4(view.model.tool ? view.theme.accent : view.theme.second_text),
      "%s", shown.c_str());
  view.name_last("break heading", fmt::format("{}{}{:.3f} ms", words, view.say("list.then"),
                                              view.model.cursor.at_us / 1000));
}

void steps(const View& view) {
  const Model& m = view.model;
  const auto step = [&](const char* name, const char* key, bool possible, Intent wanted) {
    ImGui::BeginDisabled(!possible);
    if (view.button(name, view.say(key), view.say(std::string(key) + ".tip"))) view.want(wanted);
    ImGui::EndDisabled();
    ImGui::SameLine(0, view.px(4));
  };
  step("undo", "break.undo", can_undo(m), intent::Undo{});
  step("redo", "break.redo", !m.undone.empty(), intent::Redo{});
  const auto partner = usual_partner(m);
  step("compare", "compare.button", partner.has_value(), intent::Compare{partner});
}

}  // namespace

float break_panel_height(const View& view) {
  const bool tools = is_shown(view.model, Panel::palette);
  return branch_row_height(view) + (tools ? ImGui::GetFrameHeight() : 0);
}

float tool_row_height(const View& view) {
  const Model& m = view.model;
  const bool tools = is_shown(m, Panel::palette) && can_be_struck(m);
  return tools ? ImGui::GetFrameHeight() + view.px(4) : 0;
}

void break_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("break_panel", size, false, ImGuiWindowFlags_NoScrollbar);
  if (!view.model.run) return ImGui::EndChild();
  const Model& m = view.model;
  const bool palette = is_shown(m, Panel::palette);
  const bool history = is_shown(m, Panel::branches);
  if (palette && size.y < break_panel_height(view)) {
    tool_palette(view);
    return ImGui::EndChild();
  }
  const ImVec2 at = ImGui::GetCursorPos();
  // In a narrow panel the branches need the space; the timeline highlights the selected lane, too.
  const bool narrow = size.x < view.px(narrowest_with_heading) && !m.tool && m.branches.size() > 1;
  const bool headed = palette && !narrow;
  if (headed) heading(view);
  // The words for a picked-up tool use the whole row.
  if (!m.tool || !palette) {
    ImGui::SetCursorPos({at.x + (headed ? view.px(heading_width) : 0), at.y});
    if (history) steps(view);
    branch_row(view);
  }
  ImGui::SetCursorPos({at.x, at.y + branch_row_height(view)});
  if (palette && can_be_struck(m)) {
    ImGui::BeginDisabled(is_starting_live(m));
    tool_palette(view);
    ImGui::EndDisabled();
  }
  ImGui::EndChild();
}

}  // namespace locklab::app

// The list of events: a row for each, with the one at the cursor marked. Only visible rows are
// turned into words, so that a long run is drawn as fast as a short one.
#include <algorithm>
#include <cmath>

#include "app/gui/update/tale.h"
#include "app/gui/window/lab/tale_rows.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

/// Scrolls to the row at the cursor, only when it has changed, so that the user can scroll away.
void follow_cursor(const ToldRows& rows, float height) {
  int* const last = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("row at cursor"), -1);
  const int now = rows.at_cursor() ? static_cast<int>(*rows.at_cursor()) : -1;
  if (now == *last) return;
  *last = now;
  const float top = static_cast<float>(std::max(now, 0)) * height;
  const float room = ImGui::GetWindowHeight();
  const float from = ImGui::GetScrollY();
  if (top < from + height || top + 2 * height > from + room)
    ImGui::SetScrollY(std::max(std::floor((top - room * 0.6f) / height) * height, 0.0f));
}

void nothing(const View& view) {
  const bool seeks = !view.model.tale.sought.empty();
  ImGui::TextDisabled("%s", view.say.c(is_finding(view.model) ? "tale.finding"
                                       : seeks                ? "tale.none"
                                                              : "event.start"));
}

}  // namespace

void happened_list(const View& view) {
  const ToldRows rows(view.model);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("happened", {0, whole_rows(tale_row_height(view))}, false);
  if (rows.size() == 0) nothing(view);
  const float height = tale_row_height(view);
  follow_cursor(rows, height);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), height);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto row = static_cast<std::size_t>(i);
      tale_row(view, {rows.event(row), rows.at_cursor() == row, 0});
    }
  ImGui::EndChild();
  view.name_last("told rows");
  ImGui::PopStyleVar();
}

}  // namespace locklab::app

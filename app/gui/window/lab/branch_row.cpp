// The added faults and, in a row that scrolls horizontally, the branches: their number never takes
// height from the cluster.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/changes/added_faults.h"
#include "app/gui/layout/branch_tree.h"
#include "app/gui/update/branch_verdict.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/live_state.h"
#include "app/gui/update/look.h"
#include "app/gui/window/lab/break_parts.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/timeline/words/fault_words.h"

namespace locklab::app {

namespace {

constexpr float longest_label = 150;  ///< in pixels at 100 %
constexpr float least_label = 72;     ///< in pixels at 100 %

/// Draws a fault as a button that opens its form, and a cross that removes it. `whole`: its words
/// are not shortened.
void placed_fault(const View& view, std::size_t i, const std::string& words, bool whole) {
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.warning);
  const std::string shown = whole ? words : shortened(words, view.px(longest_label));
  if (view.button(fmt::format("fault {}", i), fmt::format("{}##fault{}", shown, i),
                  fmt::format("{}\n{}", words, view.say("break.edit.tip"))))
    view.want(intent::EditFault{i, {}});
  ImGui::PopStyleColor();
  ImGui::SameLine(0, 1);
  if (view.button(fmt::format("fault {} remove", i), fmt::format("×##remove{}", i),
                  view.say("break.remove.tip")))
    view.want(intent::RemoveFault{i, {}});
}

/// Draws the added faults: a single one as buttons; several, or a single one if the branches need
/// the space (`folded`), in a popup list.
void placed(const View& view, bool folded) {
  const ShownRun& run = *view.model.run;
  const auto faults = added(run);
  const auto words = [&](std::size_t i) {
    return view.tell(fault_words(run.judged.scenario, faults[i]));
  };
  if (faults.empty()) return;
  if (faults.size() == 1 && !folded) {
    placed_fault(view, 0, words(0), false);
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.warning);
    const std::string label = faults.size() == 1 ? std::string(view.say("break.fault"))
                                                 : view.say.fill("break.faults", faults.size());
    if (view.button("faults", label, view.say("break.faults.tip"))) ImGui::OpenPopup("faults");
    ImGui::PopStyleColor();
    ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMin().y - view.px(4)},
                            ImGuiCond_Appearing, {0, 1});
    if (ImGui::BeginPopup("faults")) {
      for (std::size_t i = 0; i < faults.size(); ++i) placed_fault(view, i, words(i), true);
      ImGui::EndPopup();
    }
  }
  ImGui::SameLine(0, view.px(10));
}

void branch_menu(const View& view, std::size_t branch) {
  if (!ImGui::BeginPopupContextItem()) return;
  if (branch != view.model.branch) {
    if (ImGui::MenuItem(view.say.c("compare.with"))) view.want(intent::Compare{branch});
    view.name_last("compare with");
  }
  if (branch != 0) {
    if (ImGui::MenuItem(view.say.c("break.branch.remove"))) view.want(intent::RemoveBranch{branch});
    view.name_last("branch remove");
  }
  ImGui::EndPopup();
}

/// A branch's verdict, its name, and the change from its parent: "×  #1: alice is paused at 16 ms".
/// Without the "#", the number would be read as a count of broken promises.
std::string branch_label(const View& view, std::size_t branch) {
  const Model& m = view.model;
  const std::string done = branch_words(view.say, m, branch);
  return fmt::format("{} {}{}{}", sign(branch_verdict(m, branch)),
                     branch == 0 ? branch_name(view.say, m, 0) : fmt::format("#{}", branch),
                     done.empty() ? "" : view.say("list.colon"), done);
}

ImU32 colour_of(const Theme& theme, BranchVerdict verdict) {
  switch (verdict) {
    case BranchVerdict::broken:
      return theme.violation;
    case BranchVerdict::unpromised_broken:
      return theme.warning;
    case BranchVerdict::kept:
      return theme.good;
    default:
      return theme.second_text;
  }
}

/// Draws the line to a branch from its parent, below the buttons.
void twig(const View& view, ImVec2 parent, ImVec2 child) {
  const float down = view.px(4);
  const ImVec2 way[] = {parent, {parent.x, parent.y + down}, {child.x, child.y + down}, child};
  ImGui::GetWindowDrawList()->AddPolyline(way, 4, view.theme.second_text, ImDrawFlags_None,
                                          view.px(1.5f));
  const float left = std::min(parent.x, child.x);
  const float top = std::min(parent.y, child.y);
  view.name_place("twig", {left, top},
                  {std::max(parent.x, child.x) - left, std::max(way[1].y, way[2].y) - top});
}

/// Scrolls so that the row begins with a whole branch button and, if it fits, the current one is
/// completely visible. `begins`: positions of the buttons in the row, in pixels; `shown`: index of
/// the current one; `end`: where it ends.
void scroll_to_chip(const std::vector<float>& begins, std::size_t shown, float end) {
  const float room = ImGui::GetWindowWidth();
  std::size_t first = 0;
  while (first < shown && end - begins[first] > room) ++first;
  ImGui::SetScrollX(begins[first]);
}

/// The width of all branch buttons with labels of at most `longest` pixels.
float branches_width(const View& view, float longest) {
  float all = 0;
  for (std::size_t i = 0; i < view.model.branches.size(); ++i)
    all += std::min(ImGui::CalcTextSize(branch_label(view, i).c_str()).x, longest) +
           2 * ImGui::GetStyle().FramePadding.x + view.px(6);
  return all;
}

/// Draws the branches; `scroll`: scrolls to the current one. Labels are shortened, at most to
/// least_label, before a branch is scrolled out of view.
void branches(const View& view, bool scroll) {
  const Model& m = view.model;
  const float row = ImGui::GetCursorPosX();
  const auto count = static_cast<float>(m.branches.size());
  const float room = ImGui::GetWindowWidth() / count - 2 * ImGui::GetStyle().FramePadding.x;
  const float longest =
      branches_width(view, view.px(longest_label)) <= ImGui::GetWindowWidth()
          ? view.px(longest_label)
          : std::clamp(room - view.px(7), view.px(least_label), view.px(longest_label));
  std::vector<float> begins;
  std::size_t shown_chip = 0;
  float shown_end = 0;
  std::vector<ImVec2> ends(m.branches.size());  // start of the line to a child
  std::size_t before = 0;
  for (const std::size_t i : branch_tree(m)) {
    const std::string label = branch_label(view, i);
    if (i != 0) ImGui::SameLine(0, view.px(6));
    begins.push_back(ImGui::GetCursorPosX() - row);
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, branch_verdict(m, i)));
    ImGui::PushStyleColor(ImGuiCol_Button,
                          i == m.branch ? faded(view.theme.accent, 0.3f) : view.theme.raised);
    const float widest = ImGui::GetWindowWidth() - 2 * ImGui::GetStyle().FramePadding.x - 1;
    const std::string shown = shortened(label, std::min(longest, widest));
    if (view.button(fmt::format("branch {}", i), fmt::format("{}##branch{}", shown, i),
                    fmt::format("{}\n{}", label, m.branches[i].run->judged.name)))
      view.want(intent::ShowBranch{i});
    ImGui::PopStyleColor(2);
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    // A branch right after its parent needs no line to it.
    if (i != 0 && m.branches[i].parent != before)
      twig(view, ends[m.branches[i].parent], {from.x + view.px(10), to.y});
    before = i;
    ends[i] = {to.x - view.px(10), to.y};
    branch_menu(view, i);
    if (i != m.branch) continue;
    shown_chip = begins.size() - 1;
    shown_end = begins.back() + to.x - from.x;
  }
  if (begins.empty()) return;
  if (scroll) scroll_to_chip(begins, shown_chip, shown_end);
  // Padding lets the last button scroll to the left edge of a narrow row.
  ImGui::SameLine(0, 0);
  const float last = ImGui::GetCursorPosX() - row - begins.back();
  if (begins.back() + last > ImGui::GetWindowWidth())
    ImGui::Dummy({std::max(ImGui::GetWindowWidth() - last, 1.0f), 1});
}

/// Draws the hint on how to add a fault.
void how_to_break(const View& view) {
  const Model& m = view.model;
  const bool on_lane = m.lane && *m.lane < m.run->scene.lanes.size();
  const std::string words = on_lane ? view.say.fill("break.how", m.run->scene.lanes[*m.lane].name)
                                    : std::string(view.say("break.how.drag"));
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", shortened(words, ImGui::GetContentRegionAvail().x).c_str());
  view.name_last("break how", words);
}

}  // namespace

float branch_row_height(const View& view) { return ImGui::GetFrameHeight() + view.px(12); }

void branch_row(const View& view) {
  const Model& m = view.model;
  const bool branched = is_shown(m, Panel::branches) && m.branches.size() > 1 && !m.comparison;
  const float beside = ImGui::GetContentRegionAvail().x - view.px(longest_label + 60);
  const bool folds = branched && branches_width(view, view.px(least_label)) > beside;
  if (is_shown(m, Panel::palette) && !m.run->recorded) placed(view, folds);
  ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, view.px(6));
  ImGui::BeginChild("branch row", {0, branch_row_height(view)}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  // Scrolls to the current branch only after it or the width has changed, so that the user can
  // scroll away.
  int* const last = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("branch"), -1);
  float* const width = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("width"), 0);
  const int before = std::exchange(*last, static_cast<int>(m.branch));
  // The scroll range is known one frame later than the row's length.
  int* const frames = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("frames"), 0);
  *frames = before != *last || ImGui::GetWindowWidth() != *width ? 3 : std::max(*frames - 1, 0);
  *width = ImGui::GetWindowWidth();
  const bool scroll = *frames > 0;
  view.name_place("branch row", ImGui::GetWindowPos(), ImGui::GetWindowSize());
  if (branched) branches(view, scroll);
  if (m.branches.size() == 1 && added(*m.run).empty() && !m.run->recorded && !is_starting_live(m))
    how_to_break(view);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace locklab::app

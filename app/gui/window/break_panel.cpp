// The palette: what can be done to the selected lane at the cursor, what has been done, and the
// branches that came of it.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/breaking.h"
#include "app/gui/comparing.h"
#include "app/gui/fault_words.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

/// The next widget stands on this line if it fits, else on the next one.
class Flow {
 public:
  explicit Flow(const View& view) : view_(view) {}
  void place(std::string_view label) {
    const float wide = ImGui::CalcTextSize(label.data(), label.data() + label.size(), true).x +
                       2 * ImGui::GetStyle().FramePadding.x;
    if (!first_) {
      ImGui::SameLine(0, view_.px(4));
      if (ImGui::GetCursorPosX() + wide > ImGui::GetWindowContentRegionMax().x) ImGui::NewLine();
    }
    first_ = false;
  }

 private:
  const View& view_;
  bool first_ = true;
};

void tools(const View& view, std::uint16_t lane) {
  const ShownRun& run = *view.model.run;
  Flow flow(view);
  const auto all = breaking_tools();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!applies(all[i], run, lane)) continue;
    const std::string_view label = view.say(fmt::format("break.{}", all[i].id));
    flow.place(label);
    if (view.button(fmt::format("palette {}", all[i].id), label,
                    view.say(fmt::format("break.{}.tip", all[i].id))))
      view.want(intent::Break{lane, static_cast<std::uint16_t>(i)});
  }
}

void placed(const View& view) {
  // The user's own come after those of the story.
  const sim::Scenario& scenario = view.model.run->judged.scenario;
  const std::size_t added = std::min(added_faults(*view.model.run).size(), scenario.faults.size());
  Flow flow(view);
  for (std::size_t i = 0; i < added; ++i) {
    const sim::Fault& fault = scenario.faults[scenario.faults.size() - added + i];
    const std::string label =
        fmt::format("{}  ×##fault{}", view.tell(fault_words(scenario, fault)), i);
    flow.place(label);
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.warning);
    if (view.button(fmt::format("fault {}", i), label, view.say("break.remove.tip")))
      view.want(intent::RemoveFault{i});
    ImGui::PopStyleColor();
  }
}

/// What a right click on a branch offers.
void branch_menu(const View& view, std::size_t branch) {
  if (branch == view.model.branch || !ImGui::BeginPopupContextItem()) return;
  if (ImGui::MenuItem(view.say.c("compare.with"))) view.want(intent::Compare{branch});
  view.name_last("compare with");
  ImGui::EndPopup();
}

void branches(const View& view) {
  const Model& m = view.model;
  Flow flow(view);
  const auto step = [&](const char* name, const char* key, bool possible, Intent wanted) {
    flow.place(view.say(key));
    ImGui::BeginDisabled(!possible);
    if (view.button(name, view.say(key), view.say(std::string(key) + ".tip"))) view.want(wanted);
    ImGui::EndDisabled();
  };
  step("undo", "break.undo", m.branch != 0, intent::Undo{});
  step("redo", "break.redo", !m.undone.empty(), intent::Redo{});
  const auto partner = usual_partner(m);
  step("compare", "compare.button", partner.has_value(), intent::Compare{partner});
  for (std::size_t i = 0; i < m.branches.size(); ++i) {
    const auto& verdicts = m.branches[i].run->judged.verdicts;
    const auto broken = std::count_if(verdicts.begin(), verdicts.end(), [](const sim::Verdict& v) {
      return v.promised && v.kept == sim::Kept::broken;
    });
    const std::string label =
        fmt::format("{} {}##branch{}", broken > 0 ? fmt::format("× {} ", broken) : "✓ ",
                    branch_name(view.say, m, i), i);
    flow.place(label);
    ImGui::PushStyleColor(ImGuiCol_Text, broken > 0 ? view.theme.violation : view.theme.good);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          i == m.branch ? faded(view.theme.accent, 0.3f) : view.theme.raised);
    if (view.button(fmt::format("branch {}", i), label, m.branches[i].run->judged.name))
      view.want(intent::ShowBranch{i});
    ImGui::PopStyleColor(2);
    branch_menu(view, i);
  }
}

}  // namespace

void break_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("break_panel", size, false);
  if (!view.model.run) return ImGui::EndChild();
  const Model& m = view.model;
  const auto heading = [&](const std::string& words) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s", words.c_str());
  };
  if (m.run->recorded) {
    heading(std::string(view.say("break.recorded")));
  } else if (m.lane && *m.lane < m.run->scene.lanes.size()) {
    heading(fmt::format("{}: {}, {:.3f} ms", view.say("break.title"),
                        m.run->scene.lanes[*m.lane].name, m.cursor.at_us / 1000));
    tools(view, *m.lane);
  } else {
    heading(std::string(view.say("break.choose")));
  }
  if (!m.run->recorded) placed(view);
  branches(view);
  ImGui::EndChild();
}

}  // namespace locklab::app

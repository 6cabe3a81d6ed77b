// The File menu: files, set-up and story, search, notebook, clipboard, pictures and pages.
#include <fmt/format.h>

#include "app/gui/update/files.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

bool item(const View& view, const char* name, const char* shortcut, bool possible = true) {
  const bool chosen =
      ImGui::MenuItem(view.say.c(fmt::format("menu.{}", name)), shortcut, false, possible);
  view.name_last(fmt::format("menu {}", name));
  return chosen;
}

void recent_files(const View& view) {
  const std::vector<std::string>& recent = view.model.settings.recent;
  if (!ImGui::BeginMenu(view.say.c("menu.recent"), !recent.empty())) return;
  for (std::size_t i = 0; i < recent.size(); ++i) {
    if (ImGui::MenuItem(recent[i].c_str())) view.want(intent::Open{recent[i]});
    view.name_last(fmt::format("recent {}", i));
  }
  ImGui::EndMenu();
}

}  // namespace

void lab_menu(const View& view) {
  if (view.button("menu", view.say("menu.title"), view.say("menu.tip"))) ImGui::OpenPopup("menu");
  ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + view.px(4)});
  if (!ImGui::BeginPopup("menu")) return;
  const ShownRun* run = view.model.run.get();
  const bool simulated = run && !run->recorded;
  if (item(view, "open", "Ctrl+O")) view.want(intent::OpenDialog{false, FileKind::scenario});
  recent_files(view);
  if (item(view, "save", simulated ? "Ctrl+S" : nullptr, run && has_scenario(*run)))
    view.want(intent::OpenDialog{true, FileKind::scenario});
  if (item(view, "trace", simulated ? nullptr : "Ctrl+S", run))
    view.want(intent::OpenDialog{true, FileKind::trace});
  ImGui::Separator();
  if (item(view, "set_up", "S", simulated)) view.want(intent::SetUp{!view.model.setting_up});
  if (item(view, "story", nullptr, simulated)) view.want(intent::EditStory{});
  if (item(view, "reset", nullptr, simulated && changed_by_hand(*run))) view.want(intent::Reset{});
  if (item(view, "explore", "E")) view.want(intent::ShowExplore{true});
  ImGui::Separator();
  if (item(view, "note", "Ctrl+N", run)) view.want(intent::NoteMoment{});
  if (item(view, "notebook", "Ctrl+B")) view.want(intent::ShowNotebook{!view.model.notebook.shown});
  ImGui::Separator();
  if (item(view, "copy", "Ctrl+C", run)) view.want(intent::CopyName{});
  if (item(view, "copy_moment", "Ctrl+Shift+C", run)) view.want(intent::CopyMoment{});
  if (item(view, "paste", "Ctrl+V")) view.want(intent::PasteName{});
  ImGui::Separator();
  if (item(view, "picture", "F12", run)) view.want(intent::OpenDialog{true, FileKind::picture});
  if (item(view, "svg", nullptr, run)) view.want(intent::OpenDialog{true, FileKind::svg});
  if (item(view, "page", nullptr, run)) view.want(intent::OpenDialog{true, FileKind::page});
  ImGui::Separator();
  if (item(view, "quit", "Ctrl+Q")) view.want(intent::Quit{});
  ImGui::EndPopup();
}

}  // namespace locklab::app

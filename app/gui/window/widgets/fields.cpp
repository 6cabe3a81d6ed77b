#include "app/gui/window/widgets/fields.h"

#include <fmt/format.h>
#include <imgui/imgui_internal.h>
#include <imgui/imgui_stdlib.h>

#include <utility>

#include "app/changes/fault_form.h"
#include "app/gui/window/widgets/rich_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

bool is_wrong(const View& view, const std::string& name) {
  return view.model.wrong_field && view.model.wrong_field->field == name;
}

/// Draws a frame around the last widget if its input is invalid.
void frame_wrong(const View& view, const std::string& name) {
  if (!is_wrong(view, name)) return;
  ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                      view.theme.violation, view.px(4), 0, view.px(2));
}

}  // namespace

void focus_if_wrong(bool wrong, const std::string& label) {
  bool* const told = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID((label + " told").c_str()));
  if (!wrong) {
    *told = false;
  } else if (ImGui::GetActiveID() == ImGui::GetID(label.c_str())) {
    // While Enter is still held down, the field may lose the focus once more.
    *told = !ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Enter)) &&
            !ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter));
  } else if (!*told) {
    ImGui::SetKeyboardFocusHere();  // again if another widget took the focus
  }
}

void tell_wrong(const View& view, const std::string& name) {
  frame_wrong(view, name);
  tell_reason(view, name);
}

void tell_reason(const View& view, const std::string& name) {
  if (!is_wrong(view, name)) return;
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.violation);
  wrapped_text(view, view.tell(view.model.wrong_field->why), ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  view.name_last(name + " wrong");
}

std::optional<double> number_field(const View& view, const std::string& name, std::string now) {
  const auto number = number_in_row(view, name, std::move(now));
  tell_reason(view, name);
  return number;
}

std::optional<double> number_in_row(const View& view, const std::string& name, std::string now) {
  const bool wrong = is_wrong(view, name);
  std::string typed = wrong ? view.model.wrong_field->typed : now;
  const std::string label = "##" + name;
  focus_if_wrong(wrong, label);
  ImGui::InputText(label.c_str(), &typed, ImGuiInputTextFlags_AutoSelectAll);
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  view.name_last(name);
  frame_wrong(view, name);
  if (!left) return std::nullopt;
  const std::optional<double> number = typed_number(typed);
  if (number && *number >= 0) return number;
  view.want(intent::WrongInput{
      {name, typed, say("\"{}\" is not a number; write 0 or more", Sentence::text(typed))}});
  return std::nullopt;
}

}  // namespace locklab::app

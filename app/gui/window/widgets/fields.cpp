#include "app/gui/window/widgets/fields.h"

#include <fmt/format.h>
#include <imgui/imgui_internal.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/changes/fault_form.h"
#include "app/gui/window/widgets/rich_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::string_view reason_place = "reason";
constexpr float least_reason = 240;  ///< width of a reason in a narrow form, in pixels at 100 %

bool is_wrong(const View& view, const std::string& name) {
  return view.model.wrong_field && view.model.wrong_field->field == name;
}

/// Whether to show the reason of the last widget: not behind a dialog or a menu, not while the user
/// types into another field, which the reason may cover, and one at a time, preferably that of the
/// field in use.
bool shows_reason(const View& view) {
  const ImGuiWindow& form = *ImGui::GetCurrentWindowRead();
  if (view.covered || (menu_is_open() && !(form.RootWindow->Flags & ImGuiWindowFlags_Popup)))
    return false;
  if (!View::in_sight(ImGui::GetItemRectMin(), ImGui::GetItemRectMax())) return false;
  if (ImGui::IsItemActive()) return true;
  return !is_typing() &&
         (ImGui::IsItemHovered() ||
          std::none_of(view.named.begin(), view.named.end(),
                       [](const NamedRectangle& one) { return one.name == reason_place; }));
}

/// The approximate place of a reason: over the form, below the last widget or, at the lower edge of
/// the screen, above it.
ImRect place_of_reason(const View& view, const std::string& words) {
  const ImRect field(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  const ImRect& form = ImGui::GetCurrentWindowRead()->InnerRect;
  const ImVec2 pad = ImGui::GetStyle().WindowPadding;
  const float width = std::min(std::ceil(ImGui::CalcTextSize(words.c_str()).x) + 1 + 2 * pad.x,
                               std::max(form.GetWidth(), view.px(least_reason)));
  const float text = ImGui::CalcTextSize(words.c_str(), nullptr, false, width - 2 * pad.x).y;
  const float height = text * (1 + view.px(usual_gap) / ImGui::GetFontSize()) + 2 * pad.y;
  const float left = std::max(std::min(field.Min.x, form.Max.x - width), 0.0f);
  const float gap = view.px(3);
  const bool below = field.Max.y + gap + height <= ImGui::GetIO().DisplaySize.y;
  const float top = below ? field.Max.y + gap : field.Min.y - gap - height;
  return {left, top, left + width, top + height};
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

void frame_wrong(const View& view) {
  ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                      view.theme.violation, view.px(4), 0, view.px(2));
}

void tell_reason(const View& view, const std::string& name, const std::string& words,
                 ImU32 colour) {
  if (!shows_reason(view)) return;
  const ImRect place = place_of_reason(view, words);
  // Under the pointer it fades, so that the fields below it can be seen and clicked.
  const bool pointed = place.Contains(ImGui::GetIO().MousePos);
  ImGui::SetNextWindowPos(place.Min);
  ImGui::SetNextWindowSize({place.GetWidth(), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, pointed ? 0.15f : 1.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, view.px(1));
  ImGui::PushStyleColor(ImGuiCol_PopupBg, view.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, colour);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  // A tooltip is in front of every other window.
  ImGui::Begin(("##" + name).c_str(), nullptr,
               ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  wrapped_text(view, words, ImGui::GetContentRegionAvail().x);
  view.name_last(name);
  view.name_place(reason_place, ImGui::GetWindowPos(), ImGui::GetWindowSize());
  ImGui::End();
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar(2);
}

void tell_wrong(const View& view, const std::string& name, const std::string& words) {
  frame_wrong(view);
  tell_reason(view, name, words, view.theme.violation);
}

void tell_wrong(const View& view, const std::string& name) {
  if (is_wrong(view, name))
    tell_wrong(view, name + " wrong", view.tell(view.model.wrong_field->why));
}

std::optional<double> number_field(const View& view, const std::string& name, std::string now) {
  const bool wrong = is_wrong(view, name);
  std::string typed = wrong ? view.model.wrong_field->typed : now;
  const std::string label = "##" + name;
  focus_if_wrong(wrong, label);
  ImGui::InputText(label.c_str(), &typed, ImGuiInputTextFlags_AutoSelectAll);
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  view.name_last(name);
  tell_wrong(view, name);
  if (!left) return std::nullopt;
  const std::optional<double> number = typed_number(typed);
  if (number && *number >= 0) return number;
  view.want(intent::WrongInput{
      {name, typed, say("\"{}\" is not a number; write 0 or more", Sentence::text(typed))}});
  return std::nullopt;
}

}  // namespace locklab::app

#include "app/gui/window/widgets/code_frame.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

CodeFrame::CodeFrame(const View& view, ImVec2 size, float line, float font_scale, bool wide)
    : line_(line) {
  const float pad = view.px(2);
  const float bar = wide ? ImGui::GetStyle().ScrollbarSize : 0;
  shown_ = static_cast<std::size_t>(std::max(std::floor((size.y - 2 * pad - bar) / line), 1.0f));
  const float rows = static_cast<float>(shown_) * line + bar;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  bottom_ = at.y + rows + 2 * pad;
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, bottom_}, view.theme.background,
                                            ImGui::GetStyle().ChildRounding);
  view.name_place("source code", at, {size.x, bottom_ - at.y});
  ImGui::SetCursorScreenPos({at.x, std::floor(at.y + pad)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
  ImGui::BeginChild(wide ? "code" : "outline", {size.x, rows}, false,
                    wide ? ImGuiWindowFlags_AlwaysHorizontalScrollbar : ImGuiWindowFlags_None);
  view.name_place("code window", ImGui::GetWindowPos(),
                  {size.x, static_cast<float>(shown_) * line});
  ImGui::Indent(view.px(6));
  ImGui::PushFont(view.fonts.mono);
  ImGui::SetWindowFontScale(font_scale);
}

CodeFrame::~CodeFrame() {
  // The space below the last row lets the frame begin with a statement even at the end of the code.
  const float below = content_ - ImGui::GetCursorPosY();
  if (below > 0) ImGui::Dummy({1, below});
  ImGui::SetWindowFontScale(1);
  ImGui::PopFont();
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, bottom_});
  ImGui::Dummy({1, 0});
}

void CodeFrame::scroll(const CodeRows& rows, std::optional<CodeSpan> at, int place) {
  content_ = static_cast<float>(rows.last_top(shown_) + shown_) * line_;
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  int* const seen = kept.GetIntRef(ImGui::GetID("place"), -1);
  int* const top = kept.GetIntRef(ImGui::GetID("top"), 0);
  const float before = static_cast<float>(*top) * line_;
  const float now = ImGui::GetScrollY();
  if (*seen != place) {
    *top = static_cast<int>(at ? rows.top_for(*at, shown_) : 0);
  } else if (std::abs(now - before) > 0.5f) {
    *top = static_cast<int>(rows.top_near(now / line_, now > before, shown_));
  }
  *seen = place;
  if (const float wanted = static_cast<float>(*top) * line_; wanted != now)
    ImGui::SetScrollY(wanted);
}

}  // namespace locklab::app

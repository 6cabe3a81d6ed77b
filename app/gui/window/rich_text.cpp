#include "app/gui/window/rich_text.h"

#include <algorithm>
#include <string>

namespace locklab::app {

namespace {

std::size_t character_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// The first piece of `text` that may not be broken: a word with the space after it, or one Chinese
/// character with the punctuation that must not begin a line.
std::string_view first_piece(std::string_view text) {
  std::size_t at = 0;
  if (character_size(text[0]) >= 3) {
    at = character_size(text[0]);
    for (const std::string_view mark : {"，", "。", "；", "：", "、", "？", "！", "）", "”", "》"})
      if (text.substr(at).starts_with(mark)) at += mark.size();
    return text.substr(0, at);
  }
  while (at < text.size() && text[at] != ' ' && character_size(text[at]) < 3)
    at += character_size(text[at]);
  if (at < text.size() && text[at] == ' ') ++at;
  return text.substr(0, std::max<std::size_t>(std::min(at, text.size()), 1));
}

/// Puts pieces after each other, on as many lines as they need.
class Line {
 public:
  Line(const View& view, float indent, float width)
      : view_(view), left_(ImGui::GetCursorScreenPos().x + indent), width_(width - indent) {
    at_ = {left_, ImGui::GetCursorScreenPos().y};
  }

  void add(const TextRun& run) {
    std::string_view text = run.text;
    while (!text.empty()) {
      const std::string_view piece = first_piece(text);
      text.remove_prefix(piece.size());
      put(piece, run);
    }
  }
  void end() {
    const float bottom = at_.y + height() + view_.px(4);
    ImGui::Dummy(
        {width_, bottom - ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y});
  }

 private:
  float height() const { return view_.fonts.text->FontSize + view_.px(5); }

  void put(std::string_view piece, const TextRun& run) {
    ImFont* font = run.code ? view_.fonts.mono : view_.fonts.text;
    const char* begin = piece.data();
    const char* end = begin + piece.size();
    const float wide = font->CalcTextSizeA(font->FontSize, 1e9f, 0, begin, end).x;
    if (at_.x + wide > left_ + width_ && at_.x > left_) at_ = {left_, at_.y + height()};
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const Theme& theme = view_.theme;
    if (run.code)
      canvas.AddRectFilled({at_.x, at_.y}, {at_.x + wide, at_.y + font->FontSize + view_.px(2)},
                           theme.raised, view_.px(2));
    canvas.AddText(font, font->FontSize, at_, run.strong ? theme.accent : theme.text, begin, end);
    if (run.emphasis)
      canvas.AddLine({at_.x, at_.y + font->FontSize + view_.px(2)},
                     {at_.x + wide, at_.y + font->FontSize + view_.px(2)}, theme.accent);
    at_.x += wide;
  }

  const View& view_;
  float left_;
  float width_;
  ImVec2 at_;
};

void code(const View& view, const Block& block) {
  ImGui::PushFont(view.fonts.mono);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(block.cells[0].empty() ? "" : block.cells[0][0].text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace

void rich_text(const View& view, const Block& block) {
  if (block.kind == BlockKind::code) return code(view, block);
  const float width = ImGui::GetContentRegionAvail().x;
  const bool item = block.kind == BlockKind::item;
  const bool row = block.kind == BlockKind::table_row || block.kind == BlockKind::table_head;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (item)
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {at.x + view.px(6), at.y + view.fonts.text->FontSize * 0.6f}, view.px(2.5f),
        view.theme.text);
  Line line(view, item ? view.px(16) : 0, width);
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    // A narrow panel has no room for columns: a row is a sentence, its first cell the subject.
    if (i > 0) line.add({i == 1 ? ": " : " · "});
    for (TextRun run : block.cells[i]) {
      run.strong = run.strong || (row && i == 0) || block.kind == BlockKind::table_head;
      line.add(run);
    }
  }
  line.end();
}

}  // namespace locklab::app

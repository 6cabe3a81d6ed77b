#include "app/gui/window/widgets/rich_text.h"

#include "app/gui/layout/code_lines.h"
#include "app/gui/layout/table_columns.h"

#include <fmt/format.h>
#include <imgui/imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace locklab::app {

namespace {

std::size_t character_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// The length of the prefix of `text` that consists of the given marks, in bytes.
std::size_t marks(std::string_view text, std::span<const std::string_view> which) {
  std::size_t at = 0;
  const auto begins = [&](std::string_view mark) { return text.substr(at).starts_with(mark); };
  for (auto mark = std::find_if(which.begin(), which.end(), begins); mark != which.end();
       mark = std::find_if(which.begin(), which.end(), begins))
    at += mark->size();
  return at;
}

constexpr std::string_view opening[] = {"（", "“", "《"};
constexpr std::string_view closing[] = {"，", "。", "；", "：", "、", "？", "！", "）", "”",
                                        "》", ".",  ",",  ";",  ":",  "?",  "!",  ")"};

/// The first unbreakable piece of `text`: a word, or a character of at least three bytes such as a
/// Chinese one, with a following space and the punctuation that must not be separated from it.
std::string_view first_piece(std::string_view text) {
  std::size_t at = marks(text, opening);
  if (at < text.size() && character_size(text[at]) >= 3) {
    at += character_size(text[at]);
  } else {
    while (at < text.size() && text[at] != ' ' && character_size(text[at]) < 3)
      at += character_size(text[at]);
  }
  at = std::min(at, text.size());
  at += marks(text.substr(at), closing);
  if (at < text.size() && text[at] == ' ') ++at;
  return text.substr(0, std::max<std::size_t>(at, 1));
}

/// Whether the edge of scrolled text cuts through a line, which is then not drawn: half a line
/// would be illegible.
bool is_sliced(float y, float height) {
  const ImGuiWindow& window = *ImGui::GetCurrentWindowRead();
  if (window.ScrollMax.y <= 0) return false;
  const float least = height * 0.12f;  // the blank parts of a line above and below its letters
  const float top = window.InnerClipRect.Min.y - least;
  const float bottom = window.InnerClipRect.Max.y + least;
  return (y < top && y + height > top) || (y < bottom && y + height > bottom);
}

/// The font of a style. Emphasis is bold: underlined, it would look like a link.
ImFont* font_of(const View& view, const TextRun& run) {
  if (run.code) return view.fonts.mono;
  return run.strong || run.emphasis ? view.fonts.bold : ImGui::GetFont();
}

/// Places pieces one after the other and wraps lines.
class Line {
 public:
  Line(const View& view, float indent, float width, float gap = usual_gap)
      : view_(view),
        left_(ImGui::GetCursorScreenPos().x + indent),
        width_(width - indent),
        gap_(gap) {
    at_ = {left_, ImGui::GetCursorScreenPos().y};
  }

  /// `next`: the following text in another style; punctuation at its beginning stays on this line.
  void add(const TextRun& run, std::string_view next = {}) {
    const std::string_view glued = next.substr(0, marks(next, closing));
    ImFont& font = *ImGui::GetFont();
    const float after = glued.empty() ? 0
                                      : font.CalcTextSizeA(font.FontSize, 1e9f, 0, glued.data(),
                                                           glued.data() + glued.size())
                                            .x;
    const std::string whole = std::exchange(carried_, {}) + run.text;
    std::string_view text = whole;
    // An opening bracket stays with the piece after it, which may have another style.
    for (const std::string_view mark : opening)
      if (text.ends_with(mark)) {
        carried_ = mark;
        text.remove_suffix(mark.size());
        break;
      }
    while (!text.empty()) {
      const std::string_view piece = first_piece(text);
      text.remove_prefix(piece.size());
      put(piece, run, text.empty() ? after : 0);
    }
    flush();
  }
  /// The width of the widest line so far.
  float widest() const { return widest_; }
  void end() {
    const float bottom = at_.y + height() + view_.px(4);
    ImGui::Dummy(
        {widest_, bottom - ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y});
  }

 private:
  float height() const { return ImGui::GetFontSize() + view_.px(gap_); }

  /// `after`: the width of the following punctuation, which must be on the same line.
  void put(std::string_view piece, const TextRun& run, float after) {
    ImFont* font = font_of(view_, run);
    const char* begin = piece.data();
    const char* end = begin + piece.size();
    const float wide = font->CalcTextSizeA(font->FontSize, 1e9f, 0, begin, end).x;
    const bool spaced = piece.ends_with(' ');  // a trailing space may cross the edge
    const float seen = spaced ? wide - font->CalcTextSizeA(font->FontSize, 1e9f, 0, " ").x : wide;
    if (at_.x + seen + after > left_ + width_ && at_.x > left_) {
      flush();
      at_ = {left_, at_.y + height()};
    }
    widest_ = std::max(widest_, at_.x + seen - left_);
    if (waiting_.empty()) from_ = at_;
    waiting_ += piece;
    at_.x += wide;
    run_ = &run;
    font_ = font;
  }

  /// Draws the pieces of one style and line together: ImGui begins each text at a whole pixel,
  /// which would make the spacing of words uneven.
  void flush() {
    if (waiting_.empty()) return;
    if (is_sliced(from_.y, font_->FontSize)) return waiting_.clear();
    ImDrawList& canvas = *ImGui::GetWindowDrawList();
    const Theme& theme = view_.theme;
    const char* begin = waiting_.data();
    const char* end = begin + waiting_.size();
    const float wide = font_->CalcTextSizeA(font_->FontSize, 1e9f, 0, begin, end).x;
    const float below = from_.y + font_->FontSize + view_.px(2);
    if (run_->code) canvas.AddRectFilled(from_, {from_.x + wide, below}, theme.raised, view_.px(2));
    const ImU32 colour = run_->link.empty() ? ImGui::GetColorU32(ImGuiCol_Text) : theme.accent;
    canvas.AddText(font_, font_->FontSize, from_, colour, begin, end);
    if (!run_->link.empty()) link(*run_, wide);
    waiting_.clear();
  }

  /// Makes the text of a link, or its part on one line, clickable and underlines it. A click opens
  /// the link's run.
  void link(const TextRun& run, float wide) {
    const ImVec2 back = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(from_);
    ImGui::PushID(static_cast<int>(from_.x));
    ImGui::PushID(static_cast<int>(from_.y));
    if (ImGui::InvisibleButton("link", {std::max(wide, 1.0f), ImGui::GetFontSize()}))
      view_.want(intent::Open{run.link});
    view_.name_last("link " + run.link, view_.say("lesson.link.tip"));
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::PopID();
    ImGui::PopID();
    ImGui::SetCursorScreenPos(back);
    const float below = from_.y + ImGui::GetFontSize() + view_.px(1);
    ImGui::GetWindowDrawList()->AddLine({from_.x, below}, {from_.x + wide, below},
                                        view_.theme.accent);
  }

  const View& view_;
  float left_;
  float width_;
  float gap_;
  float widest_ = 0;
  ImVec2 at_;
  std::string carried_;  ///< an opening bracket or quotation mark held for the next piece
  std::string waiting_;  ///< pieces of the current line and style, from `from_`
  ImVec2 from_;
  const TextRun* run_ = nullptr;  ///< style of `waiting_`
  ImFont* font_ = nullptr;
};

/// Adds the runs of a cell or a paragraph. `strong` makes them bold, except for code.
void add_runs(Line& line, const std::vector<TextRun>& runs, bool strong) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    TextRun run = runs[i];
    run.strong = run.strong || strong;
    const bool last = i + 1 == runs.size();
    line.add(run, last ? std::string_view() : std::string_view(runs[i + 1].text));
  }
}

void code(const View& view, const Block& block) {
  const char* text = block.cells[0].empty() ? "" : block.cells[0][0].text.c_str();
  ImGui::PushFont(view.fonts.mono);
  const float columns = ImGui::GetContentRegionAvail().x / ImGui::CalcTextSize("0").x;
  const std::string lines = code_in_columns(text, static_cast<std::size_t>(columns));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy(ImGui::CalcTextSize(lines.c_str()));
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float height = ImGui::GetTextLineHeight();
  float y = at.y;
  for (std::size_t from = 0; from < lines.size(); y += height) {
    const std::size_t to = std::min(lines.find('\n', from), lines.size());
    if (!is_sliced(y, height))
      canvas.AddText({at.x, y}, ImGui::GetColorU32(ImGuiCol_Text), lines.data() + from,
                     lines.data() + to);
    from = to + 1;
  }
  ImGui::PopFont();
}

// ---- tables

bool is_of_table(const Block& block) {
  return block.kind == BlockKind::table_head || block.kind == BlockKind::table_row;
}

/// Whether a cell is the head of a row or column, which is bold.
bool is_head(const Block& row, std::size_t column) {
  return row.kind == BlockKind::table_head || column == 0;
}

float run_width(const View& view, std::string_view text, const TextRun& run, bool strong) {
  ImFont* const font = strong && !run.code ? view.fonts.bold : font_of(view, run);
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

ColumnNeed need_of_cell(const View& view, const std::vector<TextRun>& cell, bool strong) {
  ColumnNeed need;
  for (const TextRun& run : cell) {
    std::string_view text = run.text;
    need.whole += run_width(view, text, run, strong);
    while (!text.empty()) {
      std::string_view piece = first_piece(text);
      text.remove_prefix(piece.size());
      if (piece.ends_with(' ')) piece.remove_suffix(1);
      need.least = std::max(need.least, run_width(view, piece, run, strong));
    }
  }
  // Chinese text breaks after almost any character, but a column of single characters is
  // unreadable.
  constexpr float least_characters = 4.5f;
  need.least = std::max(need.least, std::min(need.whole, least_characters * ImGui::GetFontSize()));
  return {std::ceil(need.least) + 1, std::ceil(need.whole) + 1};
}

/// Draws a cell at a screen position; returns the y position of its lower edge.
float table_cell(const View& view, const Block& row, std::size_t column, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  Line line(view, 0, width);
  add_runs(line, row.cells[column], is_head(row, column));
  line.end();
  const float below = ImGui::GetCursorScreenPos().y;
  view.name_place(fmt::format("table cell {}", column), at, {line.widest(), below - at.y});
  return below;
}

void table_in_columns(const View& view, std::span<const Block> rows,
                      const std::vector<float>& widths, float gap) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  float y = corner.y;
  for (const Block& row : rows) {
    float x = corner.x;
    float below = y;
    for (std::size_t i = 0; i < std::min(row.cells.size(), widths.size()); ++i) {
      below = std::max(below, table_cell(view, row, i, {x, y}, widths[i]));
      x += widths[i] + gap;
    }
    y = below + view.px(3);
    const bool head = row.kind == BlockKind::table_head;
    canvas.AddLine({corner.x, y - view.px(4)}, {x - gap, y - view.px(4)},
                   head ? view.theme.second_text : view.theme.line, view.px(1));
  }
  ImGui::SetCursorScreenPos({corner.x, y});
  ImGui::Dummy({0, 0});
}

/// Draws a table whose columns do not fit: the head of each row, and below it a line for each other
/// cell, beginning with the head of its column.
void table_in_blocks(const View& view, std::span<const Block> rows) {
  const std::vector<std::vector<TextRun>> no_heads;
  const bool headed = rows.front().kind == BlockKind::table_head;
  const auto& heads = headed ? rows.front().cells : no_heads;
  const float width = ImGui::GetContentRegionAvail().x;
  for (const Block& row : rows.subspan(headed ? 1 : 0))
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      Line line(view, i > 0 ? view.px(12) : 0, width);
      if (i > 0 && i < heads.size() && !heads[i].empty()) {
        std::vector<TextRun> head = heads[i];
        head.push_back({std::string(view.say("list.colon"))});
        add_runs(line, head, false);
      }
      add_runs(line, row.cells[i], i == 0);
      line.end();
      view.name_place(fmt::format("table line {}", i), at,
                      {line.widest(), ImGui::GetCursorScreenPos().y - at.y});
    }
}

void rich_table(const View& view, std::span<const Block> rows) {
  std::vector<ColumnNeed> needs;
  for (const Block& row : rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (needs.size() <= i) needs.emplace_back();
      const ColumnNeed need = need_of_cell(view, row.cells[i], is_head(row, i));
      needs[i] = {std::max(needs[i].least, need.least), std::max(needs[i].whole, need.whole)};
    }
  const float gap = view.px(12);
  const auto widths = table_columns(needs, ImGui::GetContentRegionAvail().x, gap);
  if (widths.empty()) return table_in_blocks(view, rows);
  table_in_columns(view, rows, widths, gap);
}

}  // namespace

void rich_text(const View& view, const Block& block) {
  if (block.kind == BlockKind::code) return code(view, block);
  const float width = ImGui::GetContentRegionAvail().x;
  const bool item = block.kind == BlockKind::item;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float indent = 0;
  const bool begins = !is_sliced(at.y, ImGui::GetFontSize());
  if (item && block.number > 0) {
    const std::string number = std::to_string(block.number) + ".";
    if (begins) ImGui::GetWindowDrawList()->AddText(at, view.theme.text, number.c_str());
    indent = std::max(view.px(20), ImGui::CalcTextSize((number + " ").c_str()).x);
  } else if (item) {
    if (begins)
      ImGui::GetWindowDrawList()->AddCircleFilled(
          {at.x + view.px(6), at.y + view.fonts.text->FontSize * 0.6f}, view.px(2.5f),
          view.theme.text);
    indent = view.px(16);
  }
  Line line(view, indent, width);
  for (const auto& cell : block.cells) add_runs(line, cell, false);
  line.end();
}

void rich_text(const View& view, const std::vector<Block>& blocks) {
  for (std::size_t i = 0; i < blocks.size();) {
    std::size_t end = i;
    while (end < blocks.size() && is_of_table(blocks[end]) &&
           (end == i || blocks[end].kind != BlockKind::table_head))
      ++end;
    if (end > i) {
      rich_table(view, std::span(blocks).subspan(i, end - i));
    } else {
      rich_text(view, blocks[end++]);
    }
    i = end;
  }
}

void wrapped_text(const View& view, std::string_view text, float width, float gap) {
  Line line(view, 0, width, gap);
  line.add({std::string(text)});
  line.end();
}

void second_text(const View& view, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.second_text);
  wrapped_text(view, text, ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
}

float whole_rows(float row) {
  const float room = ImGui::GetContentRegionAvail().y;
  return room < row ? room : std::floor(room / row) * row;
}

}  // namespace locklab::app

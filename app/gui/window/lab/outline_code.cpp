// The lock's outline. The client's current part is highlighted, and the line of its last command
// more strongly.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/layout/code_lines.h"
#include "app/gui/window/lab/source_parts.h"
#include "app/gui/window/widgets/code_frame.h"
#include "app/timeline/scene/outline.h"

namespace locklab::app {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool is_command(std::string_view word) {
  return word.size() > 1 && std::all_of(word.begin(), word.end(), [](char c) {
           return std::isupper(static_cast<unsigned char>(c));
         });
}

bool is_keyword(std::string_view word) {
  static constexpr std::string_view keywords[] = {
      "if",     "then",  "else",      "while",     "for",       "return",    "break",
      "const",  "auto",  "co_await",  "co_return", "namespace", "constexpr", "continue",
      "struct", "class", "constinit", "bool",      "true",      "false",     "using"};
  return std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords);
}

/// A line of an outline with its comment in the user's language.
std::string told_code(const View& view, std::string_view code) {
  const std::size_t comment = code.find("// ");
  if (comment == std::string_view::npos) return std::string(code);
  return std::string(code.substr(0, comment + 3)) + view.tell(code.substr(comment + 3));
}

/// The largest font scale, at most 1, at which all lines fit this width, but at least that of the
/// small font; lines that are still too wide are broken.
float scale_for(const View& view, std::span<const OutlineLine> lines, float room) {
  float widest = 1;
  for (const OutlineLine& line : lines)
    widest = std::max(widest, ImGui::CalcTextSize(told_code(view, line.code).c_str()).x);
  const float least = std::min(view.fonts.small->FontSize / view.fonts.mono->FontSize, 1.0f);
  return std::clamp(room / widest, least, 1.0f);
}

std::vector<std::string> broken(const std::string& code) {
  std::vector<std::string> pieces;
  std::size_t from = 0;
  while (from <= code.size()) {
    const std::size_t to = std::min(code.find('\n', from), code.size());
    pieces.push_back(code.substr(from, to - from));
    from = to + 1;
  }
  return pieces;
}

/// The outline's lines, broken to the available width.
struct OutlineRows {
  std::vector<std::vector<std::string>> pieces;  ///< by line
  std::vector<CodeSpan> spans;                   ///< by line
  CodeRows code;
};

OutlineRows rows_of(const View& view, std::span<const OutlineLine> lines, std::size_t columns) {
  OutlineRows rows;
  bool quoted = false;  // within a script, which is one statement
  for (const OutlineLine& line : lines) {
    rows.pieces.push_back(broken(code_in_columns(told_code(view, line.code), columns)));
    rows.spans.push_back({rows.code.rows, rows.pieces.back().size()});
    if (!quoted) rows.code.starts.push_back(rows.code.rows);
    rows.code.rows += rows.pieces.back().size();
    if (std::count(line.code.begin(), line.code.end(), '"') % 2 != 0) quoted = !quoted;
  }
  return rows;
}

/// The line that must be visible: that of the last command, or the first of the client's part;
/// nullopt if the client is in no part.
std::optional<std::size_t> line_at(std::span<const OutlineLine> lines, const OutlinePlace& place) {
  if (place.line) return place.line;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (place.part == lines[i].part) return i;
  return std::nullopt;
}

/// Highlights a line of the client's current part, `lines` rows high; more strongly if `here`, the
/// line of the last command.
void light(const View& view, std::uint16_t client, float line, std::size_t lines, bool here) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImU32 colour = view.theme.client(client);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y - view.px(1);
  const float height = line * static_cast<float>(lines);
  canvas.AddRectFilled({at.x - view.px(5), top},
                       {at.x + ImGui::GetContentRegionAvail().x, top + height},
                       faded(colour, here ? 0.17f : 0.08f));
  canvas.AddRectFilled({at.x - view.px(5), top}, {at.x - view.px(2), top + height}, colour);
  if (here) view.name_place("source line", at, {view.px(20), height});
}

}  // namespace

void coloured_code(const View& view, ImVec2 at, std::string_view code, bool& quoted) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const auto put = [&](std::string_view piece, ImU32 colour) {
    canvas.AddText(at, colour, piece.data(), piece.data() + piece.size());
    at.x += ImGui::CalcTextSize(piece.data(), piece.data() + piece.size()).x;
  };
  while (!code.empty()) {
    if (!quoted && code.starts_with("//")) return put(code, view.theme.second_text);
    std::size_t end = 1;
    if (is_word(code.front()))
      while (end < code.size() && is_word(code[end])) ++end;
    const std::string_view piece = code.substr(0, end);
    code.remove_prefix(end);
    if (piece == "\"") quoted = !quoted;
    put(piece, is_command(piece) || is_keyword(piece) ? view.theme.accent
               : quoted || piece == "\""              ? view.theme.good
                                                      : view.theme.text);
  }
}

void outline_code(const View& view, std::uint16_t client, ImVec2 size) {
  const ShownRun& run = *view.model.run;
  const sim::Scenario& scenario = run.judged.scenario;
  const std::vector<OutlineLine> lines = outline_of(scenario.strategy, scenario.lock);
  OutlinePlace place;
  if (client < run.scene.clients)
    place = outline_place(lines, run.trace(), run.scene.events[client], view.model.cursor.events);
  ImGui::PushFont(view.fonts.mono);
  const float room = size.x - view.px(6 + 8) - ImGui::GetStyle().ScrollbarSize;
  const float scale = scale_for(view, lines, room);
  const auto columns = static_cast<std::size_t>(room / (ImGui::CalcTextSize("0").x * scale));
  // Whole pixels, since ImGui moves its cursor by whole pixels.
  const float height = std::floor(ImGui::GetTextLineHeight() * scale + view.px(2));
  ImGui::PopFont();
  const OutlineRows rows = rows_of(view, lines, columns);
  CodeFrame frame(view, size, height, scale, false);
  const std::optional<std::size_t> at = line_at(lines, place);
  frame.scroll(rows.code, at ? std::optional(rows.spans[*at]) : std::nullopt,
               static_cast<int>(client * lines.size() + at.value_or(lines.size())));
  bool quoted = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (place.part == lines[i].part)
      light(view, client, height, rows.pieces[i].size(), place.line == i);
    view.name_place("code line", ImGui::GetCursorScreenPos(), {view.px(20), height});
    for (const std::string& piece : rows.pieces[i]) {
      view.name_place("code row", ImGui::GetCursorScreenPos(), {view.px(20), height});
      coloured_code(view, ImGui::GetCursorScreenPos(), piece, quoted);
      ImGui::Dummy({1, height});
    }
  }
}

}  // namespace locklab::app

// The real code, with the client's current line marked, and those of other clients in the same
// file, among the first 16 clients.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "app/gui/window/lab/source_parts.h"
#include "app/gui/window/widgets/code_frame.h"

namespace locklab::app {

namespace {

/// Another client in the same file.
struct Reader {
  std::uint16_t client = 0;
  std::uint32_t line = 0;
};

std::vector<Reader> others_in(const View& view, std::uint16_t client, std::string_view file) {
  constexpr std::size_t most = 16;
  std::vector<Reader> others;
  const ShownRun& run = *view.model.run;
  for (std::uint16_t i = 0; i < std::min(run.scene.clients, most); ++i) {
    if (i == client) continue;
    const SourceState state =
        source_state(run.trace(), run.scene.events[i], view.model.cursor.events);
    if (state.line > 0 && state.file == file) others.push_back({i, state.line});
  }
  return others;
}

class CodeText {
 public:
  /// `glow`: additional brightness of the client's line, 0 .. 1.
  CodeText(const View& view, std::uint16_t client, const SourceState& state, float glow)
      : view_(view),
        client_(client),
        state_(state),
        glow_(glow),
        others_(others_in(view, client, state.file)),
        canvas_(*ImGui::GetWindowDrawList()),
        line_height_(line_height(view)) {}

  /// The height of a row in whole pixels, since ImGui moves its cursor by whole pixels.
  static float line_height(const View& view) {
    return std::floor(view.fonts.mono->FontSize + view.px(2));
  }

  void draw(std::string_view text) {
    std::uint32_t line = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      row(++line, text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

 private:
  void row(std::uint32_t line, std::string_view words) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (line == state_.line) {
      mark(at, client_, (state_.waits ? 0.35f : 0.15f) + 0.4f * glow_);
      view_.name_place("source line", at, {view_.px(20), line_height_});
    }
    const std::string number = fmt::format("{:>3}  ", line);
    canvas_.AddText(at, view_.theme.second_text, number.c_str());
    bool quoted = false;
    coloured_code(view_, {at.x + ImGui::CalcTextSize(number.c_str()).x, at.y}, words, quoted);
    const std::string numbered = number + std::string(words);
    float x = at.x + ImGui::CalcTextSize(numbered.c_str()).x + view_.px(12);
    for (const Reader& other : others_)
      if (other.line == line) x = stand(at, x, line != state_.line, other.client);
    ImGui::Dummy({ImGui::CalcTextSize(numbered.c_str()).x, line_height_});
  }

  void mark(ImVec2 at, std::uint16_t client, float strength) const {
    const float right = at.x + ImGui::GetWindowWidth() + ImGui::GetScrollMaxX();
    const ImU32 colour = view_.theme.client(client);
    canvas_.AddRectFilled({at.x - view_.px(4), at.y - view_.px(1)}, {right, at.y + line_height_},
                          faded(colour, strength));
    canvas_.AddRectFilled({at.x - view_.px(4), at.y - view_.px(1)},
                          {at.x - view_.px(1), at.y + line_height_}, colour);
  }

  /// Writes another client's name after the code of its line or, if that is too long, at the right
  /// edge; if `alone`, also marks the line with its colour. Returns the next name's x position.
  float stand(ImVec2 at, float x, bool alone, std::uint16_t client) const {
    const char* name = view_.model.run->scene.lanes[client].name.c_str();
    const ImU32 colour = view_.theme.client(client);
    if (alone) mark(at, client, 0.08f);
    const float wide = ImGui::CalcTextSize(name).x + view_.px(8);
    const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - wide - view_.px(12);
    const float left = std::min(x, edge);
    canvas_.AddRectFilled({left, at.y}, {left + wide, at.y + line_height_ - view_.px(2)}, colour,
                          view_.px(3));
    canvas_.AddText({left + view_.px(4), at.y}, Theme::text_on(colour), name);
    view_.name_place(fmt::format("source line {}", name), {left, at.y}, {wide, line_height_});
    return left + wide + view_.px(4);
  }

  const View& view_;
  std::uint16_t client_;
  const SourceState& state_;
  float glow_;
  std::vector<Reader> others_;
  ImDrawList& canvas_;
  float line_height_;
};

}  // namespace

void real_code(const View& view, std::uint16_t client, const SourceState& state,
               std::string_view file, ImVec2 size) {
  const std::string_view text = source_text(file);
  CodeRows rows;
  rows.rows = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  rows.starts.resize(std::max<std::size_t>(rows.rows, 1));
  std::iota(rows.starts.begin(), rows.starts.end(), std::size_t{0});
  CodeFrame frame(view, size, CodeText::line_height(view), 1, true);
  const bool somewhere = state.line > 0 && state.file == file;
  frame.scroll(rows, somewhere ? std::optional(CodeSpan{state.line - 1}) : std::nullopt,
               static_cast<int>(client * (rows.rows + 1) + (somewhere ? state.line : 0)));
  CodeText(view, client, state, view.changed && view.changed->asked == client ? view.glow : 0)
      .draw(text);
}

}  // namespace locklab::app

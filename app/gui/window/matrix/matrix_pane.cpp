// The pane below the matrix: the selected cell, with a button for each run behind it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/window/matrix/matrix_parts.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

constexpr float low_pane = 84;  ///< in pixels at 100 %

/// The lower edges of the lines drawn in the pane, measured from the top of its content.
class WholeLines {
 public:
  /// Adds the text drawn from `top` on, with lines `line` pixels high. `button`: a button in front
  /// of it, which is not cut off either.
  void wrapped(float top, float line, bool button = false) {
    const float bottom = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
    const float least = top + (button ? ImGui::GetFrameHeight() : 0);
    const float lines = std::max(std::round((bottom - top) / line), 1.0f);
    for (float after = lines - 1; after >= 0; --after)
      edges_.push_back(std::max(bottom - after * line, least));
  }
  /// The greatest height up to `most` that ends with a whole line; `most` if there is none.
  float height(float most) const {
    float best = most;
    for (const float edge : edges_)
      if (edge <= most) best = edge;
    return best;
  }

 private:
  std::vector<float> edges_;
};

/// Draws a line of the cell. `ground`: how the previous line's scenario differs from the plain one,
/// which is not repeated; updated to that of this line.
void line_of_cell(const View& view, const CellLine& line, std::string& ground, WholeLines& lines) {
  const float top = ImGui::GetCursorPosY();
  const std::string property(name(line.property));
  if (!line.run.empty()) {
    if (view.button(fmt::format("open {}", property),
                    fmt::format("{}##{}", view.say("matrix.open"), property),
                    view.say("matrix.open.tip")))
      view.want(run_shown(view.model, line));
    ImGui::SameLine();
  }
  const bool promise = line.state != CellState::unpromised_broken;
  const bool broken = line.state == CellState::broken || !promise;
  ImGui::AlignTextToFramePadding();
  const std::string on = line.ground.empty() || line.ground == ground
                             ? ""
                             : " " + view.say.fill("matrix.ground", line.ground);
  ground = line.ground;
  wrapped_text(view,
               fmt::format("{} {}{}{}{}", sign(line.state),
                           verdict_label(view.say, line.property,
                                         broken ? sim::Kept::broken : sim::Kept::kept, promise),
                           line.why.empty() ? "" : view.say("list.colon"), line.why, on),
               ImGui::GetContentRegionAvail().x);
  lines.wrapped(top, ImGui::GetFontSize() + view.px(5), !line.run.empty());
}

}  // namespace

std::string cell_words(const View& view, const CellLook& look) {
  if (look.state == CellState::waiting) return "";
  const bool trait = view.model.matrix.traits &&
                     (look.state == CellState::kept || look.state == CellState::broken);
  const std::string words =
      look.broken > 1 ? view.say.fill("matrix.state.broken_many", look.broken)
                      : std::string(view.say(fmt::format("{}.state.{}", trait ? "trait" : "matrix",
                                                         name(look.state))));
  return fmt::format("{} {}", sign(look.state), words);
}

void matrix_pane(const View& view, const MatrixGrid& grid, float height) {
  const MatrixView& matrix = view.model.matrix;
  WholeLines lines;
  view.name_place("matrix pane", ImGui::GetCursorScreenPos(),
                  {ImGui::GetContentRegionAvail().x, height});
  ImGui::BeginChild("matrix cell", {0, height}, true, ImGuiWindowFlags_NoScrollbar);
  const float most = ImGui::GetContentRegionAvail().y;
  // In a short pane, buttons have almost no vertical padding, so that more lines fit.
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {padding.x, height < view.px(low_pane) ? view.px(1) : padding.y});
  // The height of the lines that were completely visible in the last frame.
  float* const whole = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("whole lines"), most);
  ImGui::BeginChild("matrix cell lines", {0, std::min(*whole, most)});
  view.name_place("matrix lines", ImGui::GetWindowPos(), ImGui::GetWindowSize());
  if (matrix.row < grid.rows.size() && matrix.column < grid.columns.size()) {
    const CellLook look = grid.look(matrix.row, matrix.column);
    std::string column = grid.columns[matrix.column].words;
    std::replace(column.begin(), column.end(), '\n', ' ');
    ImGui::TextUnformatted(
        fmt::format("{}  ×  {}    {}", grid.rows[matrix.row].words, column, cell_words(view, look))
            .c_str());
    view.name_last("matrix selected");
    lines.wrapped(ImGui::GetCursorPosY() - ImGui::GetTextLineHeightWithSpacing(),
                  ImGui::GetTextLineHeight());
    const auto behind = run_behind_cell(view.model);
    if (matrix.traits && behind) {
      ImGui::SameLine(0, view.px(16));
      if (view.button("open story", view.say.fill("trait.open", behind->instead.substr(0, 3)),
                      view.say("trait.open.tip")))
        view.want(*behind);
    }
    std::string ground;
    for (const CellLine& line : grid.lines(matrix.row, matrix.column))
      line_of_cell(view, line, ground, lines);
    const auto also = [&](std::string_view text) {
      const float top = ImGui::GetCursorPosY();
      second_text(view, text);
      lines.wrapped(top, ImGui::GetFontSize() + view.px(5));
    };
    if (look.state == CellState::cannot_strike || look.state == CellState::vacuous)
      also(view.say(fmt::format("matrix.state.{}.tip", name(look.state))));
    if (!matrix.traits && look.state == CellState::kept) {
      const MatrixCell& searched = matrix.matrix->cell(matrix.row, matrix.column);
      also(view.say.fill("matrix.searched", searched.grounds.size(), searched.states(),
                         searched.seconds()));
      if (const sim::StrikeCounts struck = searched.struck(); struck.times > 0)
        also(view.say.fill("matrix.struck", struck.times, struck.holding, struck.acquiring,
                           struck.releasing));
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::EndChild();
  *whole = lines.height(most);
}

}  // namespace locklab::app

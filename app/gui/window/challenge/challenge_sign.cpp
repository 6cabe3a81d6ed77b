// The picture of a level in the list: its clients and nodes, and the available faults.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/gui/window/challenge/challenge_parts.h"
#include "app/gui/window/widgets/icons.h"
#include "app/timeline/words/fault_words.h"

namespace locklab::app {

namespace {

constexpr float sign_radius = 6;
constexpr float sign_gap = 4;
constexpr float tool_sign_size = 15;
constexpr std::size_t most_signs = 7;  ///< maximum number of clients drawn, and of nodes

std::string_view icon_of(sim::StrikeKind kind) {
  static constexpr std::pair<std::string_view, std::string_view> icons[] = {
      {"clock_jump", "jump"},
      {"lose", "drop"},
      {"failover", "promote"},
      {"split_brain", "promote"}};
  const std::string_view strike = sim::name(kind);
  for (const auto& [name, icon] : icons)
    if (strike == name) return icon;
  return strike;
}

class LevelSign {
 public:
  LevelSign(const View& view, ImVec2 at, ImVec2 size)
      : view_(view),
        canvas_(*ImGui::GetWindowDrawList()),
        x_(at.x),
        y_(at.y + size.y / 2),
        right_(at.x + size.x) {}

  /// Makes draw() measure without drawing.
  void hide() { hidden_ = true; }

  float draw(const Level& level) {
    const sim::Scenario& scenario = level.spec.run.scenario;
    for (std::size_t i = 0; i < std::min(scenario.clients.size(), most_signs); ++i) client(i);
    between();
    for (std::size_t i = 0; i < std::min(scenario.nodes.size(), most_signs); ++i) node();
    if (!level.spec.budget.empty()) space();
    for (const sim::Allowance& one : level.spec.budget) strike(one);
    return x_;
  }

 private:
  void client(std::size_t i) {
    const float r = view_.px(sign_radius);
    if (!hidden_)
      canvas_.AddCircleFilled({x_ + r, y_}, r, view_.theme.client(static_cast<std::uint16_t>(i)),
                              20);
    x_ += 2 * r + view_.px(sign_gap);
  }
  void node() {
    const float r = view_.px(sign_radius);
    if (!hidden_)
      canvas_.AddCircle({x_ + r, y_}, r - view_.px(1), view_.theme.text, 20, view_.px(2));
    x_ += 2 * r + view_.px(sign_gap);
  }
  /// Draws the links between clients and nodes as one line.
  void between() {
    const float wide = view_.px(14);
    if (!hidden_)
      canvas_.AddLine({x_, y_}, {x_ + wide, y_}, view_.theme.second_text, view_.px(1.5f));
    x_ += wide + view_.px(sign_gap);
  }
  void space() { x_ += view_.px(12); }
  void strike(const sim::Allowance& one) {
    const float size = view_.px(tool_sign_size);
    if (!hidden_)
      draw_icon(canvas_, icon_of(one.kind), {x_ + size / 2, y_}, size, view_.theme.warning);
    x_ += size + view_.px(3);
    std::string words = view_.tell(kind_words(one.kind));
    if (one.count > 1) words += fmt::format(" × {}", one.count);
    // If the fault's name does not fit, the icon alone is shown.
    if (x_ + ImGui::CalcTextSize(words.c_str()).x > right_)
      return view_.name_place("unnamed strike", {x_, y_}, {size, size});
    const float high = ImGui::GetFontSize();
    if (!hidden_) canvas_.AddText({x_, y_ - high / 2}, view_.theme.text, words.c_str());
    x_ += ImGui::CalcTextSize(words.c_str()).x + view_.px(10);
  }

  const View& view_;
  ImDrawList& canvas_;
  float x_;
  const float y_;
  const float right_;
  bool hidden_ = false;
};

}  // namespace

float level_sign_width(const View& view, const Level& level) {
  LevelSign sign(view, {}, {1e6f, 0});
  sign.hide();
  return sign.draw(level);
}

void level_sign(const View& view, const Level& level, float width) {
  const float height = view.px(2 * sign_radius + 8);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float end = LevelSign(view, at, {width, height}).draw(level);
  view.name_place("sign of " + level.id, at, {std::min(end - at.x, width), height});
  ImGui::Dummy({width, height});
}

}  // namespace locklab::app

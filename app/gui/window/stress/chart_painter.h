// Draws the charts of loads, in the look of the timeline. Loads are distinguished by colour, dashes
// and the shape of their points.
#pragma once

#include <imgui/imgui.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/gui/layout/chart_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// The look of a load in all charts.
struct LoadLook {
  ImU32 colour = 0;
  std::size_t kind = 0;  ///< index of dashes and points
};

/// The look of the load with this number, from 1.
LoadLook look_of_load(const Theme& theme, std::uint64_t number);

class ChartPainter {
 public:
  explicit ChartPainter(const View& view) : view_(view), canvas_(*ImGui::GetWindowDrawList()) {}

  /// Draws the frame with its title. Returns the upper left corner of its inside, whose size it
  /// stores in `inside`.
  ImVec2 frame(ImVec2 at, ImVec2 size, std::string_view title, ImVec2& inside) const;
  /// Draws the grid, lines, limits, violations and marks of faults. `looks`: indexed by
  /// ChartSeries::load.
  void chart(const ChartShapes& shapes, ImVec2 at, const std::vector<LoadLook>& looks) const;
  void shares(const ShareShapes& shapes, ImVec2 at, const LoadLook& look) const;
  /// Draws a short line with the load's dashes and points, for a legend.
  void sample(ImVec2 from, ImVec2 to, const LoadLook& look) const;
  /// Options for a layout, including the size of letters in a chart.
  ChartOptions options(ImVec2 size, ChartUnit unit, double seconds) const;

 private:
  float px(float at_100_percent) const { return view_.px(at_100_percent); }
  void label(const ChartLabel& label, ImVec2 at, ImU32 colour) const;
  void stem(const ChartLine& one, ImVec2 at) const;
  void line(const ChartLine& line, ImVec2 at, const LoadLook& look) const;
  void dashes(const std::vector<ChartPoint>& points, ImVec2 at, const LoadLook& look,
              float width) const;
  void point(ImVec2 at, const LoadLook& look, float size) const;

  const View& view_;
  ImDrawList& canvas_;
};

}  // namespace locklab::app

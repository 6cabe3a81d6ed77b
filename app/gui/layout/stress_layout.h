// Areas of the Stress screen: the form on the left; to its right the head, the charts and, below
// them, the finished loads and the violations of the selected load. Numbers only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace locklab::app {

/// The charts, in reading order.
enum class StressChart : std::uint8_t { rate, waits, longest, failures, shares, count_ };
inline constexpr std::size_t stress_chart_count = static_cast<std::size_t>(StressChart::count_);

struct PlaceOnScreen {
  float x = 0, y = 0, width = 0, height = 0;
};

struct StressPlaces {
  float form = 0;      ///< width of the form
  PlaceOnScreen head;  ///< start, progress, faults
  std::array<PlaceOnScreen, stress_chart_count> charts;
  PlaceOnScreen loads;
  PlaceOnScreen violations;  ///< right of the loads or, in a narrow window, below them
  float height = 0;          ///< total height; may exceed a low window, which then scrolls
};

struct StressNeeds {
  float width = 0;  ///< pixels
  float height = 0;
  float scale = 1;  ///< 1 at 100 %
  float gap = 8;
  float head = 60;          ///< height of the head
  float hints = 0;          ///< height of buttons and hints if there are no loads; otherwise 0
  bool violations = false;  ///< whether any are listed
};

/// Lays out the screen. Places are relative to the upper left corner of the area right of the form.
StressPlaces stress_places(const StressNeeds& needs);

}  // namespace locklab::app

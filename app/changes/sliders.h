// The few numbers that matter in most stories, as sliders: their ranges, and the run for each
// position. Only numbers; the window draws them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/timeline/shown_run.h"

namespace locklab::app {

struct Slider {
  std::string key;     ///< "ttl_ms", or "work alice"
  std::string label;   ///< key of its text: "setup.ttl_ms"
  std::string client;  ///< for work: the client's name; empty for a setting of the whole run
  double now = 0;      ///< milliseconds
  double from = 0, to = 1;
  double step = 0.1;         ///< smallest difference between two values
  bool logarithmic = false;  ///< the range spans more than a factor of ten
};

/// The sliders of a run: lease, latency, work and retry, as far as its strategy has them. Work is
/// that of one client (an index; nullopt for the first). Ranges follow the original scenario, so
/// that they stay the same while a slider moves, extended to include the current value. Empty for a
/// recorded run.
std::vector<Slider> sliders_of(const ShownRun& run, std::optional<std::size_t> client);

/// The position of a value on its slider, 0 .. 1, and the rounded value of a position.
double place_of(const Slider& slider, double value);
double value_at(const Slider& slider, double place);

/// The name of the run with a slider moved to `ms` milliseconds; empty if it has no such slider.
std::string with_slider(const ShownRun& run, const std::string& key, double ms);

}  // namespace locklab::app

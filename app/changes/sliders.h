// The few numbers that decide most stories, as sliders: their ranges, and the run that each
// position gives. Numbers only; the window draws them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/timeline/shown_run.h"

namespace locklab::app {

struct Slider {
  std::string key;     ///< "ttl_ms", or "work alice"
  std::string label;   ///< the key of its text: "setup.ttl_ms"
  std::string client;  ///< whose work it is; empty: a setting of the whole run
  double now = 0;      ///< milliseconds
  double from = 0, to = 1;
  double step = 0.1;         ///< the least difference of two values
  bool logarithmic = false;  ///< it spans decades
};

/// The sliders of a run: those of lease, latency, work and retry that its strategy has. Work is
/// that of a client (an index; none: the first). Ranges follow the scenario as it is told, so that
/// they stay while a slider moves.
std::vector<Slider> sliders_of(const ShownRun& run, std::optional<std::size_t> client);

/// The place of a value on its slider, 0 .. 1, and the value of a place, rounded as a person would
/// write it.
double place_of(const Slider& slider, double value);
double value_at(const Slider& slider, double place);

/// The name of the run with a slider moved to so many milliseconds. Empty: it has no such slider.
std::string with_slider(const ShownRun& run, const std::string& key, double ms);

}  // namespace locklab::app

// An added fault that is dragged with the mouse: along its lane to another time, or by its end to
// another length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// A place by which a fault can be dragged.
struct FaultGrip {
  std::size_t fault = 0;  ///< index into added_faults()
  bool length = false;    ///< its end
};
/// The grip at the mark of an event. None: it is no strike of an added fault, nor the end of one
/// whose length can be set.
std::optional<FaultGrip> grip_of(const ShownRun& run, std::uint32_t event);

/// The event that ends an added fault, if it has a length that can be set.
std::optional<std::uint32_t> end_of(const ShownRun& run, std::size_t fault);

/// The name of the run in which the fault strikes at `to_us`. A fault that waits for an event waits
/// longer or shorter after it, if it can. None: it never struck, or strikes there already.
std::optional<std::string> moved_run(const ShownRun& run, std::size_t fault, double to_us);
/// The name of the run in which the fault ends at `to_us`, in the order of its strike.
std::optional<std::string> lengthened_run(const ShownRun& run, std::size_t fault, double to_us);

/// A time near `at_us` with no more digits than a pixel of `us_a_pixel` can choose.
double round_time_us(double at_us, double us_a_pixel);

}  // namespace locklab::app

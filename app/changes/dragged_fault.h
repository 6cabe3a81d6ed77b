// An added fault that is dragged with the mouse: along its lane to another time, or by its end to
// another length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// The part of a fault by which it is dragged.
struct FaultGrip {
  std::size_t fault = 0;  ///< index into added_faults()
  bool length = false;    ///< true for the end of the fault, which sets its length
};
/// The grip at the mark of an event. nullopt if the event neither begins an added fault nor ends
/// one with an adjustable length.
std::optional<FaultGrip> grip_of(const ShownRun& run, std::uint32_t event);

/// The event that ends an added fault; nullopt if it never began or ended, or its length is not
/// adjustable.
std::optional<std::uint32_t> end_of(const ShownRun& run, std::size_t fault);

/// The name of the run in which the fault is injected at `to_us`. A fault that waits for an event
/// changes its delay after it, if possible. nullopt if it was never injected, cannot be injected
/// then, or already is.
std::optional<std::string> moved_run(const ShownRun& run, std::size_t fault, double to_us);
/// The name of the run in which the fault ends at `to_us`. nullopt if it was never injected, has no
/// length, cannot end then, or already does.
std::optional<std::string> lengthened_run(const ShownRun& run, std::size_t fault, double to_us);

/// Rounds a time to the greatest power of ten in us that is no longer than a pixel (`us_a_pixel`),
/// at least to 1 us.
double round_time_us(double at_us, double us_a_pixel);

}  // namespace locklab::app

// Two branches side by side, by time or by cause.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "app/timeline/cause_alignment.h"
#include "app/timeline/time_view.h"

namespace locklab::app {

struct Comparison {
  std::size_t shown = 0;  ///< the upper branch, which is the current one
  std::size_t with = 0;   ///< the lower branch
  /// The first event that differs, in the current run (one) and below it (other); none: the runs
  /// are equal.
  std::optional<CauseAlignment::Difference> difference;
  /// A live run beside another: which step belongs to which. Null: they are compared by time.
  std::shared_ptr<const CauseAlignment> causes;
  /// One of the runs goes on, and so far both are the same: this many events. None: otherwise.
  std::optional<std::size_t> so_far;
  std::optional<TimeView> before;  ///< the view that it has widened
  bool was_whole = false;          ///< which showed the whole run
};

}  // namespace locklab::app

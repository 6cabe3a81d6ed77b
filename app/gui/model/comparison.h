// A comparison of two branches, one above the other, aligned by time or by cause.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "app/timeline/causes/cause_alignment.h"
#include "app/timeline/scene/time_view.h"

namespace locklab::app {

struct Comparison {
  std::size_t shown = 0;  ///< the upper branch, which is the current one
  std::size_t with = 0;   ///< the lower branch
  /// The first event that differs, in the current run (`one`) and in the lower run (`other`);
  /// nullopt if the runs are equal so far.
  std::optional<CauseAlignment::Difference> difference;
  /// The corresponding events, if one of the runs is live; null if the runs are compared by time.
  std::shared_ptr<const CauseAlignment> causes;
  /// Number of equal events so far, while one of the runs is in progress and no difference has
  /// appeared; otherwise nullopt.
  std::optional<std::size_t> so_far;
  std::optional<TimeView> before;  ///< the view before it was widened; nullopt if it was not
  bool was_whole = false;          ///< whether `before` showed the whole run
};

}  // namespace locklab::app

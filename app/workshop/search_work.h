// What the workshop does for the Explore dialog, for the matrix screen and for challenges.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "sim/scenario/library.h"

namespace locklab::app {

using Tell = std::function<void(Intent)>;

/// Tells intent::ExploreProgress again and again, then Explored or NotExplored.
void explore(const sim::Library& library, const ExploreForm& form, std::uint64_t job,
             const std::atomic<bool>& stopped, const Tell& tell);

/// Tells intent::MatrixGrows with each cell, then MatrixMade or MatrixNotMade. One that this
/// program has made before is at once there, unless it is to be made `again`.
void make_matrix(const sim::Library& library, bool again, std::uint64_t job,
                 const std::atomic<bool>& stopped, const Tell& tell);

/// Tells challenge::Progress again and again, then challenge::Answered.
void solve_level(const work::Solve& wanted, std::uint64_t job, const std::atomic<bool>& stopped,
                 const Tell& tell);

}  // namespace locklab::app

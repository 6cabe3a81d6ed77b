// The workshop's searches: for the Explore dialog, the matrix, challenges, words in events, and
// remedies.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "app/changes/remedies.h"
#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "sim/scenario/library.h"

namespace locklab::app {

using Tell = std::function<void(Intent)>;

/// A problem as a sentence for the window. Omits the source, line and column unless the source is a
/// file (and not a field or a run's name).
Sentence told_in_window(sim::Problem problem);

/// Sends intent::ExploreProgress repeatedly, then Explored or NotExplored.
void explore(const sim::Library& library, const ExploreForm& form, std::uint64_t job,
             const std::atomic<bool>& stopped, const Tell& tell);

/// Sends intent::MatrixGrows after each computed cell, then MatrixMade, both only until stopped; or
/// MatrixNotMade for a problem. Uses the cached or shipped matrix unless `again`.
void make_matrix(const sim::Library& library, bool again, std::uint64_t job,
                 const std::atomic<bool>& stopped, const Tell& tell);

/// Sends challenge::Progress repeatedly, then challenge::Answered.
void solve_level(const work::Solve& wanted, std::uint64_t job, const std::atomic<bool>& stopped,
                 const Tell& tell);

/// Sends intent::WordsFound with the events whose sentences contain the words, unless stopped.
void find_words(const work::FindWords& wanted, std::uint64_t job, const std::atomic<bool>& stopped,
                const Tell& tell);

/// The remedies for the run (find_remedies). What else can break a lock is read from the matrix
/// shipped with the program.
std::vector<Remedy> remedies_of(const sim::Library& library, const ShownRun& run,
                                const std::atomic<bool>& stopped);

}  // namespace locklab::app

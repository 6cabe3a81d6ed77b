// Describes what a run does where it begins to differ from another.
#pragma once

#include <cstddef>

#include "app/timeline/causes/cause_alignment.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// What `run` does at a difference found by align_by_cause(); `there` is the other run's position.
/// If `run` has no further step there, names the actor that does not take the other run's step.
Sentence words_of_difference(const sim::Trace& run, std::size_t here, const sim::Trace& other,
                             std::size_t there);

}  // namespace locklab::app

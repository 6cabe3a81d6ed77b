// What a run does where it and another begin to differ, in words.
#pragma once

#include <cstddef>

#include "app/timeline/cause_alignment.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// What `run` does at a difference that align_by_cause() found; `there` is where the other run is.
/// If it does nothing more of that kind, who of the other run's step does not.
Sentence words_of_difference(const sim::Trace& run, std::size_t here, const sim::Trace& other,
                             std::size_t there);

}  // namespace locklab::app

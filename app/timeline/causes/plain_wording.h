// Events in plain words, for headlines and explanations: they name the meaning of a message rather
// than its command.
#pragma once

#include <cstddef>

#include "app/timeline/causes/why.h"
#include "app/timeline/scene/scene.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// An event as a sentence: "bob asks n1 for the lock", "n1 answers alice: the lock is granted".
/// Falls back to event_words().
Sentence plain_words(const sim::Trace& trace, std::size_t event);

/// An event as a cause, with information that the event itself lacks: "n2 becomes the master,
/// without alice's lock".
Sentence cause_words(const sim::Trace& trace, const Scene& scene, const WhyStep& step);
Sentence cause_words(const sim::Trace& trace, const Scene& scene, std::size_t event);

}  // namespace locklab::app

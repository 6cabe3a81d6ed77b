// Events in the words of a headline and of an explanation, which name what a message wants or says,
// and no command.
#pragma once

#include <cstddef>

#include "app/timeline/scene.h"
#include "app/timeline/why.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// An event as a sentence: "bob asks n1 for the lock", "n1 tells alice that she has it". What has
/// no plainer words is told as event_words() does.
Sentence plain_words(const sim::Trace& trace, std::size_t event);

/// The same as a cause, with what the event itself does not say: "n2 becomes the master, without
/// alice's lock".
Sentence cause_words(const sim::Trace& trace, const Scene& scene, const WhyStep& step);
Sentence cause_words(const sim::Trace& trace, const Scene& scene, std::size_t event);

}  // namespace locklab::app

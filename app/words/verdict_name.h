// The name of a verdict next to its mark: "× lost update", "✓ no lost update". A promise that is
// worded with "no" is named by the violation if it is broken, since "× no lost update" is a double
// negation.
#pragma once

#include "app/words/words.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The name of a property as a title: "mutual exclusion".
Sentence property_name(sim::Property property);

/// The name next to the mark of a verdict.
Sentence verdict_name(sim::Property property, sim::Kept kept);

/// The same, followed by "(not promised)" if that applies.
std::string verdict_label(const Words& say, sim::Property property, sim::Kept kept, bool promised);

}  // namespace locklab::app

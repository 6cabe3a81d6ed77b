// The name of a verdict next to its mark: "✗ lost update", "✓ no lost update". Some promises are
// named by their violation if they are broken: "✗ no lost update" would be a double negation.
#pragma once

#include "app/words/words.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The name of a property as a title: "mutual exclusion".
Sentence property_name(sim::Property property);

/// The name next to the mark of a verdict.
Sentence verdict_name(sim::Property property, sim::Kept kept);

/// The verdict's name in the language of `say`, followed by "(not promised)" if that applies.
std::string verdict_label(const Words& say, sim::Property property, sim::Kept kept, bool promised);

}  // namespace locklab::app

// The program speaks in the sentences of the simulator.
#pragma once

#include "sim/trace/sentence.h"

namespace locklab::app {

using sim::Catalogue;
using sim::say;
using sim::Sentence;
using sim::translated;

}  // namespace locklab::app

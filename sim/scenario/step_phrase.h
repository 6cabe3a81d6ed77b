// "lock shared within 50 ms": a step of a client's program, in words. sim/scenario/program.h says
// which there are.
#pragma once

#include <string_view>
#include <variant>

#include "sim/scenario/program.h"
#include "sim/trace/sentence.h"

namespace locklab::sim {

/// Why a text is no step, and what to write instead.
struct BadStep {
  Sentence what;
  Sentence instead;
};

std::variant<Step, BadStep> parse_step(std::string_view text);

}  // namespace locklab::sim

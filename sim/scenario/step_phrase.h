// Parses a step of a client's program, such as "lock shared within 50 ms". sim/scenario/program.h
// has the grammar.
#pragma once

#include <string_view>
#include <variant>

#include "sim/scenario/program.h"
#include "sim/trace/sentence.h"

namespace locklab::sim {

/// Why a text cannot be a step, and what to write instead.
struct BadStep {
  Sentence what;
  Sentence instead;
};

std::variant<Step, BadStep> parse_step(std::string_view text);

}  // namespace locklab::sim

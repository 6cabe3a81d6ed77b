// Which faults a search may strike with, how often, and where: "clock_jump=1,pause@acquire=1".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/scenario/strike_kind.h"
#include "sim/trace/problem.h"
#include "sim/trace/state/client_course.h"

namespace locklab::sim {

/// The problem of a word that is no kind.
Problem unknown_kind(std::string_view word);

struct Allowance {
  StrikeKind kind = StrikeKind::crash;
  std::optional<Phase> phase;  ///< only while the client that it strikes is in it
  std::string place;           ///< only this client or node; empty: any
  std::uint32_t count = 1;
  bool operator==(const Allowance&) const = default;
};
using Budget = std::vector<Allowance>;

inline constexpr std::uint32_t most_strikes = 8;

/// Whether faults also strike between a command that a node has run and its answer.
enum class BeforeAnswers : std::uint8_t {
  never,
  where_it_matters,  ///< unless something else that is tried comes to the same
  everywhere,        ///< in any case; a test compares
};

/// Reads "pause@acquire=1,hold@n2=1", with the names of `scenario`. It is a Problem, too, if a
/// fault could never strike as it is written: a node in a phase, a client that loses its power.
std::variant<Budget, Problem> budget_from(std::string_view text, const Scenario& scenario);
std::string to_string(const Budget& budget);

}  // namespace locklab::sim

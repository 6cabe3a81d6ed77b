// Which faults a search may inject, how often, and where: "clock_jump=1,pause@acquire=1".
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

/// The problem for a word that names no kind of fault.
Problem unknown_kind(std::string_view word);

struct Allowance {
  StrikeKind kind = StrikeKind::crash;
  std::optional<Phase> phase;  ///< only while the affected client is in this phase
  std::string place;           ///< only this client or node; empty for any
  std::uint32_t count = 1;
  bool operator==(const Allowance&) const = default;
};
using Budget = std::vector<Allowance>;

inline constexpr std::uint32_t most_strikes = 8;

/// Whether faults are also injected between a command and its reply.
enum class BeforeAnswers : std::uint8_t {
  never,
  where_it_matters,  ///< unless another fault that is tried has the same effect
  everywhere,        ///< always; used by a test for comparison
};

/// Parses "pause@acquire=1,hold@n2=1", with the names of `scenario`. A fault that can never occur
/// as written is a Problem too: a node in a phase, a client that loses power.
std::variant<Budget, Problem> budget_from(std::string_view text, const Scenario& scenario);
std::string to_string(const Budget& budget);

}  // namespace locklab::sim

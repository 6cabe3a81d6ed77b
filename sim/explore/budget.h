// Which faults a search may strike with, how often, and where: "clock_jump=1,pause@acquire=1".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/trace/problem.h"
#include "sim/trace/state/client_course.h"

namespace locklab::sim {

enum class StrikeKind : std::uint8_t {
  crash,            ///< a client is gone
  pause,            ///< a client stands still, and goes on at some later instant
  kill,             ///< a node's process dies, and starts again at some later instant
  power,            ///< a node loses its power, and starts again at some later instant
  stop,             ///< a node freezes, and goes on at some later instant
  cut,              ///< nothing passes between a client and a node, in one direction or in both,
                    ///< until some later instant
  hold,             ///< one message waits, until some later instant
  lose,             ///< one message is lost, with its connection
  clock_jump,       ///< a clock jumps, forward or back
  drift,            ///< a clock runs too fast or too slowly from now on
  failover,         ///< a master dies, later its replica takes its place, and it may come back then
  split_brain,      ///< a replica takes the place of a master that lives: there are two for a time
  foreign_release,  ///< a client that does not hold runs its release
  count_,
};

/// The kind's word in a budget: "clock_jump".
std::string_view name(StrikeKind kind);
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

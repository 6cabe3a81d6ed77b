// A fault as a line of words, as it is typed on a command line. The kinds, their fields and
// the moments are those of scenario files:
//
//   line    = moment action
//   moment  = "at" time | "when" phrase ["plus" time] ":"     at 60ms · when alice entered:
//           | "now" | "f"                     at once in a run that is held, else at the start; "f"
//                                             is what a person types there
//   action  = kind whom {detail}                              pause alice 500ms
//   whom    = {client | node | resource | "client" number | "holder" | "all"}
//   detail  = time | "for" (time | client) | "jitter" time | "after" time | "restart_after" time
//           | "requests" | "replies" | "both" | count | command | "power" | "untold" | "to" node
//           | number"ppm" | number"%" | "full" | "read_only" | "unsaved" | "del" | "flush" |
//           "evicted"
//   time    = number ("us" | "ms" | "s")
//
// A detail may also be written as in a file, "restart_after_ms=500". The phrase is one of
// trigger.h. On links, a client or a node left out means all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/scenario/fault.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/problem.h"

namespace locklab::sim {

/// The names that a line may use.
struct LineCast {
  std::vector<std::string_view> clients;  ///< empty if clients have only numbers
  std::vector<std::string_view> nodes;    ///< empty if they are n1, n2 ...
  std::string_view resource;
};

struct FaultLine {
  Fault fault;  ///< kind, fields, and time if it has one; the target is in the members below
  std::optional<std::uint32_t> client, node, to;  ///< indices from 0; nullopt if not named
  bool resource = false;
  bool holder = false;        ///< the target is the client that holds the lock at that moment
  bool called_pause = false;  ///< a node's stop that was written as `pause`
  std::string when;           ///< the phrase of its trigger; empty if the fault has a time
  bool operator==(const FaultLine&) const = default;
};

/// Problem::file of a problem in a fault line.
inline constexpr std::string_view of_fault_option = "--fault";

/// Parses a line. A client or node given by number need not exist; the caller checks that.
std::variant<FaultLine, Problem> parse_fault_line(std::string_view line, const LineCast& cast);

/// Formats a line with the names of `cast`; parsing the text gives the same FaultLine.
std::string to_line(const FaultLine& line, const LineCast& cast = {});
/// Formats a line without its moment: "pause n1 500ms".
std::string action_of_line(const FaultLine& line, const LineCast& cast = {});

/// A valid action of that kind with all that it needs: "delay alice n1 50ms".
std::string example_action(FaultKind kind, const LineCast& cast);

/// A problem with a whole line; the advice is a valid line, of this kind of fault if it is known,
/// with the names of `cast` and a moment like that of `line`. Without names it is one of a load.
Problem wrong_fault_line(std::string_view line, const Sentence& what, const LineCast& cast = {},
                         std::optional<FaultKind> kind = {});

/// Converts lines to faults of `scenario`, in the syntax of its file (to_toml). A line that begins
/// with a brace already has that syntax and is copied.
std::variant<std::vector<std::string>, Problem> faults_of_lines(
    const std::vector<std::string>& lines, const Scenario& scenario);

/// Formats a time as in fault lines: "3s", "500ms", "250us".
std::string line_time(Duration time);

}  // namespace locklab::sim

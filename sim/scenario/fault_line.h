// A fault as a line of words, as it is typed on a command line. The kinds, their sizes and the
// moments are those of scenario files:
//
//   line    = moment action
//   moment  = "at" time | "when" phrase ["plus" time] ":"     at 60ms · when alice entered:
//           | "now"                                           of a run that is held; else at its
//           start
//   action  = kind whom {detail}                              pause alice 500ms
//   whom    = {client | node | resource | "client" number | "holder" | "all"}
//   detail  = time | "for" time | "jitter" time | "after" time | "restart_after" time
//           | "requests" | "replies" | count | command | "power" | "untold" | "to" node
//           | number"ppm" | number"%" | "full" | "read_only" | "unsaved"
//   time    = number ("us" | "ms" | "s")
//
// A detail may also be written as a file does, "restart_after_ms=500". The phrase is one of
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

/// Whom a line may name.
struct LineCast {
  std::vector<std::string_view> clients;  ///< empty: they have numbers alone
  std::vector<std::string_view> nodes;    ///< empty: they are n1, n2 ...
  std::string_view resource;
};

struct FaultLine {
  Fault fault;  ///< its time, if it has one, its kind and its size; not whom it strikes
  std::optional<std::uint32_t> client, node, to;  ///< from 0
  bool resource = false;
  bool holder = false;        ///< whoever is inside at that moment
  bool called_pause = false;  ///< a server's stop that was written so
  std::string when;           ///< the phrase for its moment; empty: it strikes at a time
  bool operator==(const FaultLine&) const = default;
};

/// How problems name the origin of a line.
inline constexpr std::string_view of_fault_option = "--fault";

/// Whether there is somebody whom it names is for its reader to judge.
std::variant<FaultLine, Problem> parse_fault_line(std::string_view line, const LineCast& cast);

/// The line that is read as this one, with the names of `cast`.
std::string to_line(const FaultLine& line, const LineCast& cast = {});
/// The same without its moment: "pause n1 500ms".
std::string action_of_line(const FaultLine& line, const LineCast& cast = {});

/// The problem of a whole line.
Problem wrong_fault_line(std::string_view line, const Sentence& what);

/// The lines as faults of that scenario, in the words of its file (to_toml). A line that begins
/// with a brace is a fault of a file already.
std::variant<std::vector<std::string>, Problem> faults_of_lines(
    const std::vector<std::string>& lines, const Scenario& scenario);

/// A time as lines have it: "3s", "500ms", "250us".
std::string line_time(Duration time);

}  // namespace locklab::sim

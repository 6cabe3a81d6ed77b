// The tools with which a user adds faults to a run: the targets and the sizes of each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/changes/spot.h"
#include "app/timeline/shown_run.h"

namespace locklab::app {

/// The meaning of a fault's size.
enum class SizeKind : std::uint8_t {
  none,
  time,     ///< milliseconds, above zero
  lasting,  ///< milliseconds, above zero; if empty, the fault does not end by itself
  restart,  ///< milliseconds, above zero, until the node restarts by itself
  shift,    ///< milliseconds, back if negative
  drift,    ///< parts per million, slower if negative
};

SizeKind size_kind(sim::FaultKind kind);

/// A tool that adds one kind of fault, or a variant of it.
struct BreakingTool {
  std::string_view id;     ///< "pause"
  std::string_view label;  ///< in English, as in sim::FaultRow
  std::string_view tip;
  std::string_view icon;
  sim::FaultKind kind = sim::FaultKind::crash;
  bool on_client = false, on_node = false, on_link = false, on_message = false;
  SizeKind size = SizeKind::none;
  bool requests = true, replies = true;  ///< affected directions of a link
  bool power = false;
  sim::WriteRefusal refusal = sim::WriteRefusal::full;
  sim::KeyRemoval removal = sim::KeyRemoval::del;
};

std::span<const BreakingTool> breaking_tools();
/// Index of the tool with this id, which must exist.
std::uint16_t breaking_tool(std::string_view id);

/// Whether the tool can be used on `spot`. A tool for links also fits a message's link. Only a node
/// that may be a replica can be promoted, and slots migrate only in a cluster.
bool applies(const BreakingTool& tool, const ShownRun& run, const Spot& spot);
/// Whether the tool can be used on some spot of the run.
bool applies(const BreakingTool& tool, const ShownRun& run);

/// The default size of a tool: for a clock's drift 10 %, otherwise derived from the lease, since a
/// pause matters if it outlasts the lease. nullopt if the tool has no default.
std::optional<double> usual_size(const BreakingTool& tool, const ShownRun& run);
/// The range of valid sizes, in the unit of their SizeKind; 0 is never valid.
struct SizeRange {
  double least = 0, most = 0;
};
SizeRange size_range(SizeKind kind);
bool is_size(SizeKind kind, double size);
/// A size as a user types it, rounded to three decimals: "450", "0.5".
std::string size_text(double size);
/// Convert a size to the typed number and back: a drift is typed in per cent, not in parts per
/// million.
double typed_of_size(SizeKind kind, double size);
double size_of_typed(SizeKind kind, double typed);

/// The ends of a slider, as typed: a drift in per cent.
struct SlidRange {
  double least = 0, most = 0;
};
SlidRange slid_range(SizeKind kind, double usual);

}  // namespace locklab::app

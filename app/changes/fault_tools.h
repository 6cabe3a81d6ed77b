// The tools with which a user breaks a run by hand: what each is done to, and how large it may be.
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

/// What a fault's size is.
enum class SizeKind : std::uint8_t {
  none,
  time,     ///< milliseconds, above zero
  lasting,  ///< the same; without one it does not end by itself
  restart,  ///< the same: after so long it comes back by itself
  shift,    ///< milliseconds, back if negative
  drift,    ///< parts per million, slower if negative
};

/// One tool of the palette.
struct BreakingTool {
  std::string_view id;  ///< "pause": the key of its texts is "break.pause"
  sim::FaultKind kind = sim::FaultKind::crash;
  bool on_client = false, on_node = false, on_link = false, on_message = false;
  SizeKind size = SizeKind::none;
  bool requests = true, replies = true;  ///< of a link
  bool power = false;
};

std::span<const BreakingTool> breaking_tools();
/// By its id; there must be one.
std::uint16_t breaking_tool(std::string_view id);

/// Whether it can be done to that: what is done to links can be done to a message's, and a replica
/// alone can be promoted.
bool applies(const BreakingTool& tool, const ShownRun& run, const Spot& spot);
/// Whether anything of the run can suffer it.
bool applies(const BreakingTool& tool, const ShownRun& run);

/// A tool's size unless the user gives it another: it comes from the lock's lease, since a pause
/// matters by being longer. None: without one.
std::optional<double> usual_size(const BreakingTool& tool, const ShownRun& run);
/// The least and the most that a size of that kind may be.
struct SizeRange {
  double least = 0, most = 0;
};
SizeRange size_range(SizeKind kind);
bool is_size(SizeKind kind, double size);
/// As it is typed: "450", "0.5".
std::string size_text(double size);

}  // namespace locklab::app

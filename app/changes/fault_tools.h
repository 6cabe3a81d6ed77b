// What a user can do to a run by hand, and the run that comes of it: the same one with one more
// fault. A run is its name, so that a branch can be pasted into a mail.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/changes/spot.h"
#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

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

/// A request, or the reply, as a message of the scene.
Spot message_spot(const Scene& scene, std::uint32_t message, bool reply);
/// The message that an event is about: its reply from when the node has run it.
std::optional<Spot> message_of_event(const ShownRun& run, std::uint32_t event);
/// The moment at which a message leaves, as a scenario file says it: "bob's 2nd request to n3".
std::string message_moment(const ShownRun& run, const Spot& spot);
/// When it arrives in that run; none: nobody knows, or never.
std::optional<std::int64_t> arrival(const ShownRun& run, const Spot& spot);

/// The name of the run in which `tool` strikes `spot` at `at_us`; a message when it leaves.
std::string broken_run(const ShownRun& run, const Spot& spot, const BreakingTool& tool,
                       std::optional<double> size, double at_us);

/// The name of the run in which that message arrives then, all before being as it was; none: it
/// cannot be so early.
std::optional<std::string> delayed_run(const ShownRun& run, const Spot& message, double to_us);
/// How early it can arrive: it may have been delayed by hand before.
double earliest_arrival(const ShownRun& run, const Spot& message);
/// Why it does not arrive before.
Sentence no_earlier(double earliest_us);

/// The faults that were added to the scenario's own, as they stand in the run's name.
std::vector<std::string> added_faults(const ShownRun& run);
/// The same, as the scenario has them.
std::span<const sim::Fault> added(const ShownRun& run);
/// The name of the run without one of them, or with another in its place, or with one more (no
/// `fault`).
std::string without_fault(const ShownRun& run, std::size_t fault);
std::string with_fault(const ShownRun& run, std::optional<std::size_t> fault,
                       const std::string& text);
/// The last of the events, all at one time, in which that one of them strikes; none: it does not.
std::optional<std::uint32_t> strike_of(const ShownRun& run, std::size_t fault);
/// Which of them the event is the strike of.
std::optional<std::size_t> added_fault_at(const ShownRun& run, std::uint32_t event);

}  // namespace locklab::app

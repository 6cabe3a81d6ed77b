// What a timeline shows, before anybody paints it: a lane for each client and node, and rows in the
// order of time, each with the state of every lane. Plain structs, so that a terminal, a test or a
// window can use them.
//
// A row is not an event: request and reply of an undisturbed exchange share one row, placed at the
// moment at which the node ran the command, and attempts that repeat fold into one row. What was
// late, lost or hit by a fault is shown leg by leg. With `all`, every event has its row.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/words/language.h"
#include "sim/check/check.h"
#include "sim/trace/trace.h"

namespace locklab::app {

enum class LaneKind : std::uint8_t { client, node, resource };

struct Lane {
  LaneKind kind = LaneKind::client;
  std::uint16_t index = 0;  ///< of the client or node
  std::string name;
};

/// What a lane is doing.
enum class Bar : std::uint8_t {
  none,  ///< not started yet, done, or crashed
  idle,
  waiting,   ///< tries to get the lock
  believes,  ///< believes that it holds, outside the critical section
  inside,
  paused,
  paused_holding,  ///< paused, and believes that it holds or is inside
  free,            ///< node: up, nobody has the lock's key
  held,            ///< node: `owner` has the lock's key
  down,
  frozen,
};

/// The key of the words for what a lane is doing: "bar.waiting".
std::string_view bar_key(Bar bar);

struct LaneCell {
  Bar bar = Bar::none;
  std::uint16_t owner = 0xffff;  ///< of `held`: index of the client, 0xffff: nobody known
  bool operator==(const LaneCell&) const = default;
};

/// A line from a client's lane to nodes' lanes.
struct Arrow {
  std::size_t client = 0;          ///< lane
  std::vector<std::size_t> nodes;  ///< lanes
  bool request = false;            ///< it points at the nodes
  bool reply = false;              ///< it points at the client
  bool lost = false;               ///< what was sent came to nothing
  bool operator==(const Arrow&) const = default;
};

enum class RowKind : std::uint8_t {
  message,
  note,   ///< what a client says of itself
  world,  ///< what a node or the resource does by itself
  fault,
  violation,  ///< a promise is broken here
  fold,       ///< stands for several rows
  gap,        ///< stands for many events that were not looked at
  end,
};

struct Row {
  RowKind kind = RowKind::note;
  std::int64_t at_us = 0;
  std::size_t event = 0;  ///< in the trace: the lanes show the state after it
  ClientId client = no_client;
  std::optional<Arrow> arrow;
  std::string text;             ///< printable; begins with the client's name where there is one
  std::vector<LaneCell> cells;  ///< one a lane
};

struct Timeline {
  std::vector<Lane> lanes;         ///< clients, then nodes, then the resource
  std::vector<std::string> marks;  ///< by client: the letter by which nodes show who has the key
  std::vector<Row> rows;
};

struct LayoutOptions {
  bool all = false;  ///< every event a row, nothing folded
  Language language = Language::english;
  std::size_t most_rows = 400;  ///< without `all`: of more, the quietest in the middle are left out
  /// How many events are laid out at once: a row in the making takes ten times an event's memory.
  /// With `all` they come part by part; without, a longer run is told at its beginning, at its end
  /// and where a promise broke.
  std::size_t most_events = std::size_t{1} << 19;
};

/// A timeline whose rows come part by part, in order.
class TimelineParts {
 public:
  /// `trace` and `verdicts` must outlive it.
  TimelineParts(const Trace& trace, const std::vector<sim::Verdict>& verdicts,
                const LayoutOptions& options);
  ~TimelineParts();
  TimelineParts(const TimelineParts&) = delete;
  TimelineParts& operator=(const TimelineParts&) = delete;

  /// Lanes and marks; and the rows of the part that stands there.
  const Timeline& timeline() const { return timeline_; }
  /// To the next part, at first to the first. False: there is none.
  bool next();
  /// The time of the run's last row.
  std::int64_t last_us() const;

 private:
  struct Making;

  void lay_out_part();

  const Trace& trace_;
  const std::vector<sim::Verdict>& verdicts_;
  LayoutOptions options_;
  Timeline timeline_;
  std::unique_ptr<Making> making_;
};

/// All parts at once.
Timeline lay_out(const Trace& trace, const std::vector<sim::Verdict>& verdicts,
                 const LayoutOptions& options);

}  // namespace locklab::app

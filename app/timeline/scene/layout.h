// The content of a timeline before it is painted: a lane for each client, each node and the
// resource, and rows in order of time, each with the state of every lane. Plain structs that a
// terminal, a test or a window can use.
//
// A row is not an event: the request and reply of an undisturbed exchange share a row, placed where
// the node executed the command, and repeated attempts fold into one row. An exchange that was
// disturbed or slow, or whose reply was lost, is shown leg by leg. With `all`, each event has a row
// of its own, except for the reading of a pushed frame.
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

/// The state of a lane.
enum class Bar : std::uint8_t {
  none,  ///< not started, finished, or crashed
  idle,
  waiting,   ///< tries to acquire the lock
  believes,  ///< believes that it holds, outside the critical section
  inside,
  unlocked,  ///< inside without the lock
  paused,
  paused_holding,  ///< paused while it believes that it holds, or is inside
  free,            ///< node: up, without a lock's key; the resource always
  held,            ///< node: has the lock's key, owned by `owner`, or several locks' keys
  down,
  frozen,
};

/// The key of the text for a state: "bar.waiting".
std::string_view bar_key(Bar bar);

struct LaneCell {
  Bar bar = Bar::none;
  std::uint16_t owner = 0xffff;  ///< client, if held; 0xffff if unknown
  std::uint16_t other = 0xffff;  ///< another client, whose key of another lock is there too
  /// Whether both have the same bar and owner, regardless of `other`.
  bool has_bar_of(const LaneCell& cell) const { return bar == cell.bar && owner == cell.owner; }
  bool operator==(const LaneCell&) const = default;
};

/// A line from a client's lane to nodes' lanes.
struct Arrow {
  std::size_t client = 0;          ///< index of its lane
  std::vector<std::size_t> nodes;  ///< indices of their lanes
  bool request = false;            ///< points at the nodes
  bool reply = false;              ///< points at the client
  bool lost = false;               ///< the message was lost
  bool operator==(const Arrow&) const = default;
};

enum class RowKind : std::uint8_t {
  message,
  note,       ///< a client's report about itself
  world,      ///< a key's change that no message's row covers, or the end of a fault
  fault,      ///< a fault, or an event of no other kind, such as a decision of Sentinels
  violation,  ///< a promise is broken
  fold,       ///< several folded or omitted rows
  gap,        ///< many omitted events
  end,
};

struct Row {
  RowKind kind = RowKind::note;
  std::int64_t at_us = 0;
  std::size_t event = 0;  ///< index in the trace; the lanes show the state after it
  ClientId client = no_client;
  std::optional<Arrow> arrow;
  std::string text;             ///< printable
  std::vector<LaneCell> cells;  ///< by lane
};

struct Timeline {
  std::vector<Lane> lanes;         ///< clients, then nodes, then the resource
  std::vector<std::string> marks;  ///< by client: the letter that marks its keys on nodes
  std::vector<Row> rows;
};

struct LayoutOptions {
  bool all = false;  ///< each event has a row of its own (see above), and nothing folds
  Language language = Language::english;
  std::size_t most_rows =
      400;  ///< limit without `all`; the least important in the middle are omitted
  /// Maximum number of events to lay out at once, since a row under construction takes ten times
  /// the memory of an event. With `all`, events come in parts of this size. Otherwise a longer run
  /// shows its beginning, its end and the violations.
  std::size_t most_events = std::size_t{1} << 19;
};

/// A timeline whose rows come in parts, in order.
class TimelineParts {
 public:
  /// Lays out no rows; the first next() does. `trace` and `verdicts` must outlive this object.
  TimelineParts(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                const LayoutOptions& options);
  ~TimelineParts();
  TimelineParts(const TimelineParts&) = delete;
  TimelineParts& operator=(const TimelineParts&) = delete;

  /// The lanes and marks, with the rows of the current part.
  const Timeline& timeline() const { return timeline_; }
  /// Advances to the next part, or to the first. Returns false if none is left.
  bool next();
  /// The time in us of the last row, once it is laid out, or of the last event if the run is longer
  /// than most_events.
  std::int64_t last_us() const;

 private:
  struct Making;

  void lay_out_part();

  const sim::Trace& trace_;
  const std::vector<sim::Verdict>& verdicts_;
  LayoutOptions options_;
  Timeline timeline_;
  std::unique_ptr<Making> making_;
};

/// Lays out all parts at once.
Timeline lay_out(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                 const LayoutOptions& options);

}  // namespace locklab::app

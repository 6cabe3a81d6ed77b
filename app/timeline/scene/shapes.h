// The positions of a timeline on the screen: plain shapes in pixels, without colours or a window.
// By default, bars of a lane that are narrower than three pixels fold into one with a count, and so
// do marks of one kind and many arrows within three pixels. The work for bars and messages grows
// with the number of pixels, that for marks with the number of marks in view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/timeline/scene/axis.h"
#include "app/timeline/scene/scene.h"
#include "app/timeline/scene/time_view.h"

namespace locklab::app {

struct TimelineOptions {
  AxisKind axis = AxisKind::time;
  TimeView view;                     ///< of this axis
  float width = 0;                   ///< pixels, without the column of names
  float row = 36;                    ///< height of a lane
  float ruler = 24;                  ///< height of the ruler above
  float ruler_apart = 90;            ///< least distance between two labels of the ruler
  float strip_row = 16;              ///< height of a client's row in the holding strip
  float strip_gap = 6;               ///< between two strips
  std::vector<std::uint16_t> lanes;  ///< visible lanes from top to bottom
  std::size_t pinned = 0;            ///< the number of leading lanes that never scroll
  float scrolled = 0;                ///< scroll position of the other lanes, in pixels
  bool holding = true;               ///< shows the holding strip
  int only_lane = -1;  ///< if >= 0: only arrows of this lane, unless only_message is set
  std::uint32_t only_message =
      none_at;     ///< if set: only the arrows of this message (index into Scene::messages)
  float thin = 3;  ///< width in pixels below which shapes fold; 0 to fold nothing
  /// Limits the timeline to the first `events` events and to time `at_us`, hiding the rest for a
  /// question.
  struct Told {
    std::size_t events = 0;
    double at_us = 0;
    bool judged = true;  ///< mark the promises broken by then
  };
  std::optional<Told> told;
};

struct BarShape {
  float x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  float left = 1,
        right = 1;  ///< filled fraction of the height at each end, for a lease that runs down
  std::uint32_t event = none_at;
  std::uint32_t count = 1;  ///< number of spans that it shows; folded if above 1
  std::uint32_t span = 0;   ///< index of the first folded span in its row of the scene
  std::uint16_t row = 0;    ///< lane, or Holding
  std::uint16_t owner = 0xffff;
  Bar bar = Bar::none;
  bool other_lock = false;  ///< a key or hold of another lock than the main one
};

struct ArrowShape {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::uint32_t message = 0;  ///< index into Scene::messages, of the first folded one
  std::uint32_t count = 1;
  bool reply = false;
  bool lost = false;  ///< ends in a cross before its target lane
  bool cut = false;   ///< its end is after the limit in `told`, and is not shown
  float part = 1;     ///< the fraction of the arrow that a lost message covers

  float end_x() const { return x0 + (x1 - x0) * part; }
  float end_y() const { return y0 + (y1 - y0) * part; }
};

struct MarkShape {
  float x = 0, y = 0;
  std::uint32_t event = none_at;
  std::uint32_t count = 1;
  std::uint16_t client = 0xffff;
  std::uint16_t verdict = 0xffff;
  MarkKind kind = MarkKind::fault;
  bool death = false;  ///< for an alarm: a client or a node dies
  float flag_x = 0;    ///< position of an alarm's flag in the ruler
};

/// The span of a clash, across the lanes concerned.
struct ClashShape {
  float x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  std::uint16_t verdict = 0;
  std::uint32_t event = none_at;  ///< the event that broke the promise
  std::uint32_t inside = 0;       ///< number of clients inside at once; 0 for another kind of clash
};

/// The position of one of two clients inside at once: its part of a lane, or of the holding strip.
struct InsideShape {
  float x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  std::uint32_t clash = 0;  ///< index into TimelineShapes::clashes
};

/// A label of the ruler: a time, on either axis.
struct RulerMark {
  float x = 0;
  std::string text;
};

struct LaneRow {
  std::uint16_t lane = 0;
  float y0 = 0, y1 = 0;
  bool pinned = false;
};

struct TimelineShapes {
  std::vector<RulerMark> ruler;
  std::vector<LaneRow> rows;    ///< visible rows
  std::vector<LaneRow> strips;  ///< `lane` is a Holding. Each has a row per client, up to four
  std::vector<BarShape> bars;
  std::vector<BarShape> keys;     ///< keys on nodes
  std::vector<BarShape> holding;  ///< the holding strip
  std::vector<BarShape> doubted;  ///< in the strip of beliefs: where the servers contradict them
  std::vector<ArrowShape> arrows;
  std::vector<MarkShape> marks;
  std::vector<MarkShape> alarms;
  std::vector<ClashShape> clashes;
  std::vector<InsideShape> inside;
  bool more_before = false;  ///< the run begins before the view
  bool more_after = false;   ///< the run continues after the view
  float top = 0;             ///< top of the ruler, which never scrolls
  float pinned_end = 0;      ///< the scrolling part begins here
  float height = 0;
};

/// A point on the upper edge of a key's bar.
struct LeasePoint {
  float x = 0;
  float left = 0;  ///< filled fraction of the height
};
/// The upper edge of a key's bar from left to right. A lease runs down linearly in time, so on the
/// axis of steps its slope differs between steps.
std::vector<LeasePoint> lease_edge(const BarShape& bar, const Span& span, const AxisView& on);
/// The remaining fraction of a key's lease; 1 for a key without one.
float lease_left(const Span& span, double at_us);

/// The labels of a ruler, at least `apart` pixels apart.
std::vector<RulerMark> ruler_marks(const AxisView& on, double apart);

TimelineShapes lay_out_timeline(const Scene& scene, const sim::Trace& trace,
                                const TimelineOptions& options);

}  // namespace locklab::app

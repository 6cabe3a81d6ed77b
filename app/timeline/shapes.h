// Where everything of a timeline stands on the screen: plain shapes in pixels, without colours and
// without a window. What is thinner than three pixels folds into one mark with a count; faults,
// their ends and violations never fold away. The work grows with the pixels, not with the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/timeline/scene.h"
#include "app/timeline/time_view.h"

namespace locklab::app {

struct TimelineOptions {
  TimeView view;
  float width = 0;                       ///< pixels, without the lanes' names
  float row = 36;                        ///< height of a lane
  float ruler = 24;                      ///< height of the ruler above
  float strip_row = 16;                  ///< height of one client's row in the holding strip below
  std::vector<std::uint16_t> lanes;      ///< which, from top to bottom
  std::size_t pinned = 0;                ///< so many of them stay in sight, the first
  float scrolled = 0;                    ///< pixels by which what is not pinned has gone up
  bool holding = true;                   ///< the holding strip is there
  int only_lane = -1;                    ///< >= 0: arrows of this lane only
  std::uint32_t only_message = none_at;  ///< else: the arrows of that one (Scene::messages) only
  float thin = 3;                        ///< pixels below which things fold; 0: nothing folds
  /// Only what the first so many events tell, up to that time (us): what comes is a question.
  struct Told {
    std::size_t events = 0;
    double at_us = 0;
  };
  std::optional<Told> told;
};

struct BarShape {
  float x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  float left = 1,
        right = 1;  ///< how much of the height it fills at its two ends: a lease runs down
  std::uint32_t event = none_at;
  std::uint32_t count = 1;  ///< above 1: so many folded into one
  std::uint32_t span = 0;   ///< the first of those folded, in its row of the scene
  std::uint16_t row = 0;    ///< lane, or Holding
  std::uint16_t owner = 0xffff;
  Bar bar = Bar::none;
};

struct ArrowShape {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::uint32_t message = 0;  ///< of Scene::messages, the first of those folded
  std::uint32_t count = 1;
  bool reply = false;
  bool lost = false;  ///< ends in a cross, nowhere
  bool cut = false;   ///< nothing is told of its end
};

struct MarkShape {
  float x = 0, y = 0;
  std::uint32_t event = none_at;
  std::uint32_t count = 1;
  std::uint16_t client = 0xffff;
  std::uint16_t verdict = 0xffff;
  MarkKind kind = MarkKind::fault;
  float flag_x = 0;  ///< of an alarm: where its flag stands in the ruler
};

/// The stretch in which two accounts collide, across the lanes concerned.
struct ClashShape {
  float x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  std::uint16_t verdict = 0;
};

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
  std::vector<LaneRow> rows;    ///< those in sight: none that has scrolled below the pinned ones
  std::vector<LaneRow> strips;  ///< `lane`: of Holding. Each has a row for each client, up to four
  std::vector<BarShape> bars;
  std::vector<BarShape> keys;     ///< what nodes have
  std::vector<BarShape> holding;  ///< the strip
  std::vector<ArrowShape> arrows;
  std::vector<MarkShape> marks;
  std::vector<MarkShape> alarms;
  std::vector<ClashShape> clashes;
  bool more_before = false;  ///< the run has begun before what is in sight
  bool more_after = false;   ///< and goes on after it
  float top = 0;             ///< the ruler begins here: it stays in sight
  float pinned_end = 0;      ///< below it is what scrolls
  float height = 0;
};

TimelineShapes lay_out_timeline(const Scene& scene, const Trace& trace,
                                const TimelineOptions& options);

}  // namespace locklab::app

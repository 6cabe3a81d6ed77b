// Which panels of the lab have room in the window, and how large they are: numbers alone. A panel
// that is wanted and has no room is named, so that the window can say so.
#pragma once

#include <vector>

#include "app/gui/model/model.h"

namespace locklab::app {

/// All in pixels.
struct LabNeeds {
  float scale = 1;              ///< pixels of one unit at 100 %
  float width = 0, height = 0;  ///< of what is below the bars
  float gap = 0;                ///< between two panels
  float timeline = 0;           ///< the least height of the timeline with all that it shows
  float palette = 0;            ///< the height at which nothing of it has to scroll
  float branches = 0;           ///< the height of the branches alone
  float verdicts = 0;           ///< their height; 0: they are not wanted
  float said = 0;               ///< the line that says what has no room
  bool reading = false;         ///< a lesson, or the form of the set-up
  bool source = false, inspector = false, tools = false, history = false;  ///< wanted
  bool cluster_first = false;     ///< the lesson's step points at it
  bool holding_first = false;     ///< a step points at who holds: the timeline is there whole
  bool comparing = false;         ///< two runs are in the middle
  Panes panes = Panes::timeline;  ///< wanted
};

/// 0: it is not there.
struct LabPlaces {
  float reading = 0, middle = 0, side = 0;  ///< widths
  float body = 0;                           ///< the height of what stands above the verdicts
  float breaking = 0;                       ///< palette and branches, or branches alone
  float cluster = 0;                        ///< below the timeline
  float story = 0;                          ///< below the source
  float verdicts = 0;
  Panes panes = Panes::timeline;
  std::vector<Panel> no_room;
};

LabPlaces lab_places(const LabNeeds& needs, const Layout& layout);

}  // namespace locklab::app

// Chooses the panels of the lab that fit into the window, and their sizes; numbers only. Requested
// panels that do not fit are listed, so that the window can report it.
#pragma once

#include <vector>

#include "app/gui/model/model.h"

namespace locklab::app {

/// The needs of the panels, and the wishes of the user. Sizes are in pixels.
struct LabNeeds {
  float scale = 1;              ///< 1 at 100 %
  float width = 0, height = 0;  ///< of the area below the bars
  float gap = 0;                ///< between two panels
  float timeline = 0;           ///< preferred minimum height of the whole timeline
  float low_timeline = 0;       ///< the same with lanes as low as in a comparison; 0 if unknown
  float overview = 0;           ///< height of the overview, dropped before a lane is hidden
  float cluster = 0;            ///< height at which one column has a line of words for each node
  float palette = 0;            ///< height of tools and branches, or of branches alone
  float tools_only = 0;         ///< height of the tools in one row; 0 if there are none to show
  bool branched = false;        ///< there are branches, which have their own row
  float verdicts = 0;           ///< height of the verdicts; 0 if not wanted
  float said = 0;               ///< height of the line that lists the panels without room
  bool reading = false;         ///< a lesson or the set-up form is open
  bool lesson = false;          ///< the open panel is a lesson, whose text and code need space
  bool source = false, inspector = false, tools = false, history = false;  ///< wanted
  bool cluster_first = false;  ///< the lesson highlights the cluster
  bool holding_first =
      false;               ///< the lesson highlights holders, so the timeline needs its full height
  bool comparing = false;  ///< the middle shows two runs
  float compared = 0;      ///< height at which both runs show all lanes, with the differences
  Panes panes = Panes::timeline;  ///< wanted
  bool presenting = false;        ///< in presenter mode
  bool cluster_if_whole = false;  ///< show the cluster only if the whole timeline stays visible
};

/// Sizes of the panels in pixels; 0 if not shown.
struct LabPlaces {
  float reading = 0, middle = 0, side = 0;  ///< widths
  float body = 0;                           ///< height above the verdicts
  float breaking = 0;                       ///< height of palette and branches, or of one of them
  float cluster = 0;  ///< height below the timeline; 0 if `panes` is not `both`
  float story = 0;    ///< height of the inspector, below the source if both are shown
  float verdicts = 0;
  Panes panes = Panes::timeline;
  std::vector<Panel> no_room;
};

LabPlaces lab_places(const LabNeeds& needs, const Layout& layout);

}  // namespace locklab::app

// Paints the shapes of a cluster.
#pragma once

#include <vector>

#include "app/gui/layout/cluster_labels.h"
#include "app/gui/layout/cluster_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

struct ClusterPicture {
  const ClusterState& state;
  const ClusterShapes& shapes;
  std::vector<ClusterLabel> labels;
};

/// The height of a line of names and states, with a gap between lines if the view is tall enough.
float label_line(const View& view, ImVec2 size);

/// Sets the widths of words in `options`, measured in the window's fonts.
void measure_cluster(const View& view, const ClusterState& state, ClusterOptions& options);

/// The labels of a cluster laid out with these options, measured in the window's fonts.
std::vector<ClusterLabel> measured_labels(const View& view, const ClusterShapes& shapes,
                                          const ClusterState& state, const ClusterOptions& options);

/// Paints a cluster; `corner` is the canvas's upper left corner on the screen, and `size` its size.
/// There must be a run.
void paint_cluster(const View& view, const ClusterPicture& picture, ImVec2 corner, ImVec2 size);

/// Paints glowing rings around the places that the last step changed.
void paint_glow(const View& view, const ClusterShapes& shapes, ImVec2 corner);

}  // namespace locklab::app

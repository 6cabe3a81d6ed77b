// Paints the shapes of a cluster.
#pragma once

#include "app/gui/layout/cluster_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// Paints a cluster; `corner` is the canvas's corner on the screen, and `size` its size. There must
/// be a run.
void paint_cluster(const View& view, const ClusterShapes& shapes, const ClusterState& state,
                   ImVec2 corner, ImVec2 size);

/// Paints what the last step changed.
void paint_glow(const View& view, const ClusterShapes& shapes, ImVec2 corner);

}  // namespace locklab::app

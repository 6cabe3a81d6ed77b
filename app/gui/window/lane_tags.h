// Words on the lanes: names in bars, and letters in marks. They are painted after the future is
// dimmed, on grounds that make them readable there, too; none covers another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/fault_labels.h"
#include "app/gui/window/strokes.h"
#include "app/gui/window/view.h"

namespace locklab::app {

class LaneTags {
 public:
  /// On a canvas whose corner is at `at`. All references must outlive it.
  LaneTags(const View& view, ImVec2 at);

  /// At a place on the screen. `begins`: the place on the canvas of what is named. `most`: how far
  /// right the words may begin; 0: they do not move. `state`: no name, but what the lane's bar says
  /// anyway, which makes way for all others.
  void add(ImVec2 at, std::string_view words, ImU32 ink, ImU32 ground, float begins, float most = 0,
           bool state = false);
  /// Where the names are, none over another; one without room is left out.
  std::vector<FaultLabel> names();
  /// Paints them beside `struck`, the words of faults. What begins behind `now`, the cursor's place
  /// on the canvas, is still to come, and no brighter than what has happened.
  void paint(float now, const std::vector<FaultLabel>& struck);
  /// What paint() has painted.
  std::vector<FaultLabel> labels() const;

 private:
  struct Tag {
    ImVec2 at;
    std::string words;
    ImU32 ink, ground;
    ImVec2 clip_from, clip_to;
    float begins = 0;
    float most = 0;
    bool state = false;
  };
  float px(float at_100_percent) const { return view_.px(at_100_percent); }
  float width_of(const Tag& tag) const;
  FaultLabel label_of(const Tag& tag) const;
  bool make_way(Tag& tag, const std::vector<FaultLabel>& taken) const;
  void one(const Tag& tag, float now);

  const View& view_;
  ImDrawList& canvas_;
  const Strokes strokes_;
  const ImVec2 at_;
  std::vector<Tag> tags_;
};

}  // namespace locklab::app

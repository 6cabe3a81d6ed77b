// Words on the lanes: names and states in bars, and letters in marks. They are painted after the
// future is dimmed, on backgrounds that keep them readable there. Words that can move avoid those
// added before them, or are dropped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/fault_labels.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

class LaneTags {
 public:
  /// Labels a canvas whose upper left corner is at `at` on the screen. All references must outlive
  /// the object.
  LaneTags(const View& view, ImVec2 at);

  /// Adds words at a position on the screen. `begins`: x position on the canvas of the labelled
  /// object. `most`: largest x position on the screen to which the words may move; 0 if they must
  /// not move. `state`: the words only repeat what the bar shows, and may cover no others.
  void add(ImVec2 at, std::string_view words, ImU32 ink, ImU32 ground, float begins, float most = 0,
           bool state = false);
  /// Moves the names apart and drops those that do not fit. Returns the labels of all tags but
  /// states.
  std::vector<FaultLabel> names();
  /// Paints the words. `struck`: words of faults, which the states must not cover. Words of objects
  /// that begin after `now`, the cursor's x position on the canvas, are in the future, and dimmed.
  void paint(float now, const std::vector<FaultLabel>& struck);
  /// The labels painted by paint().
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

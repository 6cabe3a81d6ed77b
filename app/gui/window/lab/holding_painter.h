// Paints who holds: the strips for the three meanings of holding, and where several clients are in
// the critical section at once.
#pragma once

#include <string>
#include <vector>

#include "app/gui/layout/fault_labels.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/strokes.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

class HoldingPainter {
 public:
  /// Paints into the current window at `at`, on a timeline `width` pixels wide. All references must
  /// outlive the painter.
  HoldingPainter(const View& view, const TimelineShapes& shapes, ImVec2 at, float width);

  void strips();
  /// Draws the remaining lease of a key in its bar on a lane, which ends at `bottom` and is
  /// `height` pixels high.
  void lease(const BarShape& bar, float bottom, float height, const AxisView& on);
  /// Draws a band over each clash, the time span of a violation: faint because several often
  /// overlap, with a clear frame around the highlighted one.
  void clash_bands();
  /// Highlights where several clients are in the critical section at once, once the cursor has
  /// reached it.
  void inside();
  /// The holder's name in a bar of these spans; for a lock other than the main one: "other: carol".
  std::string holder_words(const BarShape& bar, const std::vector<Span>& spans) const;
  /// Draws the number of clients in the critical section for each clash that the cursor has reached
  /// or, for another highlighted violation, the property's name. Covers a `taken` label only if the
  /// clash has no free place.
  void counts(std::vector<FaultLabel> taken);
  /// The labels painted by counts().
  const std::vector<FaultLabel>& counted() const { return counted_; }
  /// Draws the words in the strips, above the dimming: holders' names, why the servers no longer
  /// confirm a belief, and how visits to the resource ended. Bars that begin after the cursor's `x`
  /// are in the future.
  void names(float x);

 private:
  ImVec2 p(float x, float y) const { return {at_.x + x, at_.y + y}; }
  float px(float at_100_percent) const { return view_.px(at_100_percent); }
  const Theme& theme() const { return view_.theme; }
  bool is_lit(const ClashShape& clash) const;
  bool is_reached(const ClashShape& clash) const;
  bool is_promised(const ClashShape& clash) const;
  ImU32 colour_of(const ClashShape& clash) const;
  void strip_bar(const BarShape& bar);
  void strip_name(const BarShape& bar, float now);
  void visit_words(const BarShape& bar, float now);
  void doubt(const BarShape& bar);
  std::string_view doubt_reason(const BarShape& bar) const;
  bool covers_a_holder(const FaultLabel& words, const BarShape& of) const;
  float name_end(const BarShape& bar) const;
  void doubt_words(const BarShape& bar, float now);
  void clash_band(const ClashShape& clash);
  void block(const InsideShape& part);
  std::string words_of(const ClashShape& clash) const;
  void count(const ClashShape& clash, std::vector<FaultLabel>& taken);

  const View& view_;
  const TimelineShapes& shapes_;
  ImDrawList& canvas_;
  const Strokes strokes_;
  const ImVec2 at_;
  const float width_;
  std::vector<const BarShape*> names_;
  std::vector<FaultLabel> counted_;
};

}  // namespace locklab::app

#include "app/gui/layout/lab_layout.h"

#include <algorithm>
#include <utility>

namespace locklab::app {

namespace {

// Pixels at 100 %, or fractions if the name begins with most_of_.
constexpr float least_middle = 320;       ///< timeline and cluster: width
constexpr float enough_to_compare = 500;  ///< body height with room for tools and two runs
constexpr float least_side = 240;         ///< source and story: width
constexpr float least_shown_side = 180;   ///< source next to a lesson in presenter mode: width
constexpr float least_reading = 220;      ///< lesson or set-up: width
constexpr float enough_timeline = 220;    ///< height of the timeline above the palette
constexpr float enough_lesson = 360;      ///< width of a lesson with its code at full size
constexpr float most_of_reading = 0.4f;   ///< of the width
constexpr float least_both = 250;         ///< of the timeline above a cluster
constexpr float least_pointed = 220;      ///< of the timeline if the lesson highlights the cluster
constexpr float least_cluster = 120;
constexpr float low_both = 150;  ///< of the timeline above a cluster if there is little room
constexpr float low_cluster = 96;
constexpr float lowest_cluster = 64;  ///< if all lanes are then visible
constexpr float most_of_cluster =
    0.38f;  ///< of the middle if that is not low, unless dragged larger
constexpr float most_of_verdicts = 0.3f;  ///< of the height

class Placing {
 public:
  Placing(const LabNeeds& needs, const Layout& layout) : needs_(needs), layout_(layout) {}

  LabPlaces places(float height) {
    to_ = {};
    // Excess verdicts can be scrolled.
    if (needs_.verdicts > 0)
      to_.verdicts = std::min(needs_.verdicts, std::max(height * most_of_verdicts, px(30)));
    to_.body = std::max(height - to_.verdicts - needs_.gap, px(80));
    widths();
    tools();
    middle();
    // Lanes take precedence over the row that only explains how to make branches.
    if (!is_timeline_whole() && !needs_.branched && needs_.tools_only > 0 &&
        to_.breaking > needs_.tools_only) {
      LabPlaces before = to_;
      to_.breaking = needs_.tools_only;
      to_.no_room.clear();
      widths();
      middle();
      if (!is_timeline_whole()) to_ = std::move(before);
    }
    return to_;
  }

 private:
  float px(float at_100_percent) const { return at_100_percent * needs_.scale; }

  /// Height of the timeline with the lowest lanes, which are tried before a panel is dropped.
  float low_timeline() const {
    return needs_.low_timeline > 0 ? needs_.low_timeline : needs_.timeline;
  }

  float height_of_middle() const {
    return to_.body - (to_.breaking > 0 ? to_.breaking + needs_.gap : 0);
  }

  /// Whether all lanes are visible, at least with low rows and without the overview; true if there
  /// is no timeline of a single run.
  bool is_timeline_whole() const {
    if (needs_.comparing || to_.panes == Panes::cluster) return true;
    const float below = to_.panes == Panes::both ? to_.cluster + needs_.gap : 0;
    return height_of_middle() - below >= low_timeline() - needs_.overview;
  }

  /// The height below which timeline and cluster together count as low.
  float least_of_both() const {
    return px((needs_.cluster_first ? least_pointed : least_both) + least_cluster) + needs_.gap;
  }

  float least_lesson() const {
    return needs_.lesson ? std::min(px(enough_lesson), needs_.width * most_of_reading) : 0;
  }

  /// The least width on the right. A class needs the lesson's text more than code of full size.
  float least_aside() const {
    return px(needs_.presenting && needs_.lesson ? least_shown_side : least_side);
  }

  void widths() {
    const float room = needs_.width;
    if (needs_.reading)
      to_.reading = std::clamp(std::max(room * layout_.reading, least_lesson()), px(least_reading),
                               std::max(room * most_of_reading, px(least_reading)));
    // The panel that the step highlights on the right takes precedence over a wide lesson.
    const float beside = room - 2 * needs_.gap - px(least_middle) - least_aside();
    if (needs_.lesson && (needs_.source || needs_.inspector) && beside >= px(least_reading))
      to_.reading = std::min(to_.reading, beside);
    const float left = room - (to_.reading > 0 ? to_.reading + needs_.gap : 0);
    if (needs_.source || needs_.inspector) {
      // Panels on the right keep a readable width and take at most half the window; the middle
      // keeps its least width.
      const float most = std::min(room * 0.5f, left - needs_.gap - px(least_middle));
      if (most >= least_aside()) {
        to_.side = std::clamp(room * layout_.side, least_aside(), most);
      } else {
        if (needs_.source) to_.no_room.push_back(Panel::source);
        if (needs_.inspector) to_.no_room.push_back(Panel::inspector);
      }
    }
    to_.middle = left - (to_.side > 0 ? to_.side + needs_.gap : 0);
    if (to_.side > 0 && needs_.inspector)
      to_.story =
          needs_.source ? std::clamp(to_.body * layout_.story, px(80), to_.body * 0.7f) : to_.body;
  }

  void tools() {
    if (!needs_.tools && !needs_.history) return;
    // In a low window without room for all lanes of two compared runs, the branches are chosen
    // above the runs, and there are no tools.
    const bool compares_low = needs_.comparing && to_.body < px(enough_to_compare);
    if (compares_low && to_.body - needs_.gap - needs_.palette < needs_.compared) return;
    // If not everything fits, the part that the lesson highlights takes precedence.
    const float above = needs_.cluster_first   ? least_of_both()
                        : needs_.holding_first ? needs_.timeline
                                               : std::min(needs_.timeline, px(enough_timeline));
    const float room = to_.body - needs_.gap - above;
    if (room >= needs_.palette) {
      to_.breaking = needs_.palette;
    } else if (needs_.tools && needs_.tools_only > 0 && room >= needs_.tools_only) {
      to_.breaking = needs_.tools_only;  // without the history row, Ctrl+Z still undoes faults
    } else {
      if (needs_.tools) to_.no_room.push_back(Panel::palette);
      if (needs_.history) to_.no_room.push_back(Panel::branches);
    }
  }

  void middle() {
    to_.panes = needs_.panes;
    if (needs_.comparing || to_.panes != Panes::both) return;
    const float height = height_of_middle();
    const bool low = height < least_of_both();
    // Highlighted strips of holders take precedence over the nodes' words, except in presenter
    // mode.
    const bool says_less = needs_.holding_first && !needs_.presenting;
    const float lines = says_less ? 0 : std::min(needs_.cluster, height * most_of_cluster);
    const auto has_room_beside = [&](float timeline) {
      return height - needs_.gap - timeline + needs_.overview >=
             std::max(px(lowest_cluster), lines);
    };
    if (needs_.cluster_if_whole && low && !has_room_beside(needs_.timeline) &&
        !has_room_beside(low_timeline())) {
      to_.panes = Panes::timeline;
      return;
    }
    const bool too_low = height < px(low_both + low_cluster) + needs_.gap;
    const bool hides_holding = needs_.holding_first && !needs_.cluster_first &&
                               !needs_.presenting &&
                               height - needs_.gap - low_timeline() < px(lowest_cluster);
    if (too_low || hides_holding) {
      to_.panes = Panes::timeline;
      to_.no_room.push_back(Panel::cluster);
      return;
    }
    const bool crowded =
        !needs_.cluster_if_whole && height - needs_.gap - needs_.timeline < px(low_cluster);
    float left = height - needs_.gap - (crowded ? low_timeline() : needs_.timeline);
    // Use the lowest cluster if the whole timeline is then visible, even if the overview must be
    // dropped.
    const float lowest = std::max(px(lowest_cluster), lines);
    if (crowded && left < lowest && left + needs_.overview >= lowest) left += needs_.overview;
    const float wanted =
        layout_.cluster ? height * *layout_.cluster : std::min(left, height * most_of_cluster);
    // Reduce the cluster's height if the whole timeline is then visible.
    const bool gives = !layout_.cluster && left >= px(low_cluster) && left < px(least_cluster);
    const bool gives_all =
        left < px(low_cluster) && (needs_.cluster_if_whole || (crowded && left >= lowest));
    const float least =
        gives_all ? lowest : std::max(px(low || gives ? low_cluster : least_cluster), lines);
    to_.cluster = std::clamp(wanted, least, height - px(least_cluster) - needs_.gap);
    // In a low window, lanes that do not fit are reached by scrolling.
    const float most = needs_.cluster_if_whole ? std::max(height * most_of_cluster, least) : left;
    if (low && !layout_.cluster)
      to_.cluster = std::clamp(std::min(left, most), least, height - px(low_both) - needs_.gap);
  }

  const LabNeeds& needs_;
  const Layout& layout_;
  LabPlaces to_;
};

}  // namespace

LabPlaces lab_places(const LabNeeds& needs, const Layout& layout) {
  Placing placing(needs, layout);
  LabPlaces places = placing.places(needs.height);
  return places.no_room.empty() ? places : placing.places(needs.height - needs.said);
}

}  // namespace locklab::app

#include "app/gui/layout/timeline_pick.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

namespace {

// Pixels at 100 %.
constexpr float mark_reach = 8;
constexpr float arrow_reach = 5;
constexpr float head_reach = 8;

float distance_to(const ArrowShape& arrow, float x, float y) {
  const float dx = arrow.x1 - arrow.x0;
  const float dy = arrow.y1 - arrow.y0;
  const float square = std::max(dx * dx + dy * dy, 1.0f);
  const float part = std::clamp(((x - arrow.x0) * dx + (y - arrow.y0) * dy) / square, 0.f, 1.f);
  return std::hypot(arrow.x0 + part * dx - x, arrow.y0 + part * dy - y);
}

bool arrived(const Scene& scene, const ArrowShape& arrow) {
  const Message& message = scene.messages[arrow.message];
  return !arrow.lost && !arrow.cut && (arrow.reply ? message.received : message.ran) != none_at;
}

/// The fault whose label is under the pointer; null if none.
const MarkShape* labelled_at(const TimelineShapes& shapes, const std::vector<FaultLabel>& labels,
                             const Pick& pick) {
  if (pick.y < shapes.top + pick.ruler) return nullptr;  // the ruler covers scrolled labels
  for (const FaultLabel& label : labels)
    if (pick.x >= label.x0 && pick.x < label.x1 && pick.y >= label.y0 && pick.y < label.y1)
      return &shapes.alarms[label.alarm];
  return nullptr;
}

}  // namespace

const ArrowShape* arrow_at(const TimelineShapes& shapes, const Pick& pick) {
  const ArrowShape* nearest = nullptr;
  float least = arrow_reach * pick.scale;
  for (const ArrowShape& arrow : shapes.arrows) {
    if (arrow.count > 1) continue;
    const float away = distance_to(arrow, pick.x, pick.y);
    if (away >= least) continue;
    least = away;
    nearest = &arrow;
  }
  return nearest;
}

const ArrowShape* head_at(const Scene& scene, const TimelineShapes& shapes, const Pick& pick) {
  const ArrowShape* nearest = nullptr;
  float least = head_reach * pick.scale;
  for (const ArrowShape& arrow : shapes.arrows) {
    if (arrow.count > 1 || !arrived(scene, arrow)) continue;
    // A reply starts where its request arrives, so a head is picked a few pixels inside its own
    // arrow.
    const float length = std::max(std::hypot(arrow.x1 - arrow.x0, arrow.y1 - arrow.y0), 1.0f);
    const float back = std::min(4 * pick.scale, length / 2) / length;
    const float away = std::hypot(arrow.x1 + back * (arrow.x0 - arrow.x1) - pick.x,
                                  arrow.y1 + back * (arrow.y0 - arrow.y1) - pick.y);
    if (away >= least) continue;
    least = away;
    nearest = &arrow;
  }
  return nearest;
}

const ArrowShape* head_grip(const Scene& scene, const TimelineShapes& shapes, const Pick& pick,
                            std::uint32_t selected) {
  const ArrowShape* head = head_at(scene, shapes, pick);
  return head && is_of(scene.messages[head->message], selected) ? head : nullptr;
}

const MarkShape* fault_at(const TimelineShapes& shapes, const std::vector<FaultLabel>& labels,
                          const Pick& pick) {
  const float reach = mark_reach * pick.scale;
  const bool among_flags = pick.y - shapes.top < pick.flags;
  for (const MarkShape& alarm : shapes.alarms) {
    const bool at_mark = std::abs(alarm.x - pick.x) < reach && std::abs(alarm.y - pick.y) < reach;
    const bool at_flag = among_flags && std::abs(alarm.flag_x - pick.x) < reach;
    if (alarm.kind != MarkKind::violation && (at_mark || at_flag)) return &alarm;
  }
  return labelled_at(shapes, labels, pick);
}

const MarkShape* alarm_at(const TimelineShapes& shapes, const Pick& pick) {
  const float reach = mark_reach * pick.scale;
  const bool in_ruler = pick.y - shapes.top < pick.ruler;
  const MarkShape* found = nullptr;
  for (const MarkShape& alarm : shapes.alarms) {
    const bool at_mark = std::abs(alarm.x - pick.x) < reach && std::abs(alarm.y - pick.y) < reach;
    const bool at_flag = in_ruler && std::abs(alarm.flag_x - pick.x) < reach;
    if (!at_mark && !at_flag) continue;
    if (alarm.kind == MarkKind::violation) return &alarm;
    if (!found) found = &alarm;
  }
  return found;
}

std::optional<std::uint32_t> event_at(const Scene& scene, const TimelineShapes& shapes,
                                      const std::vector<FaultLabel>& labels, const Pick& pick) {
  if (const MarkShape* const alarm = alarm_at(shapes, pick)) return alarm->event;
  if (const MarkShape* const fault = labelled_at(shapes, labels, pick)) return fault->event;
  const float reach = mark_reach * pick.scale;
  for (const MarkShape& mark : shapes.marks)
    if (std::abs(mark.x - pick.x) < reach && std::abs(mark.y - pick.y) < reach) return mark.event;
  const ArrowShape* arrow = arrow_at(shapes, pick);
  if (!arrow) return std::nullopt;
  const Message& message = scene.messages[arrow->message];
  if (!arrow->reply) return message.sent;
  return message.received != none_at ? message.received : message.ran;
}

std::optional<Spot> spot_at(const Scene& scene, const TimelineShapes& shapes, const Pick& pick) {
  if (const ArrowShape* arrow = arrow_at(shapes, pick)) {
    const Message& message = scene.messages[arrow->message];
    return Spot{SpotKind::message, message.client, message.node, arrow->message, arrow->reply};
  }
  for (const LaneRow& row : shapes.rows)
    if (pick.y >= std::max(row.y0, row.pinned ? row.y0 : shapes.pinned_end) && pick.y < row.y1)
      return Spot{SpotKind::lane, row.lane};
  return std::nullopt;
}

}  // namespace locklab::app

// Moving through the lessons.
#pragma once

#include <string>
#include <vector>

#include "app/gui/model.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// The step that is read; null: no lesson is open.
const LessonStep* step_at(const Model& model);

/// The step before or after, over the borders of lessons; at the first and the last nothing
/// happens.
void move_step(LessonPlace& place, int by, const std::vector<Lesson>& all);

/// The story of the step that is read: its own, or that of the last step before it that names one.
/// Empty: none does.
std::string story_of_step(const Model& model);

/// A tool of the palette that the step points at is there for a lane that is selected: that of the
/// step to which it can be done.
void select_lane_for_tool(Model& model, const Showing& showing);

}  // namespace locklab::app

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

}  // namespace locklab::app

// Moves through the lessons.
#pragma once

#include <string>
#include <vector>

#include "app/gui/model/model.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// The reader's place in the lessons, also while they are closed.
LessonPlace reader_place(const Model& model);

/// A reader's progress in a lesson.
struct LessonProgress {
  std::size_t steps = 0, read = 0;
  std::size_t questions = 0, answered = 0, right = 0;
};
LessonProgress progress_of(const LessonPlace& place, std::size_t number, const Lesson& lesson);

/// The current step; null: no lesson is open.
const LessonStep* step_at(const Model& model);

/// The step's question, if it is still open; otherwise null.
const LessonQuestion* open_question(const Model& model);

/// Whether the future must be hidden, because it answers the step's open question. In the reader's
/// own branches, too: what they broke may be what the question asks about, and a change that
/// matters to nobody would show the story itself.
bool predicts(const Model& model);
/// The latest moment of the current run at which the cursor may stand while predicts() is true.
Cursor last_told(const Model& model);
/// Whether a verdict of the current run may be shown: once it has been broken at the cursor.
bool is_told(const Model& model, const sim::Verdict& verdict);

/// Moves to the next or previous step, across lessons. The first and the last step are limits.
void move_step(LessonPlace& place, int by, const std::vector<Lesson>& all);

/// The story of the current step, or of the last step before it that has one. Empty: none.
std::string story_of_step(const Model& model);

/// The moment of the current step, or of the last step before it that has one. Null: none.
const Showing* moment_of_step(const Model& model);

/// Selects the step's lane if it highlights a tool, because the palette shows tools for the
/// selected lane.
void select_lane_for_tool(Model& model, const Showing& showing);

}  // namespace locklab::app

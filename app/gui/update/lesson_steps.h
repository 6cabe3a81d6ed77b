// The steps of the lessons: moves between them, their stories, and the part of a run that an open
// question hides.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/model/model.h"
#include "app/lessons/lesson.h"
#include "app/timeline/scene/shapes.h"

namespace locklab::app {

/// All lessons in order: those shipped with the program, in the user's language, then those opened
/// from files, in their own.
struct LessonShelf {
  std::vector<const Lesson*> all;
  std::size_t shipped = 0;

  std::size_t size() const { return all.size(); }
  const Lesson& operator[](std::size_t i) const { return *all[i]; }
  bool is_own(std::size_t lesson) const { return lesson >= shipped; }
  /// The lesson after this one (by > 0) or before it; nullopt if none. A lesson from a file has no
  /// neighbours.
  std::optional<std::size_t> neighbour(std::size_t lesson, int by) const;
};
LessonShelf lessons_of(const Model& model);

/// The reader's place in the lessons, even while they are closed.
LessonPlace reader_place(const Model& model);

struct LessonProgress {
  std::size_t steps = 0, read = 0;
  std::size_t questions = 0, answered = 0, right = 0;
};
LessonProgress progress_of(const LessonPlace& place, std::size_t number, const Lesson& lesson);

/// The current step; null if no lesson is open.
const LessonStep* step_at(const Model& model);

/// The step's question, if it is still open; otherwise null.
const LessonQuestion* open_question(const Model& model);

/// Whether the future must be hidden, because it answers the step's open question. This includes
/// the reader's own branches: the question may be about a violation in them, and after an
/// irrelevant change they would reveal the story itself.
bool predicts(const Model& model);
/// The moment up to which the current run is shown; nullopt for all of it. Events after the cursor
/// are hidden while predicts() is true, or if a later question of the lesson concerns the same run.
/// Once a step's own question is answered, the run is shown up to the moment of the next question,
/// or completely if that is not later.
std::optional<Cursor> told_until(const Model& model);
bool holds_future(const Model& model);
/// Whether the story's title is hidden. A title reveals what happens, so it is hidden until the
/// first question about the story is answered.
bool hides_title(const Model& model);
/// The latest moment of the current run that the cursor may reach while predicts() is true.
Cursor last_told(const Model& model);
/// Whether a promise is broken by the events up to the cursor.
bool is_broken_at_cursor(const Model& model, const sim::Verdict& verdict);
/// Whether a verdict of the current run may be shown. While predicts() is true none is, except one
/// broken at the cursor if the question asks for a fault. Before a later question, a broken promise
/// is shown if it breaks in the visible part, and any other verdict if the step highlights it.
bool is_told(const Model& model, const sim::Verdict& verdict);
/// The broken promise that the step highlights, if it may be shown and is broken at the cursor.
std::optional<std::uint16_t> pointed_verdict(const Model& model);
/// The part of the current run that the timeline may show; nullopt for all of it.
std::optional<TimelineOptions::Told> told_part(const Model& model);

/// Moves to the next or previous step, across lessons. Stops at the first and at the last step.
void move_step(LessonPlace& place, int by, const LessonShelf& shelf);

/// The story of the current step, or of the last step before it that has one; empty if none.
std::string story_of_step(const Model& model);

/// The moment of the current step, or of the last step before it with a moment in the same story;
/// null if none.
const Showing* moment_of_step(const Model& model);

/// Selects the lane that the step highlights together with a tool, because the palette shows tools
/// for the selected lane.
void select_lane_for_tool(Model& model, const Showing& showing);

}  // namespace locklab::app

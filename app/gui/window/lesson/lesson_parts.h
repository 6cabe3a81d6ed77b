// The parts of the lesson panel.
#pragma once

#include "app/gui/window/view.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// Draws the step's question with its answers; once answered, also the solution and the reason.
void lesson_question(const View& view, const LessonQuestion& question);

/// The buttons that count the votes of a class and reveal the answer. The width is 0 if there are
/// none, because the question is open-ended or was answered.
void vote_buttons(const View& view, const LessonQuestion& question);
float vote_buttons_width(const View& view, const LessonQuestion& question);

/// Draws the input for an open-ended question, and the button to have it judged.
void open_answer(const View& view, const LessonQuestion& question);

}  // namespace locklab::app

// The parts of the lesson panel.
#pragma once

#include "app/gui/window/view.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// The step's question with its answers; once it is answered, also what is right and why.
void lesson_question(const View& view, const LessonQuestion& question);

/// What an open question asks to be written or done, with the way to have it judged.
void open_answer(const View& view, const LessonQuestion& question);

}  // namespace locklab::app

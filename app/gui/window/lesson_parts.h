// The parts of the lesson panel.
#pragma once

#include "app/gui/window/view.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// The step's question with its answers; once it is answered, also what is right and why.
void lesson_question(const View& view, const LessonQuestion& question);

/// The buttons that count the votes of a class and show it the truth, which stand above all long
/// answers, and their width; 0: there are none.
void vote_buttons(const View& view, const LessonQuestion& question);
float vote_buttons_width(const View& view, const LessonQuestion& question);

/// What an open question asks to be written or done, with the way to have it judged.
void open_answer(const View& view, const LessonQuestion& question);

}  // namespace locklab::app

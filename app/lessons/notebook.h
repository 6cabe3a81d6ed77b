// A notebook: moments of runs with a note each, stored as a file that opens as a lesson, so that a
// student can hand it in and a teacher can present it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace locklab::app {

/// A moment and the user's note about it.
struct NotedMoment {
  std::string title;
  Showing showing;   ///< the run, the cursor, the zoom, and the highlighted widgets
  std::string note;  ///< plain text; each line is a paragraph
};

/// The notebook as a lesson's Markdown, with one step per moment. read_lesson() and moments_of()
/// restore the moments, with notes as tidied_note() returns them.
std::string notebook_text(std::string_view title, const std::vector<NotedMoment>& moments);

/// The steps of a lesson that show a run, as moments without their questions.
std::vector<NotedMoment> moments_of(const Lesson& lesson);

/// A note as it is read back from a file: without empty lines, spaces around lines or control
/// characters.
std::string tidied_note(std::string_view note);

}  // namespace locklab::app

// A notebook: moments of runs with a note each, as a file that opens as a lesson, so that a student
// hands it in and a teacher presents it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace locklab::app {

/// A moment and what somebody has to say about it.
struct NotedMoment {
  std::string title;
  Showing showing;   ///< the run, the cursor, the zoom, and what is pointed at
  std::string note;  ///< plain text; a line is a paragraph
};

/// The notebook as a lesson's Markdown: a moment is a step. read_lesson() and moments_of() give the
/// same moments.
std::string notebook_text(std::string_view title, const std::vector<NotedMoment>& moments);

/// The steps of a lesson that show a run, as moments; what they ask is left out.
std::vector<NotedMoment> moments_of(const Lesson& lesson);

/// A note as it comes back from a file: no empty lines, no spaces around a line.
std::string tidied_note(std::string_view note);

}  // namespace locklab::app

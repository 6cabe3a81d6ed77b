// Lessons that a teacher or a student opens from a file. They are listed with the others until the
// window closes.
#pragma once

#include <optional>
#include <string>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Requests the lesson in a file.
std::optional<Job> read_lesson_file(Model& model, const std::string& path);

/// Adds the lesson that was read, replacing an earlier one from the same file, and opens it.
/// Answers to unchanged questions are kept.
std::optional<Job> change_notebook(Model& model, const intent::LessonRead& read);

}  // namespace locklab::app

// A lesson file written by a teacher or a student.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "app/lessons/lesson.h"
#include "sim/scenario/library.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// Whether a path names a lesson: it ends in .md.
bool names_lesson(std::string_view path);

/// Reads a lesson, and checks that its steps' runs exist. A Problem in a block includes the line.
std::variant<Lesson, sim::Problem> load_lesson(const sim::Library& library,
                                               const std::string& path);

}  // namespace locklab::app

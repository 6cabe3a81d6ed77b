// The lessons shipped with the program, in order.
#pragma once

#include <vector>

#include "app/lessons/lesson.h"
#include "app/words/language.h"

namespace locklab::app {

/// The lessons of assets/lessons in a language. Unreadable lessons are omitted; tests make sure
/// that there are none.
const std::vector<Lesson>& lessons(Language language);

}  // namespace locklab::app

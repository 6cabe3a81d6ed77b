// The lessons that the program ships with, in order.
#pragma once

#include <vector>

#include "app/lessons/lesson.h"
#include "app/words/language.h"

namespace locklab::app {

/// The lessons of assets/lessons in a language. The tests make sure that each can be read; one that
/// cannot be is left out.
const std::vector<Lesson>& lessons(Language language);

}  // namespace locklab::app

// The program's own lessons, in order.
#pragma once

#include <vector>

#include "app/lessons/lesson.h"
#include "app/words/language.h"

namespace locklab::app {

/// Those of assets/lessons in that language; one that cannot be read is left out (tests see to it
/// that there is none).
const std::vector<Lesson>& lessons(Language language);

}  // namespace locklab::app

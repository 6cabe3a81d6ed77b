// Draws questions from a run. A question is used only if its answer is unambiguous: far enough from
// every change, and with wrong answers that the same run makes plausible.
#pragma once

#include <optional>

#include "app/quiz/dice.h"
#include "app/quiz/question.h"
#include "sim/scenario/library.h"

namespace locklab::app {

/// A question of this kind about this run; nullopt if the run offers none.
std::optional<QuizQuestion> draw_question(const sim::Library& library, const ShownRun& run,
                                          QuizKind kind, Dice& dice);

}  // namespace locklab::app

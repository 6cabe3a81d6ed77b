// The answers to a lesson's open questions. The simulator judges them, so any correct answer
// counts.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Whether the branch on screen answers a question that asks for a fault: it has one fault more
/// than the story, and no other change.
bool is_branch_to_judge(const Model& model);

std::optional<Job> change_lesson(Model& model, const intent::WriteAnswer& answer);
std::optional<Job> change_lesson(Model& model, const intent::CheckAnswer&);
std::optional<Job> change_lesson(Model& model, const intent::AnswerJudged& judged);

}  // namespace locklab::app

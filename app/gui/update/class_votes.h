// The votes of a class for the answers to a lesson's question. The teacher counts hands, then
// reveals the right answer. Without a class the reader simply answers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

inline constexpr std::uint32_t most_votes = 9999;

/// Whether a multiple-choice question is open and a class votes on it: in presenter mode, unless
/// the teacher chose otherwise.
bool counts_votes(const Model& model);
/// The votes for each answer of the step's question; empty if none were counted.
std::vector<std::uint32_t> votes(const Model& model);
std::uint32_t all_votes(const std::vector<std::uint32_t>& votes);

std::optional<Job> change_lesson(Model& model, const intent::CountVotes& count);
std::optional<Job> change_lesson(Model& model, const intent::Vote& vote);
std::optional<Job> change_lesson(Model& model, const intent::TypeVotes& type);
std::optional<Job> change_lesson(Model& model, const intent::ShowTruth&);
std::optional<Job> change_lesson(Model& model, const intent::ResetAnswers& reset);
std::optional<Job> change_lesson(Model& model, const intent::BringAnswersBack&);

}  // namespace locklab::app

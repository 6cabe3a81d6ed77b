#include "app/gui/update/class_votes.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "app/gui/update/branches.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_story.h"
#include "app/gui/update/lesson_work.h"

namespace locklab::app {

namespace {

constexpr std::size_t most_digits = 4;

std::vector<std::uint32_t>& counted(Model& model, std::size_t answers) {
  std::vector<std::uint32_t>& votes = model.lesson->votes[model.lesson->id()];
  votes.resize(answers);
  return votes;
}

/// The reader's place, whether or not a lesson is open; null before the first lesson.
LessonPlace* place_of(Model& model) {
  if (model.lesson) return &*model.lesson;
  return model.left ? &*model.left : nullptr;
}

template <class Map>
void forget_steps(Map& map, std::optional<std::size_t> lesson) {
  std::erase_if(map, [&](const auto& one) { return !lesson || one.first.first == *lesson; });
}

/// Shows the step again with the branches now kept for it.
std::optional<Job> begin_step_anew(Model& model) {
  if (model.pending && model.pending->kept) model.pending.reset();
  model.shown_step.reset();
  model.comparison.reset();
  model.unreset.reset();
  model.undone.clear();
  if (!model.lesson) return std::nullopt;
  return show_step(model, true);
}

}  // namespace

bool counts_votes(const Model& model) {
  const LessonQuestion* asked = open_question(model);
  return asked && asked->open == OpenAnswer::none && model.voting.value_or(model.presenting);
}

std::vector<std::uint32_t> votes(const Model& model) {
  if (!model.lesson) return {};
  const auto found = model.lesson->votes.find(model.lesson->id());
  return found == model.lesson->votes.end() ? std::vector<std::uint32_t>() : found->second;
}

std::uint32_t all_votes(const std::vector<std::uint32_t>& votes) {
  return std::accumulate(votes.begin(), votes.end(), std::uint32_t{0});
}

std::optional<Job> change_lesson(Model& model, const intent::CountVotes& count) {
  model.voting = count.on;
  model.typed_votes.clear();
  return std::nullopt;
}

std::optional<Job> change_lesson(Model& model, const intent::Vote& vote) {
  const LessonQuestion* asked = open_question(model);
  if (!asked || vote.choice >= asked->answers.size()) return std::nullopt;
  std::uint32_t& votes = counted(model, asked->answers.size())[vote.choice];
  std::int64_t wanted = std::int64_t{votes} + vote.by;
  if (const std::string typed = std::exchange(model.typed_votes, {}); !typed.empty())
    std::from_chars(typed.data(), typed.data() + typed.size(), wanted);
  votes = static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 0, most_votes));
  return std::nullopt;
}

std::optional<Job> change_lesson(Model& model, const intent::TypeVotes& type) {
  std::string& typed = model.typed_votes;
  if (!type.digit) {
    if (!typed.empty()) typed.pop_back();
  } else if (typed.size() < most_digits && *type.digit >= 0 && *type.digit <= 9) {
    typed += static_cast<char>('0' + *type.digit);
  }
  return std::nullopt;
}

std::optional<Job> change_lesson(Model& model, const intent::ShowTruth&) {
  const std::vector<std::uint32_t> all = votes(model);
  if (!open_question(model) || all_votes(all) == 0) return std::nullopt;
  // The answer of the class is the one with the most votes; at a tie, the first.
  const auto most = std::max_element(all.begin(), all.end());
  model.lesson->answers[model.lesson->id()] = static_cast<std::size_t>(most - all.begin());
  model.typed_votes.clear();
  reveal(model);
  return std::nullopt;
}

std::optional<Job> change_lesson(Model& model, const intent::ResetAnswers& reset) {
  LessonPlace* place = place_of(model);
  if (!place) return std::nullopt;
  keep_work(model);
  model.forgotten = ForgottenAnswers{*place, model.works, model.unmade};
  forget_steps(place->answers, reset.lesson);
  forget_steps(place->written, reset.lesson);
  forget_steps(place->votes, reset.lesson);
  forget_steps(model.works, reset.lesson);
  forget_steps(model.unmade, reset.lesson);
  std::erase_if(place->read,
                [&](const auto& one) { return !reset.lesson || one.first == *reset.lesson; });
  model.typed_votes.clear();
  const bool here = model.shown_step && (!reset.lesson || model.shown_step->first == *reset.lesson);
  if (here) remove_branches(model);
  return here ? begin_step_anew(model) : std::nullopt;
}

std::optional<Job> change_lesson(Model& model, const intent::BringAnswersBack&) {
  LessonPlace* place = place_of(model);
  if (!place || !model.forgotten) return std::nullopt;
  ForgottenAnswers before = *std::exchange(model.forgotten, std::nullopt);
  // Answers given since the reset are kept.
  place->answers.merge(before.place.answers);
  place->written.merge(before.place.written);
  place->votes.merge(before.place.votes);
  for (const auto& [lesson, steps] : before.place.read)
    place->read[lesson] = std::max(place->read[lesson], steps);
  keep_work(model);
  model.works.merge(before.works);
  model.unmade.merge(before.unmade);
  const bool here = model.shown_step.has_value();
  return here ? begin_step_anew(model) : std::nullopt;
}

}  // namespace locklab::app

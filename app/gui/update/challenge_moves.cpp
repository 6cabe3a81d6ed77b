#include "app/gui/update/challenge_moves.h"

#include <algorithm>
#include <utility>

#include "app/gui/update/branches.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/screens.h"
#include "app/gui/update/update.h"

namespace locklab::app {

namespace {

/// More decisions than any game has.
constexpr std::size_t most_decisions = 5000;

/// Shows the timeline up to the current position, with a margin for the next events.
void show_board(Model& model) {
  const ShownRunPtr& run = model.play->position->board;
  const bool first = model.board.empty();
  if (first) model.board.emplace_back();
  Model& board = model.board.front();
  board.settings.language = model.settings.language;
  board.settings.motion = false;
  if (first) {
    show_story(board, run);
  } else {
    board.branches = {{run, 0}};
    show_branch(board, 0);
  }
  stand_after(board, run->trace().size());
  constexpr std::int64_t least_shown_us = 5'000;
  board.view = fit(std::max(run->scene.end * 21 / 20, least_shown_us));
  board.verdict.reset();
  if (model.play->position->won)
    board.verdict = static_cast<std::uint16_t>(level_of(*model.play).goal);
}

/// Cancels the explorer's search.
std::optional<Job> stop_thinking(Model& model) {
  if (model.play->thought == Thought::nothing) return std::nullopt;
  model.play->thought = Thought::nothing;
  return Job{++model.jobs, work::StopSolving{}};
}

void keep_score(Model& model, const LevelScore& score) {
  LevelScore& kept = model.settings.challenges[level_of(*model.play).id];
  const bool fewer = score.moves < kept.moves;
  if (score.stars > kept.stars || (score.stars == kept.stars && fewer)) kept = score;
}

/// Moves the board to the position after these decisions.
std::optional<Job> go_to_decisions(Model& model, const sim::Decisions& decisions) {
  Play& play = *model.play;
  play.position = position_after(level_of(play), decisions);
  play.hint.reset();
  play.proof.reset();
  play.chosen = 0;
  show_board(model);
  if (play.position->won && !play.watching)
    keep_score(model, score_of(level_of(play), play.position->choices, play.helped));
  return stop_thinking(model);
}

/// Moves the board to the position after these decisions, as a step that can be undone.
std::optional<Job> go_to(Model& model, sim::Decisions decisions) {
  model.play->before.push_back(model.play->position->decisions);
  model.play->undone.clear();
  return go_to_decisions(model, decisions);
}

struct Player {
  Model& model;

  std::optional<Job> operator()(const challenge::OpenLevel& open) {
    if (open.level >= levels().size()) return std::nullopt;
    show_screen(model, Screen::challenges);
    const BoardPart part = model.play ? model.play->part : BoardPart::code;
    model.play = Play{};
    model.play->level = open.level;
    model.marked_level = open.level;
    model.play->part = part;
    model.board.clear();
    return go_to_decisions(model, {});
  }
  std::optional<Job> operator()(const challenge::CloseLevel&) {
    if (!model.play) return std::nullopt;
    auto job = stop_thinking(model);
    model.play.reset();
    model.board.clear();
    return job;
  }
  std::optional<Job> operator()(const challenge::MarkLevel& mark) {
    if (model.play || levels().empty()) return std::nullopt;
    const auto last = static_cast<std::int64_t>(levels().size()) - 1;
    const auto now = static_cast<std::int64_t>(marked_level(model));
    const std::int64_t to = now + mark.by;
    if (to >= 0 && to <= last) model.marked_level = static_cast<std::size_t>(to);
    return std::nullopt;
  }
  std::optional<Job> operator()(const challenge::OpenInLab&) {
    if (!model.play) return std::nullopt;
    const Position& position = *model.play->position;
    if (!position.won) return update(model, intent::Open{position.run});
    return update(model, intent::OpenBroken{position.run, level_of(*model.play).goal});
  }
  std::optional<Job> operator()(const challenge::Answered& answered) {
    if (!model.play || model.play->job != answered.job) return std::nullopt;
    return take_answer(answered.solution);
  }
  std::optional<Job> operator()(const challenge::Progress& progress) {
    if (model.play && model.play->job == progress.job) model.play->states = progress.states;
    return std::nullopt;
  }
  /// All other requests require a level in progress.
  template <class InPlay>
  std::optional<Job> operator()(const InPlay& wanted) {
    return model.play ? in_play(*model.play, wanted) : std::nullopt;
  }

  std::optional<Job> in_play(Play& play, const challenge::Decide& decide) {
    if (play.watching || decide.move >= play.position->moves.size()) return std::nullopt;
    sim::Decisions decisions = play.position->decisions;
    decisions.push_back(decide.move);
    return go_to(model, std::move(decisions));
  }
  std::optional<Job> in_play(Play& play, const challenge::Choose& choose) {
    const std::size_t moves = play.position->moves.size();
    if (moves == 0 || play.watching) return std::nullopt;
    const auto last = static_cast<std::int64_t>(moves) - 1;
    play.chosen = static_cast<std::uint32_t>(
        std::clamp(std::int64_t{play.chosen} + choose.by, std::int64_t{0}, last));
    return std::nullopt;
  }
  std::optional<Job> in_play(Play& play, const challenge::TakeChosen&) {
    if (is_settled(play)) return (*this)(challenge::OpenLevel{play.level + 1});
    return in_play(play, challenge::Decide{play.chosen});
  }
  std::optional<Job> in_play(Play& play, const challenge::ShowPart& show) {
    play.part = show.part;
    return std::nullopt;
  }
  std::optional<Job> in_play(Play& play, const challenge::RunOn&) {
    if (play.watching || play.position->over()) return std::nullopt;
    sim::Decisions decisions = play.position->decisions;
    decisions.resize(decisions.size() + most_decisions, 0);
    return go_to(model, std::move(decisions));
  }
  std::optional<Job> in_play(Play& play, const challenge::TakeBack&) {
    if (play.before.empty()) return std::nullopt;
    play.undone.push_back(play.position->decisions);
    const sim::Decisions decisions = std::move(play.before.back());
    play.before.pop_back();
    return go_to_decisions(model, decisions);
  }
  std::optional<Job> in_play(Play& play, const challenge::DoAgain&) {
    if (play.undone.empty()) return std::nullopt;
    play.before.push_back(play.position->decisions);
    const sim::Decisions decisions = std::move(play.undone.back());
    play.undone.pop_back();
    return go_to_decisions(model, decisions);
  }
  std::optional<Job> in_play(Play& play, const challenge::Restart&) {
    if (std::exchange(play.watching, false)) {
      play.before.clear();
      play.undone.clear();
      return go_to_decisions(model, {});
    }
    if (play.position->decisions.empty()) return std::nullopt;
    return go_to(model, {});
  }
  std::optional<Job> in_play(Play& play, const challenge::Ask& ask) {
    if (ask.what == Thought::nothing) return stop_thinking(model);
    if (play.thought == ask.what || (ask.what == Thought::hint && play.position->over()))
      return std::nullopt;
    if (ask.what == Thought::hint && play.watching) return std::nullopt;
    play.hint.reset();
    play.proof.reset();
    play.thought = ask.what;
    play.job = ++model.jobs;
    play.states = 0;
    const bool from_here = ask.what == Thought::hint;
    return Job{play.job,
               work::Solve{play.level, from_here ? play.position->decisions : sim::Decisions{}}};
  }

  std::optional<Job> take_answer(const sim::Solution& solution) {
    Play& play = *model.play;
    const Thought asked = std::exchange(play.thought, Thought::nothing);
    if (!solution.moves && !solution.exhausted) return std::nullopt;
    switch (asked) {
      case Thought::hint:
        play.helped |= solution.moves.has_value();  // one that finds no move costs no star
        play.hint = solution;
        break;
      case Thought::proof:
        play.proof = solution;
        if (!solution.moves) keep_score(model, {play.helped ? 2u : most_stars, 0});
        break;
      case Thought::solution:
        play.helped = true;
        if (solution.moves) return watch(*solution.moves);
        play.proof = solution;  // there is no solution
        break;
      case Thought::nothing:
        break;
    }
    return std::nullopt;
  }

  /// Puts the explorer's solution on the board, to be undone step by step.
  std::optional<Job> watch(const sim::Decisions& moves) {
    Play& play = *model.play;
    play.watching = true;
    play.before.clear();
    play.undone.clear();
    for (std::size_t i = 0; i < moves.size(); ++i)
      play.before.emplace_back(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i));
    return go_to_decisions(model, moves);
  }
};

/// Whether an intent only changes the view: cursor, zoom, lanes.
bool is_of_view(const Intent& wanted) {
  return wanted.is<intent::Step>() || wanted.is<intent::StepOnLane>() ||
         wanted.is<intent::Seek>() || wanted.is<intent::SeekEvent>() ||
         wanted.is<intent::SeekVerdict>() || wanted.is<intent::GoToStart>() ||
         wanted.is<intent::GoToEnd>() || wanted.is<intent::Zoom>() || wanted.is<intent::Pan>() ||
         wanted.is<intent::Fit>() || wanted.is<intent::SelectLane>() ||
         wanted.is<intent::ShowLane>() || wanted.is<intent::MoveLane>() ||
         wanted.is<intent::PinLane>();
}

}  // namespace

std::size_t marked_level(const Model& model) {
  if (model.marked_level) return *model.marked_level;
  for (std::size_t i = 0; i < levels().size(); ++i)
    if (!model.settings.challenges.contains(levels()[i].id)) return i;
  return 0;
}

const Level& level_of(const Play& play) { return levels()[play.level]; }

bool is_settled(const Play& play) {
  return (play.position->won && !play.watching) || (play.proof && !play.proof->moves);
}

LevelScore score_of(const Level& level, std::uint32_t choices, bool helped) {
  const std::uint32_t two_stars = level.par + std::max(level.par / 2, 1u);
  std::uint32_t stars = choices <= level.par ? 3 : choices <= two_stars ? 2 : 1;
  if (helped) stars = std::min(stars, 2u);
  return {stars, choices};
}

std::optional<Job> play_on(Model& model, const challenge::Wish& wish) {
  return std::visit(Player{model}, wish);
}

bool is_of_board(const Model& model, const Intent& intent) {
  return model.screen == Screen::challenges && !model.board.empty() && is_of_view(intent);
}

std::optional<Job> look_at_board(Model& model, const Intent& intent) {
  return update(model.board.front(), intent);
}

}  // namespace locklab::app

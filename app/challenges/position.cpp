#include "app/challenges/position.h"

#include "app/timeline/wording.h"
#include "app/words/sentence.h"
#include "sim/check/check.h"

namespace locklab::app {

namespace {

std::vector<Sentence> words_of_moves(sim::GameState& state) {
  std::vector<Sentence> all;
  const sim::Scenario& scenario = state.scenario();
  for (const sim::PendingEvent& event : sim::enabled_events(state))
    all.push_back(due_words(scenario, state.now().world.trace(), event));
  if (!state.won())
    for (const sim::Strike& strike : state.strikes())
      all.push_back(strike_words(scenario, strike.faults));
  return all;
}

void describe_moves(Position& position, sim::GameState& state) {
  const std::vector<Sentence> words = words_of_moves(state);
  for (std::size_t i = 0; i < words.size(); ++i)
    position.moves.push_back({words[i], i >= state.orders()});
  for (const sim::DisabledMove& one : sim::disabled_moves(state))
    position.blocked.push_back(
        refusal_words(state.scenario(), state.budget(), state.now().world.trace(), one));
  for (std::size_t i = 0; i < state.budget().size(); ++i) {
    const sim::Allowance& allowed = state.budget()[i];
    position.budget.push_back({allowed.kind, allowed.count - state.spent().used[i], allowed.count});
  }
}

/// The run so far, as the timeline shows it. Moves the trace out of the state's world.
ShownRunPtr board_of(sim::GameState& state) {
  sim::World& world = state.now().world;
  if (state.over()) {
    sim::Event end;
    end.kind = sim::EventKind::ended;
    world.record(end);
  }
  auto run = std::make_shared<ShownRun>();
  run->judged.scenario = run->told = state.scenario();
  run->recorded = true;  // a position has no run name and cannot be branched
  run->judged.verdicts = sim::check(world.trace());
  run->judged.trace = std::move(world.trace());
  run->scene = build_scene(run->judged.trace, run->judged.verdicts);
  return run;
}

}  // namespace

PositionPtr position_after(const Level& level, const sim::Decisions& decisions) {
  auto position = std::make_shared<Position>();
  sim::GameState state(level.spec.run.scenario, level.spec.budget, level.goal);
  for (const std::uint32_t decision : decisions) {
    if (decision >= state.moves()) break;
    position->taken.push_back(
        say("{}: {}", span_text(state.next_at()), words_of_moves(state)[decision]));
    state.take(decision);
    position->decisions.push_back(decision);
  }
  describe_moves(*position, state);
  position->at_us = state.over() ? state.now().world.now() : state.next_at();
  position->won = state.won();
  position->run = sim::run_name(level.spec, state.path());
  position->board = board_of(state);
  if (position->won)
    position->verdict =
        position->board->judged.verdicts[static_cast<std::size_t>(level.goal)].sentence;
  return position;
}

}  // namespace locklab::app

#include "app/challenges/position.h"

#include "app/timeline/wording.h"
#include "sim/check/check.h"

namespace locklab::app {

namespace {

std::vector<Sentence> words_of_moves(sim::Table& table) {
  std::vector<Sentence> all;
  const sim::Scenario& scenario = table.scenario();
  for (const sim::Due& due : sim::due(table))
    all.push_back(due_words(scenario, table.now().world.trace(), due));
  if (!table.won())
    for (const sim::Strike& strike : table.strikes())
      all.push_back(strike_words(scenario, strike.faults));
  return all;
}

void describe_moves(Position& position, sim::Table& table) {
  const std::vector<Sentence> words = words_of_moves(table);
  for (std::size_t i = 0; i < words.size(); ++i)
    position.moves.push_back({words[i], i >= table.orders()});
  for (const sim::Blocked& one : sim::blocked(table))
    position.blocked.push_back(
        refusal_words(table.scenario(), table.budget(), table.now().world.trace(), one));
  for (std::size_t i = 0; i < table.budget().size(); ++i) {
    const sim::Allowance& allowed = table.budget()[i];
    position.budget.push_back({allowed.kind, allowed.count - table.spent().used[i], allowed.count});
  }
}

/// The run so far, as the timeline shows it. Moves the trace out of the table's world.
ShownRunPtr board_of(sim::Table& table) {
  sim::World& world = table.now().world;
  if (table.over()) {
    Event end;
    end.kind = EventKind::ended;
    world.record(end);
  }
  auto run = std::make_shared<ShownRun>();
  run->judged.scenario = run->told = table.scenario();
  run->recorded = true;  // a position has no run name and cannot be branched
  run->judged.verdicts = sim::check(world.trace());
  run->judged.trace = std::move(world.trace());
  run->scene = build_scene(run->judged.trace, run->judged.verdicts);
  return run;
}

}  // namespace

PositionPtr position_after(const Level& level, const sim::Decisions& decisions) {
  auto position = std::make_shared<Position>();
  sim::Table table(level.quest.run.scenario, level.quest.budget, level.goal);
  for (const std::uint32_t decision : decisions) {
    if (decision >= table.ways()) break;
    position->taken.push_back(
        say("{}: {}", span_text(table.next_at()), words_of_moves(table)[decision]));
    table.take(decision);
    position->decisions.push_back(decision);
  }
  describe_moves(*position, table);
  position->at_us = table.over() ? table.now().world.now() : table.next_at();
  position->won = table.won();
  position->run = sim::run_name(level.quest, table.path());
  position->board = board_of(table);
  if (position->won)
    position->verdict =
        position->board->judged.verdicts[static_cast<std::size_t>(level.goal)].sentence;
  return position;
}

}  // namespace locklab::app

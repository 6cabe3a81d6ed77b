#include "app/challenges/position.h"

#include "app/timeline/words/wording.h"
#include "sim/check/check.h"
#include "sim/game/game_state.h"
#include "sim/trace/sentence.h"

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

class Describer {
 public:
  Describer(Position& position, sim::GameState& state)
      : position_(position),
        state_(state),
        scenario_(state.scenario()),
        trace_(state.now().world.trace()) {}

  void describe() {
    add_moves();
    add_blocked();
    for (std::size_t i = 0; i < state_.budget().size(); ++i) {
      const sim::Allowance& allowed = state_.budget()[i];
      position_.budget.push_back(
          {allowed.kind, allowed.count - state_.spent().used[i], allowed.count});
    }
    for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
      const auto client = static_cast<ClientId>(c);
      position_.doing.push_back(
          doing_words(scenario_, trace_, client, sim::doing_of(state_, client)));
    }
  }

 private:
  Position::Place place_of(ClientId client, NodeId node) const {
    Position::Place place;
    if (client != no_client) place.client = index(client);
    const std::size_t clients = scenario_.clients.size();
    if (node == resource_node)
      place.node = static_cast<std::uint16_t>(clients + scenario_.nodes.size());
    else if (node != no_node)
      place.node = static_cast<std::uint16_t>(clients + index(node));
    return place;
  }
  /// The place of an event; for a message, both ends of its link.
  Position::Place place_of(const sim::PendingEvent& event) const {
    return place_of(event.client, event.node);
  }

  void add_moves() {
    const std::vector<Sentence> words = words_of_moves(state_);
    const std::vector<sim::PendingEvent> events = sim::enabled_events(state_);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(i);
      Position::Move move{words[i], i >= state_.orders(), state_.is_choice(number), {}, {}};
      if (!move.strikes) {
        move.place = place_of(events[i]);
        if (Position::Flight* flight = add_flight(events[i])) flight->move = number;
      } else {
        const std::vector<sim::Fault>& faults = state_.strikes()[i - state_.orders()].faults;
        move.place = place_of(faults.front().client, faults.front().node);
        move.option = strike_option(scenario_, faults);
      }
      position_.moves.push_back(std::move(move));
    }
  }

  void add_blocked() {
    for (const sim::DisabledMove& one : sim::disabled_moves(state_)) {
      if (one.event)
        if (Position::Flight* flight = add_flight(*one.event))
          flight->blocked = position_.blocked.size();
      const Position::Place place = one.event   ? place_of(*one.event)
                                    : one.fault ? place_of(one.fault->client, one.fault->node)
                                                : Position::Place{};
      position_.blocked.push_back({refusal_words(scenario_, state_.budget(), trace_, one), place});
    }
  }

  /// Adds the message of an event to the flights. Returns null if the event is not a message.
  Position::Flight* add_flight(const sim::PendingEvent& event) {
    if (event.kind != sim::TimerKind::wire) return nullptr;
    const Position::Place place = place_of(event);
    position_.flights.push_back(
        {place.client, place.node, is_reply(event), cargo_words(trace_, event), {}, 0});
    return &position_.flights.back();
  }

  Position& position_;
  sim::GameState& state_;
  const sim::Scenario& scenario_;
  const sim::Trace& trace_;
};

/// Clears all verdicts except that on the level's goal once the level is won, so that the board
/// reveals no other broken promise.
void judge(ShownRun& run, const Level& level, bool won) {
  run.judged.verdicts = sim::check(run.judged.trace);
  for (sim::Verdict& verdict : run.judged.verdicts) {
    if (won && verdict.property == level.goal) continue;
    verdict.kept = sim::Kept::not_applicable;
    verdict.event.reset();
    verdict.other.reset();
  }
}

/// The run so far, as the timeline shows it. Moves the trace out of the state's world.
ShownRunPtr board_of(const Level& level, sim::GameState& state) {
  sim::World& world = state.now().world;
  if (state.over()) {
    sim::Event end;
    end.kind = sim::EventKind::ended;
    world.record(end);
  }
  auto run = std::make_shared<ShownRun>();
  run->judged.scenario = run->told = state.scenario();
  run->recorded = true;  // this run has no name to which a change could be added
  run->judged.trace = std::move(world.trace());
  judge(*run, level, state.won());
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
    position->choices += state.is_choice(decision);
    state.take(decision);
    position->decisions.push_back(decision);
  }
  Describer(*position, state).describe();
  position->at_us = state.over() ? state.now().world.now() : state.next_at();
  position->won = state.won();
  position->run = sim::run_name(level.spec, state.path());
  position->board = board_of(level, state);
  if (position->won)
    position->verdict =
        position->board->judged.verdicts[static_cast<std::size_t>(level.goal)].sentence;
  return position;
}

}  // namespace locklab::app

#include "sim/game/moves.h"

#include <algorithm>

#include "sim/game/disabled_faults.h"
#include "sim/game/game_state.h"

namespace locklab::sim {

namespace {

constexpr std::size_t most_later = 4;

/// Whether a player may be waiting for the timer. Deadlines are left out, since nearly all are
/// cancelled, and so are the timers of expiry, Sentinels and others.
bool is_awaited(const Timer& timer) {
  return timer.kind == TimerKind::wire || timer.kind == TimerKind::sleep ||
         timer.kind == TimerKind::replication || timer.kind == TimerKind::fault;
}

/// Adds the events that are due later, or at this instant but not first.
void add_later(GameState& state, std::vector<DisabledMove>& all) {
  Ties ties;
  ties.find(state.now().world);
  std::vector<const Timer*> offered;
  for (std::size_t i = 0; i < ties.size(); ++i) offered.push_back(&ties[i]);
  struct Waiting {
    std::int64_t at;
    std::uint64_t sequence;
    const Timer* timer;
  };
  std::vector<Waiting> waiting;
  state.now().world.queue().each([&](Timer& timer, std::int64_t at, std::uint64_t sequence) {
    if (is_awaited(timer) && std::find(offered.begin(), offered.end(), &timer) == offered.end())
      waiting.push_back({at, sequence, &timer});
  });
  std::sort(waiting.begin(), waiting.end(), [](const Waiting& a, const Waiting& b) {
    return a.at != b.at ? a.at < b.at : a.sequence < b.sequence;
  });
  std::size_t others = 0;
  for (const Waiting& one : waiting) {
    if (one.timer->kind != TimerKind::wire && ++others > most_later) continue;
    DisabledMove entry;
    entry.event = described(state, *one.timer, one.at);
    if (one.at == state.next_at()) {
      entry.why = WhyDisabled::behind;
      entry.first = described(state, *offered.front(), one.at);
    } else {
      entry.why = WhyDisabled::later;
      entry.until = one.at;
    }
    all.push_back(std::move(entry));
  }
}

/// Explains why a message is stalled on its link.
void add_stalled(GameState& state, const Exchange& exchange, DisabledMove& entry) {
  const Link& link = state.now().world.network().link(exchange.from, exchange.node);
  const auto is_cut = [&](const LinkFault& fault) {
    return fault.kind == FaultKind::cut && fault.concerns(exchange.stage);
  };
  if (std::any_of(link.faults.begin(), link.faults.end(), is_cut) ||
      !exchange.connection->has_begun) {
    entry.why = WhyDisabled::cut;
    entry.until = end_of_fault(state, FaultKind::cut, exchange.from, exchange.node);
  } else if (exchange.held_by != 0) {
    entry.why = WhyDisabled::held;
    entry.until = end_of_fault(state, FaultKind::hold, exchange.from, exchange.node);
  } else {
    entry.why = WhyDisabled::overtakes;
    entry.first = described(state, *link.stalled.front());
  }
}

/// Adds the messages that no timer moves: stalled, waiting at a node, or at a paused client.
void add_standing_messages(GameState& state, std::vector<DisabledMove>& all) {
  World& world = state.now().world;
  for (const Exchange& exchange : world.network().exchanges()) {
    if (exchange.wire.pending() || exchange.pushed) continue;
    DisabledMove entry;
    entry.event = described(state, exchange);
    if (exchange.stalled) {
      add_stalled(state, exchange, entry);
    } else if (exchange.stage == Stage::at_node) {
      entry.why = WhyDisabled::frozen;
      entry.until = end_of_fault(state, FaultKind::stop, no_client, exchange.node);
    } else if (exchange.stage == Stage::mailbox && world.client(exchange.from).paused()) {
      entry.why = WhyDisabled::asleep;
      entry.until = end_of_fault(state, FaultKind::pause, exchange.from, no_node);
    } else {
      continue;
    }
    all.push_back(std::move(entry));
  }
}

/// Adds, for each paused client, that it resumes.
void add_sleepers(GameState& state, std::vector<DisabledMove>& all) {
  for (std::size_t c = 0; c < state.scenario().clients.size(); ++c) {
    const auto client = static_cast<ClientId>(c);
    if (!state.now().world.client(client).paused()) continue;
    PendingEvent wakes;
    wakes.client = client;
    wakes.phase = state.now().phase_of(c);
    wakes.paused = true;
    wakes.at = -1;
    DisabledMove entry;
    entry.why = WhyDisabled::asleep;
    entry.event = wakes;
    entry.until = end_of_fault(state, FaultKind::pause, client, no_node);
    all.push_back(std::move(entry));
  }
}

}  // namespace

std::vector<DisabledMove> disabled_moves(GameState& state) {
  std::vector<DisabledMove> all;
  if (state.over()) return all;
  add_disabled_faults(state, all);
  add_later(state, all);
  add_standing_messages(state, all);
  add_sleepers(state, all);
  return all;
}

}  // namespace locklab::sim

#include "sim/game/moves.h"

#include <algorithm>

#include "sim/game/pending.h"

namespace locklab::sim {

namespace {

constexpr std::size_t most_later = 4;

/// When a fault begins that strikes some time after its moment, or ends; -1: it does not.
std::int64_t moment_of(const Fault& fault) {
  if (!fault.trigger.at) return -1;
  const std::int64_t struck = us(*fault.trigger.at);
  if (fault.after > Duration(0)) return struck + us(fault.after);
  const std::optional<Duration> time = lasts(fault);
  return time ? struck + us(*time) : -1;
}

/// Describes the planned begin or end of a fault that has struck.
void describe_fault(GameState& state, PendingEvent& event) {
  for (const Fault& fault : state.struck()) {
    if (moment_of(fault) != event.at) continue;
    event.fault = fault.kind;
    event.client = fault.client;
    event.node = fault.node;
    Fault end = fault;
    end.kind = end_of(fault.kind).value_or(fault.kind);
    event.vain = ends_nothing(state.now().world, end);
  }
}

/// Whether a player waits for the timer. Deadlines are left out, since nearly all are cancelled,
/// and so is bookkeeping.
bool is_awaited(const Timer& timer) {
  return timer.kind == TimerKind::wire || timer.kind == TimerKind::sleep ||
         timer.kind == TimerKind::replication || timer.kind == TimerKind::fault;
}

void add_client(GameState& state, PendingEvent& event) {
  if (event.client == no_client || event.kind == TimerKind::fault) return;
  event.phase = state.now().phase_of(index(event.client));
  event.paused = state.now().world.client(event.client).paused();
}

/// Adds what is due later, or at this instant and not first.
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

/// Why a message stands still on its link.
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

/// Adds the messages that stand still: no timer brings them on.
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

/// Adds for each paused client that it would go on.
void add_sleepers(GameState& state, std::vector<DisabledMove>& all) {
  for (std::size_t c = 0; c < state.scenario().clients.size(); ++c) {
    const auto client = static_cast<ClientId>(c);
    if (!state.now().world.client(client).paused()) continue;
    PendingEvent wakes;
    wakes.client = client;
    wakes.at = -1;
    add_client(state, wakes);
    DisabledMove entry;
    entry.why = WhyDisabled::asleep;
    entry.event = wakes;
    entry.until = end_of_fault(state, FaultKind::pause, client, no_node);
    all.push_back(std::move(entry));
  }
}

/// When the client's own timer goes off next; -1: it has none.
std::int64_t wakes_at(GameState& state, ClientId client) {
  std::int64_t first = -1;
  state.now().world.queue().each([&](Timer& timer, std::int64_t at, std::uint64_t) {
    if (timer.kind != TimerKind::sleep) return;
    if (static_cast<const SimulatedWait*>(timer.owner)->client.id() != client) return;
    if (first < 0 || at < first) first = at;
  });
  return first;
}

/// The first request whose reply the client awaits; null: none.
const Exchange* awaited_by(GameState& state, ClientId client) {
  const Exchange* first = nullptr;
  for (const Exchange& exchange : state.now().world.network().exchanges()) {
    const bool awaited = exchange.from == client && exchange.call && !exchange.pushed &&
                         exchange.stage != Stage::over;
    if (awaited && (!first || exchange.message < first->message)) first = &exchange;
  }
  return first;
}

}  // namespace

PendingEvent described(GameState& state, const Timer& timer, std::int64_t at) {
  PendingEvent event;
  event.kind = timer.kind;
  event.at = at;
  switch (timer.kind) {
    case TimerKind::wire:
    case TimerKind::deadline: {
      const auto& exchange = *static_cast<const Exchange*>(timer.owner);
      event.stage = exchange.stage;
      event.client = exchange.from;
      event.node = exchange.node;
      event.message = exchange.message;
      break;
    }
    case TimerKind::sleep:
      event.client = static_cast<const SimulatedWait*>(timer.owner)->client.id();
      break;
    case TimerKind::expiry:
      event.node = static_cast<const Node*>(timer.owner)->id();
      break;
    case TimerKind::replication: {
      const auto& copy = *static_cast<const Replication*>(timer.owner);
      event.node = (copy.acknowledges ? copy.master : copy.replica)->id();
      break;
    }
    case TimerKind::fault:
      describe_fault(state, event);
      break;
    default:
      break;
  }
  add_client(state, event);
  return event;
}

PendingEvent described(GameState& state, const Exchange& exchange) {
  return described(state, exchange.wire, -1);
}

std::int64_t end_of_fault(const GameState& state, FaultKind kind, ClientId client, NodeId node) {
  std::int64_t last = -1;
  for (const Fault& fault : state.struck())
    if (fault.kind == kind && fault.client == client && fault.node == node)
      last = std::max(last, moment_of(fault));
  return last;
}

void add_disabled_events(GameState& state, std::vector<DisabledMove>& all) {
  add_later(state, all);
  add_standing_messages(state, all);
  add_sleepers(state, all);
}

std::vector<PendingEvent> enabled_events(GameState& state) {
  Ties ties;
  std::vector<PendingEvent> all;
  if (state.orders() == 0) return all;
  ties.find(state.now().world);
  for (std::size_t i = 0; i < ties.size(); ++i)
    all.push_back(described(state, ties[i], state.next_at()));
  return all;
}

Doing doing_of(GameState& state, ClientId client) {
  const Client& process = state.now().world.client(client);
  const ClientCourse course = state.now().courses.of(client);
  Doing doing;
  doing.phase = course.phase;
  if (process.crashed()) {
    doing.kind = Doing::Kind::crashed;
  } else if (process.finished()) {
    doing.kind = Doing::Kind::finished;
  } else if (process.paused()) {
    doing.kind = Doing::Kind::paused;
    doing.until = end_of_fault(state, FaultKind::pause, client, no_node);
  } else if (const Exchange* exchange = awaited_by(state, client)) {
    doing.kind = Doing::Kind::awaits_reply;
    doing.node = exchange->node;
    doing.message = exchange->message;
  } else if (doing.until = wakes_at(state, client); doing.until >= 0) {
    doing.kind = course.present ? Doing::Kind::sleeps : Doing::Kind::not_begun;
  }
  return doing;
}

std::vector<DisabledMove> disabled_moves(GameState& state) {
  std::vector<DisabledMove> all;
  if (state.over()) return all;
  add_disabled_faults(state, all);
  add_disabled_events(state, all);
  return all;
}

}  // namespace locklab::sim

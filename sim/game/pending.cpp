#include "sim/game/pending.h"

#include <algorithm>

#include "sim/game/game_state.h"

namespace locklab::sim {

namespace {

/// The time in us at which a delayed fault takes effect, or any other fault ends by itself; -1 if
/// neither.
std::int64_t moment_of(const GameState& state, std::size_t i) {
  const Fault& fault = state.struck()[i];
  const std::int64_t struck = state.struck_at(i);
  if (fault.after > Duration(0)) return struck + us(fault.after);
  const std::optional<Duration> time = lasts(fault);
  return time ? struck + us(*time) : -1;
}

/// Describes the planned beginning or end of an injected fault.
void describe_fault(GameState& state, PendingEvent& event) {
  for (std::size_t i = 0; i < state.struck().size(); ++i) {
    const Fault& fault = state.struck()[i];
    if (moment_of(state, i) != event.at) continue;
    event.fault = fault.kind;
    event.client = fault.client;
    event.node = fault.node;
    Fault end = fault;
    end.kind = end_of(fault.kind).value_or(fault.kind);
    event.vain = ends_nothing(state.now().world, end);
  }
}

void add_client(GameState& state, PendingEvent& event) {
  if (event.client == no_client || event.kind == TimerKind::fault) return;
  event.phase = state.now().phase_of(index(event.client));
  event.paused = state.now().world.client(event.client).paused();
}

/// The time in us at which the first of the client's sleeps ends; -1 if it is not sleeping.
std::int64_t wakes_at(GameState& state, ClientId client) {
  std::int64_t first = -1;
  state.now().world.queue().each([&](Timer& timer, std::int64_t at, std::uint64_t) {
    if (timer.kind != TimerKind::sleep) return;
    if (static_cast<const SimulatedWait*>(timer.owner)->client.id() != client) return;
    if (first < 0 || at < first) first = at;
  });
  return first;
}

/// The first request whose reply the client awaits, or null.
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
  for (std::size_t i = 0; i < state.struck().size(); ++i) {
    const Fault& fault = state.struck()[i];
    if (fault.kind == kind && fault.client == client && fault.node == node)
      last = std::max(last, moment_of(state, i));
  }
  return last;
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

}  // namespace locklab::sim

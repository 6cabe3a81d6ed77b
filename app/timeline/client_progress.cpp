#include "app/timeline/client_progress.h"

#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// A client whose whole work is one command: it waits for the reply, and holds nothing meanwhile.
bool advance_in_one_step(ClientProgress& client, const Event& event) {
  switch (event.kind) {
    case EventKind::attempt:
    case EventKind::acquired:
    case EventKind::releasing:
    case EventKind::released:
      return true;
    case EventKind::entered:
    case EventKind::left:
      client.present = true;
      client.waits = event.kind == EventKind::entered;
      return true;
    default:
      return false;
  }
}

}  // namespace

bool has_critical_section(const TraceInfo& info) {
  const Strategy* strategy = find_strategy(info.strategy);
  return !strategy || !strategy->atomic_work;
}

void advance(ClientProgress& client, const Event& event, bool critical) {
  if (!critical && advance_in_one_step(client, event)) return;
  switch (event.kind) {
    case EventKind::started:
      client.present = true;
      break;
    case EventKind::attempt:
      client.present = true;
      client.waits = true;
      break;
    case EventKind::acquired:
      client.waits = false;
      client.believes = true;
      client.acquisition = event.acquisition;
      break;
    case EventKind::entered:
      client.present = true;
      client.inside = true;
      break;
    case EventKind::left:
      client.inside = false;
      break;
    case EventKind::lease_lost:
    case EventKind::releasing:
      client.releasing = event.kind == EventKind::releasing;
      // A release of something else (a foreign one) ends no belief.
      if (event.acquisition == client.acquisition) client.believes = false;
      break;
    case EventKind::released:
      client.releasing = false;
      break;
    case EventKind::gave_up:
      client.waits = false;
      break;
    case EventKind::finished:
    case EventKind::client_crashed:
      client = {};
      break;
    case EventKind::client_paused:
      client.paused = true;
      break;
    case EventKind::client_resumed:
      client.paused = false;
      break;
    case EventKind::sent:
      client.present = true;
      break;
    default:
      break;
  }
}

LaneCell cell_of(const ClientProgress& client) {
  if (!client.present) return {Bar::none};
  if (client.paused) return {client.believes || client.inside ? Bar::paused_holding : Bar::paused};
  if (client.inside) return {Bar::inside};
  if (client.believes) return {Bar::believes};
  return {client.waits ? Bar::waiting : Bar::idle};
}

}  // namespace locklab::app

#include "sim/trace/state/beliefs.h"

#include <algorithm>

namespace locklab::sim {

bool Beliefs::on(const Event& event, std::size_t index) {
  const ClientId client = event.client;
  if (client == no_client) return false;
  switch (event.kind) {
    case EventKind::acquired:
      all_.push_back({client, event.key, event.acquisition, static_cast<std::uint32_t>(index)});
      return true;
    case EventKind::lease_lost:
    case EventKind::releasing:
      return std::erase_if(all_, [&](const Belief& one) {
               return one.client == client && one.lock == event.key &&
                      one.acquisition == event.acquisition;
             }) > 0;
    case EventKind::started:
    case EventKind::client_crashed:
      return std::erase_if(all_, [&](const Belief& one) { return one.client == client; }) > 0;
    default:
      return false;
  }
}

bool Beliefs::any(ClientId client) const {
  return std::any_of(all_.begin(), all_.end(),
                     [&](const Belief& one) { return one.client == client; });
}

const Belief* Beliefs::find(ClientId client, std::uint16_t lock) const {
  const auto found = std::find_if(all_.rbegin(), all_.rend(), [&](const Belief& one) {
    return one.client == client && one.lock == lock;
  });
  return found == all_.rend() ? nullptr : &*found;
}

}  // namespace locklab::sim

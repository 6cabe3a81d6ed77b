#include "app/timeline/scene/visits.h"

#include <iterator>

#include "app/timeline/scene/open_spans.h"

namespace locklab::app {

using sim::EventKind;

void Visits::add(const sim::Event& event, std::uint32_t index) {
  const std::uint16_t client = locklab::index(event.client);
  const Key key{client, event.acquisition};
  switch (event.kind) {
    case EventKind::sent:
      return sent(event, key, index);
    case EventKind::resource_read:
    case EventKind::resource_wrote:
    case EventKind::resource_rejected:
      if (client < scene_.clients) accessed(event, key, index);
      return over(event.message, index);
    case EventKind::received:
    case EventKind::message_lost:
      return over(event.message, index);
    case EventKind::left:
      if (const auto use = uses_.find(key); use != uses_.end()) leave(use, index);
      return;
    default:
      if (event.kind != EventKind::client_crashed && event.kind != EventKind::finished) return;
      for (auto use = uses_.lower_bound({client, 0});
           use != uses_.end() && use->first.first == client;)
        use = leave(use, index);
  }
}

void Visits::end_open() {
  for (std::size_t i = 0; i < scene_.visits.size(); ++i) {
    if (scene_.visits[i].end != VisitEnd::open) continue;
    spans()[i].to = scene_.end;
    spans()[i].over = none_at;
  }
}

std::vector<Span>& Visits::spans() {
  return scene_.holding[static_cast<std::size_t>(Holding::resource)];
}

void Visits::sent(const sim::Event& event, const Key& key, std::uint32_t index) {
  const bool writes = event.purpose == Purpose::write;
  if (event.message == 0 || (!writes && event.purpose != Purpose::read)) return;
  over(event.message, index);  // a trace from elsewhere may use a number twice
  requests_[event.message] = {key, writes};
  Use& use = uses_[key];
  ++(writes ? use.writes : use.reads);
}

/// Begins or extends a visit, and decides its outcome. A read that arrives after its client has
/// gone lets nobody in.
void Visits::accessed(const sim::Event& event, const Key& key, std::uint32_t index) {
  Use& use = uses_[key];
  const bool wrote = event.kind == EventKind::resource_wrote;
  if (wrote || (event.kind == EventKind::resource_read && !use.gone)) {
    if (!use.visit) {
      use.visit = spans().size();
      spans().push_back(held_by(key.first, event.key, event.at, index));
      scene_.visits.emplace_back();
    } else {
      spans()[*use.visit].to = event.at;
      spans()[*use.visit].over = index;
    }
  }
  const bool refused = event.kind == EventKind::resource_rejected && event.detail == 1;
  if (!use.visit || !(wrote || refused)) return;
  Visit& visit = scene_.visits[*use.visit];
  if (visit.end != VisitEnd::open) return;
  visit.end = wrote ? VisitEnd::wrote : VisitEnd::refused;
  visit.event = index;
}

/// Processes the arrival or the loss of a request.
void Visits::over(std::uint32_t message, std::uint32_t index) {
  const auto request = requests_.find(message);
  if (request == requests_.end()) return;
  const auto use = uses_.find(request->second.use);
  --(request->second.writes ? use->second.writes : use->second.reads);
  requests_.erase(request);
  conclude(use->second, index);
  forget_if_done(use);
}

/// Processes that a client has left, crashed or finished. Returns the next use.
Visits::Uses::iterator Visits::leave(Uses::iterator use, std::uint32_t index) {
  use->second.gone = true;
  conclude(use->second, index);
  return forget_if_done(use);
}

/// Decides that a client which has gone never wrote, unless a write is still in flight.
void Visits::conclude(const Use& use, std::uint32_t index) {
  if (!use.gone || !use.visit) return;
  Visit& visit = scene_.visits[*use.visit];
  if (visit.end != VisitEnd::open) return;
  if (use.writes == 0) {
    visit.end = VisitEnd::never_wrote;
    visit.event = index;
  } else if (visit.left == none_at) {
    visit.left = index;
  }
}

Visits::Uses::iterator Visits::forget_if_done(Uses::iterator use) {
  const bool done = use->second.gone && use->second.reads == 0 && use->second.writes == 0;
  return done ? uses_.erase(use) : std::next(use);
}

}  // namespace locklab::app

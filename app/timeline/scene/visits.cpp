#include "app/timeline/scene/visits.h"

#include "app/timeline/scene/open_spans.h"

namespace locklab::app {

using sim::EventKind;

void Visits::add(const sim::Event& event, std::uint32_t index) {
  accessed(event, index);
  decided(event, index);
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

void Visits::accessed(const sim::Event& event, std::uint32_t index) {
  if (event.kind != EventKind::resource_read && event.kind != EventKind::resource_wrote) return;
  const std::uint16_t client = locklab::index(event.client);
  if (client >= scene_.clients) return;
  const auto known = last_access_.find(client);
  if (known != last_access_.end() && known->second.acquisition == event.acquisition) {
    Span& span = spans()[known->second.span];
    span.to = event.at;
    span.over = index;
    return;
  }
  last_access_[client] = {event.acquisition, spans().size()};
  spans().push_back(held_by(client, event.key, event.at, index));
  scene_.visits.emplace_back();
}

void Visits::decided(const sim::Event& event, std::uint32_t index) {
  VisitEnd end = VisitEnd::open;
  if (event.kind == EventKind::resource_wrote) end = VisitEnd::wrote;
  if (event.kind == EventKind::resource_rejected) end = VisitEnd::refused;
  if (event.kind == EventKind::left || event.kind == EventKind::client_crashed ||
      event.kind == EventKind::finished)
    end = VisitEnd::never_wrote;
  if (end == VisitEnd::open) return;
  const auto known = last_access_.find(locklab::index(event.client));
  if (known == last_access_.end()) return;
  Visit& visit = scene_.visits[known->second.span];
  if (visit.end == VisitEnd::open) visit = {end, index};
}

}  // namespace locklab::app

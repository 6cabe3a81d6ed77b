#include "app/quiz/run_facts.h"

#include <map>
#include <unordered_map>
#include <utility>

namespace locklab::app {

using sim::Event;
using sim::EventKind;

std::vector<InsideSpan> inside_spans(const sim::Trace& trace) {
  std::vector<InsideSpan> spans{{}};
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    std::set<ClientId> now = spans.back().clients;
    if (event.kind == EventKind::entered) now.insert(event.client);
    if (event.kind == EventKind::left || event.kind == EventKind::client_crashed)
      now.erase(event.client);
    if (now == spans.back().clients) continue;
    spans.back().to = event.at;
    spans.push_back({event.at, event.at, std::move(now), i});
  }
  spans.back().to = trace.empty() ? 0 : trace.back().at;
  return spans;
}

std::vector<KeyLife> key_lives(const sim::Trace& trace) {
  std::vector<KeyLife> lives;
  std::map<std::pair<NodeId, std::uint16_t>, std::size_t> open;  // key -> index into lives
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    if (!sim::is_key_event(event.kind)) continue;
    const auto known = open.find({event.node, event.key});
    if (known != open.end()) {
      KeyLife& life = lives[known->second];
      const bool again = event.kind == EventKind::key_set && event.client == trace[life.set].client;
      if (event.kind == EventKind::key_lease || again) {
        life.changed = true;
        continue;
      }
      life.gone = i;
      open.erase(known);
    }
    if (event.kind != EventKind::key_set || event.client == no_client) continue;
    open[{event.node, event.key}] = lives.size();
    lives.push_back({i, trace.size(), false});
  }
  return lives;
}

std::vector<Claim> claims_of(const sim::Trace& trace) {
  std::vector<Claim> claims;
  std::map<std::pair<ClientId, NodeId>, std::size_t> counts;
  std::unordered_map<std::uint32_t, std::size_t> by_message;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    if (event.kind == EventKind::sent && event.purpose == Purpose::claim) {
      by_message[event.message] = claims.size();
      claims.push_back({i, trace.size(), ++counts[{event.client, event.node}]});
    } else if (event.kind == EventKind::ran) {
      const auto known = by_message.find(event.message);
      if (known != by_message.end() && claims[known->second].ran == trace.size())
        claims[known->second].ran = i;
    }
  }
  return claims;
}

bool is_of_fault(const sim::Event& event) {
  return sim::subject_of(event.kind) != sim::Subject::none || sim::strikes(event.kind) ||
         sim::ends_fault(event.kind);
}

std::size_t after_faults(const sim::Trace& trace, std::size_t until) {
  for (std::size_t i = until; i-- > 0;)
    if (is_of_fault(trace[i])) return i + 1;
  return 0;
}

}  // namespace locklab::app

#include "app/timeline/causes/trace_difference.h"

#include <algorithm>
#include <tuple>

namespace locklab::app {

namespace {

/// The fields of an event that are compared as numbers.
auto facts(const sim::Event& e) {
  return std::tuple(e.at, e.kind, e.client, e.node, e.message, e.acquisition, e.value, e.extra,
                    e.detail, e.purpose, e.since_us);
}

bool say_the_same(const sim::Trace& one, const sim::Event& a, const sim::Trace& other,
                  const sim::Event& b) {
  return facts(a) == facts(b) && one.name_of(a.key) == other.name_of(b.key) &&
         one.text(a) == other.text(b);
}

/// Whether the event's client and node have the same names in both traces.
bool same_actors(const sim::Trace& one, const sim::Trace& other, const sim::Event& event) {
  return one.client_name(event.client) == other.client_name(event.client) &&
         one.node_name(event.node) == other.node_name(event.node);
}

}  // namespace

std::optional<std::size_t> first_difference(const sim::Trace& one, const sim::Trace& other) {
  const std::size_t common = std::min(one.size(), other.size());
  const bool same_cast =
      one.info.clients == other.info.clients && one.info.nodes == other.info.nodes;
  for (std::size_t i = 0; i < common; ++i)
    if (!say_the_same(one, one[i], other, other[i]) ||
        (!same_cast && !same_actors(one, other, one[i])))
      return i;
  return one.size() == other.size() ? std::nullopt : std::optional(common);
}

}  // namespace locklab::app

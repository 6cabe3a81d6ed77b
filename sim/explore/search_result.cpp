#include "sim/explore/search.h"

namespace locklab::sim {

std::string_view name(SearchKind kind) {
  switch (kind) {
    case SearchKind::exhaustive:
      return "exhaustive";
    case SearchKind::shortest:
      return "shortest";
    case SearchKind::pct:
      return "pct";
    default:
      return "random";
  }
}

SearchResult merged(std::vector<SearchResult> shards) {
  SearchResult all = std::move(shards.front());
  for (std::size_t s = 1; s < shards.size(); ++s) {
    const SearchResult& one = shards[s];
    all.counts.states += one.counts.states;
    all.counts.transitions += one.counts.transitions;
    all.counts.executions += one.counts.executions;
    all.counts.depth = std::max(all.counts.depth, one.counts.depth);
    all.counts.memory += one.counts.memory;
    all.exhausted = all.exhausted && one.exhausted;
    all.ended = all.ended || one.ended;
    all.used_series = all.used_series || one.used_series;
    all.applied = all.applied | one.applied;
    all.struck.add(one.struck);
    for (std::size_t i = 0; i < property_count; ++i)
      if (one.broken[i] && (!all.broken[i] || one.broken[i]->before(*all.broken[i])))
        all.broken[i] = one.broken[i];
  }
  return all;
}

}  // namespace locklab::sim

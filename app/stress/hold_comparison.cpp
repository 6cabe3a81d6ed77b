#include "app/stress/hold_comparison.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace locklab::app {

namespace {

constexpr std::size_t keep = 25;

struct Entry {
  const KeptHold* kept = nullptr;
  std::size_t generator = 0;
  std::int64_t error_us = 0;

  const Hold& hold() const { return kept->hold; }
};

class Comparing {
 public:
  explicit Comparing(std::int64_t largest_error_us) : largest_error_us_(largest_error_us) {}

  /// Compares all holds of one lock, sorted by entry.
  void compare(std::span<const Entry> entries, std::size_t generators) {
    compare_times(entries);
    compare_tokens(entries, generators);
  }
  HoldComparison result() && { return std::move(result_); }

 private:
  void compare_times(std::span<const Entry> entries) {
    const auto by_end = [](const Entry* a, const Entry* b) {
      return std::tuple(a->hold().left_us, a) > std::tuple(b->hold().left_us, b);
    };
    std::set<const Entry*, decltype(by_end)> inside(by_end);  // the last to leave comes first
    for (const Entry& entry : entries) {
      while (!inside.empty() &&
             (*inside.rbegin())->hold().left_us + 2 * largest_error_us_ < entry.hold().entered_us)
        inside.erase(std::prev(inside.end()));
      bool possible = false;
      const Entry* met = nullptr;
      for (const Entry* other : inside) {
        if (other->generator == entry.generator) continue;
        const std::int64_t errors_us = entry.error_us + other->error_us;
        // Smaller margin by which one entered before the other left; negative if they are disjoint.
        const std::int64_t by_us = std::min(other->hold().left_us - entry.hold().entered_us,
                                            entry.hold().left_us - other->hold().entered_us);
        possible = possible || by_us > -errors_us;
        if (by_us <= errors_us) continue;
        met = other;
        break;
      }
      if (met) {
        found(result_.overlaps, Harm::overlap, *met, entry);
      } else {
        result_.possible += possible;
      }
      inside.insert(&entry);
    }
  }

  void compare_tokens(std::span<const Entry> entries, std::size_t generators) {
    std::map<std::int64_t, const Entry*> given;
    // Per generator, by latest possible time of entry: the entry with the highest token so far.
    std::vector<std::vector<std::pair<std::int64_t, const Entry*>>> highest(generators);
    for (const Entry& entry : entries) {
      if (entry.hold().token < 0) continue;
      const auto [same, fresh] = given.try_emplace(entry.hold().token, &entry);
      if (!fresh && same->second->generator != entry.generator)
        found(result_.tokens_twice, Harm::token_fell, *same->second, entry);
      auto& own = highest[entry.generator];
      const Entry* best = own.empty() ? &entry : own.back().second;
      if (entry.hold().token > best->hold().token) best = &entry;
      own.emplace_back(entry.hold().entered_us + entry.error_us, best);
    }
    for (const Entry& entry : entries) {
      if (entry.hold().token < 0) continue;
      for (std::size_t other = 0; other < generators; ++other) {
        if (other == entry.generator) continue;
        const std::int64_t asked_us = entry.hold().wanted_us - entry.error_us;
        const auto later =
            std::lower_bound(highest[other].begin(), highest[other].end(), asked_us,
                             [](const auto& one, std::int64_t us) { return one.first < us; });
        if (later == highest[other].begin()) continue;
        const Entry& before = *std::prev(later)->second;
        if (before.hold().token <= entry.hold().token) continue;
        found(result_.tokens_fell, Harm::token_fell, before, entry);
        break;
      }
    }
  }

  void found(std::uint64_t& count, Harm harm, const Entry& first, const Entry& second) {
    if (++count <= keep)
      result_.violations.push_back({harm, second.kept->lock, first.kept->hold, second.kept->hold});
  }

  const std::int64_t largest_error_us_;
  HoldComparison result_;
};

}  // namespace

HoldComparison compare_holds(const std::vector<GeneratorHolds>& generators) {
  std::vector<Entry> entries;
  std::int64_t largest_error_us = 0;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    largest_error_us = std::max(largest_error_us, generators[i].error_us);
    for (const KeptHold& kept : generators[i].holds)
      entries.push_back({&kept, i, generators[i].error_us});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.kept->lock, a.hold().entered_us, a.generator, a.hold().client) <
           std::tuple(b.kept->lock, b.hold().entered_us, b.generator, b.hold().client);
  });
  Comparing comparing(largest_error_us);
  for (auto first = entries.begin(); first != entries.end();) {
    const auto end = std::find_if(first, entries.end(), [&](const Entry& entry) {
      return entry.kept->lock != first->kept->lock;
    });
    comparing.compare({first, end}, generators.size());
    first = end;
  }
  return std::move(comparing).result();
}

}  // namespace locklab::app

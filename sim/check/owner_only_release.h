// Owner-only release: a release never removes or decrements another hold (another acquisition, even
// of the same client), and a renewal never takes over another client's key. Expiry, flushes and
// overwrites by a claim do not count as either.
//
// Tracks the owner of every key on every node. An overwrite (GETSET) takes the key over only if its
// client then acquires; if it is refused, the lock still belongs to the previous owner. In live
// traces, where times are intervals, an order counts only if the intervals do not overlap, or if an
// unexpired lease leaves a single possible order.
#pragma once

#include <optional>
#include <vector>

#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class OwnerOnlyRelease {
 public:
  explicit OwnerOnlyRelease(const TraceInfo& info)
      : locks_(info.needs > 0 && info.admits > 0), shared_(info.admits > 1) {}

  /// Processes a key_* event of `trace`, with the situation before it.
  void on_key(const Trace& trace, std::size_t index, const Situation& now);
  /// Processes acquired or refused, which decides whether an overwrite took the lock over.
  void on_outcome(const Event& event) {
    if (overwritten_ > 0 || !suspects_.empty()) decide(event);
  }
  /// Processes a change of a node's clock. The ends of leases that start there later are unknown.
  void on_node_clock(const Event& event);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print, const Trace& trace) const;

 private:
  /// An acquisition that owns a key.
  struct Hold {
    ClientId client = no_client;
    std::uint32_t acquisition = 0;
    std::int64_t from = 0;  ///< it was set between `from` and `at`, in us
    std::int64_t at = 0;
    std::int64_t ends = INT64_MAX;     ///< earliest possible end of its lease, in us
    std::int64_t gone_by = INT64_MAX;  ///< latest possible end of its lease, in us
    std::size_t index = 0;             ///< of its key_set
    std::uint32_t text = no_text;      ///< the key's value, as a text of the trace

    bool of(const Event& e) const { return client == e.client && acquisition == e.acquisition; }
    /// Makes the lease one that may end at any time, if there is one: the node's clock has changed.
    void distrust_lease() {
      if (ends != INT64_MAX) ends = INT64_MIN;
      gone_by = INT64_MAX;
    }
  };
  struct Key {
    std::vector<Hold> holds;  ///< the latest last; several if they share the key
    std::vector<Hold>
        beneath;  ///< overwritten by clients that may not have acquired, the latest last
    std::optional<Hold> replaced;  ///< the previous hold, if its removal was not seen
    std::optional<Hold>
        released;  ///< the hold that a release last removed; `at` is the time of the removal
    std::uint32_t release = 0;  ///< message of the latest release that changed the key
    bool vague = false;  ///< two holds were set in overlapping intervals, so the owner is unknown
  };

  /// A release that removed what an overwrite had set: a breach once the overwriting client has
  /// acquired. A client that crashes before that has lost nothing.
  struct Suspect {
    Breach breach;
    ClientId client = no_client;
    std::uint32_t acquisition = 0;
  };

  void set(Key& key, const Event& event, std::size_t index, bool shares);
  void copy(Key& key, const Trace& trace, std::size_t index);
  void overwrite(Key& key, const Hold& hold);
  void forget(Key& key);
  void decide(const Event& event);
  void judge(Key& key, const Event& event, std::size_t index);
  void judge_renewal(Key& key, const Event& event, std::size_t index);
  void release(Key& key, const Event& event, std::size_t index);
  Hold* hold_of(Key& key, const Event& event);
  void set_lease(Hold& hold, const Event& event) const;

  bool locks_;
  bool shared_;
  std::vector<ByName<Key>> nodes_;
  std::vector<std::int64_t> clock_changed_;  ///< in us, by node; INT64_MIN if never
  std::uint32_t overwritten_ = 0;            ///< number of keys with a non-empty `beneath`
  std::vector<Suspect> suspects_;
  std::uint64_t releases_ = 0;
  ByClient<std::uint32_t> last_released_;  ///< acquisition + 1; 0 if none
  bool order_unknown_ = false;
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim

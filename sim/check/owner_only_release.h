// Owner-only release: no release removes or decrements another hold (one acquisition, not one
// client). Expiry, overwriting and flushes are no releases.
//
// Knows for every key on every node whose it is. An overwrite (GETSET) takes the key over for good
// only when its client says that it acquired; one that is refused leaves the lock to whom it had
// overwritten. Where times are intervals (live traces), an order is used only where intervals do
// not overlap, or where a lease that cannot be over yet leaves but one order possible.
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

  /// Any key_* event of `trace`, with the situation before it.
  void on_key(const Trace& trace, std::size_t index, const Situation& now);
  /// acquired or refused: whether an overwrite took the lock over.
  void on_outcome(const Event& event) {
    if (overwritten_ > 0 || !suspects_.empty()) decide(event);
  }
  /// A node's clock was changed: leases there may be over earlier than they look.
  void on_node_clock(const Event& event);
  Verdict verdict(const Trace& trace) const;
  /// For searches: whether it is broken by now, and all that decides whether it will be.
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print, const Trace& trace) const;

 private:
  /// Whose the key is: one acquisition, since an event.
  struct Hold {
    ClientId client = no_client;
    std::uint32_t acquisition = 0;
    std::int64_t from = 0;  ///< it was set between `from` and `at`
    std::int64_t at = 0;
    std::int64_t ends = INT64_MAX;  ///< its lease is not over before
    std::size_t index = 0;
    std::uint32_t text = no_text;  ///< the key's value, in the trace

    bool of(const Event& e) const { return client == e.client && acquisition == e.acquisition; }
  };
  struct Key {
    std::vector<Hold> holds;    ///< the latest last; more than one where holds share the key
    std::vector<Hold> beneath;  ///< overwritten, the latest last, by one who may not have acquired
    std::optional<Hold> replaced;  ///< the one before, if no removal was seen in between
    std::optional<Hold> released;  ///< the one that a release removed last; at: the removal's
    std::uint32_t release = 0;     ///< message of the latest release that changed it
    bool vague = false;            ///< two were set in overlapping times: whose it is, nobody knows
  };

  /// A release that took away what an overwrite had put there: a breach if that one acquired.
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
  void release(Key& key, const Event& event, std::size_t index);
  Hold* hold_of(Key& key, const Event& event);
  std::int64_t ends(const Event& event) const;

  bool locks_;
  bool shared_;
  std::vector<ByName<Key>> nodes_;
  std::vector<std::int64_t> clock_changed_;  ///< by node; INT64_MIN: never
  std::uint32_t overwritten_ = 0;            ///< keys with something beneath
  std::vector<Suspect> suspects_;
  std::uint64_t releases_ = 0;
  bool order_unknown_ = false;
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim

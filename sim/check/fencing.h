// Fencing: the resource never accepts a read or write with a token older than one it has seen. A
// token identifies a hold and orders it: no token is given twice, and the newest hold is never
// rejected. (Both happen when the token counter is lost.)
//
// For a lock without tokens, the order of the servers' grants takes their place: a token would have
// rejected a write of an older hold after an access by a newer one. (A client may learn of its
// grant late, so the order of `acquired` events counts only where the trace does not show the
// grants.)
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "sim/check/verdict_words.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class Fencing {
 public:
  explicit Fencing(const TraceInfo& info)
      : exclusive_(info.admits == 1 && info.needs > 0),
        limits_rate_(info.quota_limit > 0),
        needs_(info.needs) {}

  void on_attempt(const Event& event);
  /// Processes the key_set of a claim.
  void on_claimed(const Event& event, std::size_t index);
  void on_acquired(const Event& event, std::size_t index);
  /// Processes an accepted read or write.
  void on_access(const Event& event, std::size_t index);
  void on_rejected(const Event& event, std::size_t index);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const;
  void fingerprint(Fingerprint& print) const;

 private:
  /// A hold, ordered by its grant.
  struct Hold {
    bool held = false;
    std::uint32_t acquisition = 0;
    std::uint16_t lock = no_name;
    std::size_t granted = 0;  ///< index of the key_set that granted it, or else of its `acquired`
    std::int64_t from = 0;    ///< it was granted between `from` and `at`, in us
    std::int64_t at = 0;
    bool shown = false;  ///< the trace shows the grant
  };
  /// A client's latest attempt, and the number of nodes that granted it.
  struct Claim {
    std::uint32_t grants = 0;
    Hold hold;
  };
  /// A client's latest holds: a late write may belong to a hold released long ago.
  struct Holds {
    std::array<Hold, 4> latest;
    std::uint8_t last = 0;
    Claim claim;
  };
  /// The newest token or hold seen, and the time of the latest access of any token or hold.
  struct Seen {
    std::int64_t newest = -1;
    std::size_t index = 0;
    std::int64_t from = 0;  ///< the newest was seen between `from` and `at`, in us
    std::int64_t at = 0;
    std::int64_t last_from = INT64_MIN;
    std::int64_t last_at = INT64_MIN;
    Hold hold;  ///< the newest hold if holds are compared, or else the hold with the newest token
  };
  /// The tokens of a lock's acquisitions: all up to `top` except the spans in `missing`. A client
  /// may learn of its grant late, or never.
  struct Given {
    struct Span {
      std::int64_t from = 0;
      std::int64_t to = 0;
    };
    std::int64_t top = -1;
    std::vector<Span> missing;  ///< ascending, none empty

    /// Adds a token; returns false if it was given before.
    bool add(std::int64_t token);
  };
  /// How tokens failed, other than by an accepted stale access.
  enum class Flaw : std::uint8_t { none, given_twice, newest_rejected };
  struct Finding {
    std::optional<Breach> breach;
    bool order_unknown = false;
  };
  static void judge(Seen& seen, Finding& finding, std::int64_t number, bool counts,
                    const Event& event, std::size_t index);
  const Hold* hold_of(const Event& event);
  void judge_hold(const Hold& hold, const Event& event, std::size_t index);
  Verdict broken_by_token(const Trace& trace) const;
  Verdict broken_by_hold(const Trace& trace) const;
  Verdict kept_with_tokens(const Trace& trace) const;

  bool exclusive_;
  bool limits_rate_;
  std::uint32_t needs_;
  ByClient<Holds> holds_;
  ByName<Seen> by_resource_;  ///< compares tokens
  ByName<Seen> by_lock_;      ///< compares positions of grants in the trace
  ByName<Given> given_;
  Flaw flaw_ = Flaw::none;  ///< of tokens_.breach
  Finding tokens_;
  Finding grants_;
  std::uint64_t accesses_ = 0;
  std::uint64_t with_token_ = 0;
  std::uint64_t rejected_ = 0;
  std::size_t first_rejected_ = 0;
};

}  // namespace locklab::sim

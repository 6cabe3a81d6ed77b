// Clean failure: a failed attempt leaves no key on a node. A claim may set its key long after its
// client has given it up, and a release may be lost or overtake the claim, so what counts is the
// key, not what was sent. Once the client has tried again or finished, a key of the failed attempt
// may remain on a serving node only while a release of it is in flight. The release must come
// before the lease ends, unless the node was dead or frozen then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/check/verdict_words.h"
#include "sim/trace/state/families.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class CleanFailure {
 public:
  explicit CleanFailure(const TraceInfo& info) : locks_(info.needs > 0 && info.quota_limit == 0) {}

  /// Processes the beginning of an attempt, which names its lock.
  void on_attempt(const Event& event);
  /// Processes the sending of a claim or a release.
  void on_sent(const Event& event, std::size_t index, const Families& families);
  /// Processes a node's execution of a command; only claims and releases have an effect.
  void on_ran(const Event& event, std::size_t index);
  /// Processes a reply, a timeout, or a lost message.
  void on_answer(const Event& event, std::size_t index, const Families& families);
  /// Processes a key_* event; key_lease has no effect.
  void on_key(const Event& event, std::size_t index, const Families& families);
  /// Processes acquired, refused, finished, or client_crashed.
  void on_client(const Event& event, std::size_t index, const Families& families);
  /// Processes the return of a node that was dead or frozen.
  void on_back(const Event& event) { back_ = {event.node, event.at}; }
  /// Processes a change of a node's clock: when its leases end is then no longer known beforehand.
  void on_node_clock(const Event& event);
  /// Processes a promotion, with the families after it.
  void on_promoted(std::size_t index, const Families& families);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  /// The latest release that an attempt sent to a claim's node, or to another one of its family.
  struct Release {
    enum class State : std::uint8_t { unsent, on_its_way, ran, lost };
    std::uint32_t message = 0;
    State state = State::unsent;
    std::size_t ended = 0;  ///< index of the event that shows that it ran or was lost; 0 if none
  };
  /// An attempt's claim at one node, with its release.
  struct Claim {
    NodeId node = no_node;
    std::uint32_t first = 0;  ///< first and last message that carried it
    std::uint32_t last = 0;
    std::vector<std::uint32_t> on_their_way{};  ///< messages of the claim that may still run
    std::uint32_t old_value = 0;  ///< message whose reply was an old value, so no grant; or 0
    bool granted = false;         ///< it set the key, and no reply since was an old value
    bool unknown = false;         ///< a message of it timed out
    std::size_t index = 0;        ///< of the event that sent `first`
    std::int64_t sent_at = 0;     ///< time of that event, in us
    Release release{};

    bool carried(std::uint32_t message) const { return message >= first && message <= last; }
  };
  struct Attempt {
    ClientId client = no_client;
    std::uint32_t acquisition = 0;
    bool failed = false;
    std::vector<Claim> claims{};
    Claim* claim_at(NodeId node);
    /// The claim at `node`, or else one at another node of its family, whose key may have been
    /// copied to `node`; nullptr if there is none.
    Claim* claim_behind(NodeId node, const Families& families);
  };
  /// A key that an attempt set and that is still on its node. Keys of successful attempts are
  /// dropped.
  struct Key {
    ClientId client = no_client;
    std::uint32_t acquisition = 0;
    NodeId node = no_node;
    std::uint16_t name = no_name;
    std::uint32_t message = 0;
    std::size_t index = 0;               ///< of the event that set it
    std::int64_t set_at = 0;             ///< time of that event, in us
    std::int64_t lease_end = INT64_MAX;  ///< in us; INT64_MAX if it never ends, or is unknown
  };
  /// Why a key was left.
  enum class Cause : std::uint8_t { not_released, release_lost, set_late, lease_ended, kept };
  struct Left {
    ClientId client = no_client;
    NodeId node = no_node;
    std::int64_t sent_at = 0;
    std::int64_t set_at = 0;
    Cause cause = Cause::kept;
  };

  bool watches() const { return locks_ && !breach_; }
  Attempt* find(ClientId client, std::uint32_t acquisition);
  void on_release(const Event& event, const Families& families);
  void on_granted(const Event& event, std::size_t index, const Families& families);
  std::int64_t lease_end_of(const Event& event) const;
  void close(Attempt& attempt, const Event& event, std::size_t index, const Families& families);
  void judge(Attempt& attempt, std::size_t index, const Families& families);
  void leave(const Key& key, const Claim& claim, std::size_t index, bool lease_ended);
  void forget(const Attempt& attempt);
  bool may_leave(const Attempt& attempt) const;

  bool locks_;
  std::vector<bool> is_lock_;  ///< by name; false for a fencing lock's counter, which stays
  ByClient<Attempt> latest_;
  std::vector<Attempt> past_;  ///< failed ones before the latest that may still leave a key
  std::vector<Key> keys_;
  /// The node that returned last, and when, in us. No part of the fingerprint: a node that returns
  /// removes the keys whose leases have ended before anything else happens.
  std::pair<NodeId, std::int64_t> back_{no_node, 0};
  std::vector<NodeId> odd_clocks_;  ///< nodes whose clocks have changed
  std::uint64_t failed_ = 0;        ///< failed attempts that may have set a key
  std::optional<Breach> breach_;
  Left left_;  ///< the key of the breach
};

}  // namespace locklab::sim

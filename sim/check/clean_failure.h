// Clean failure: before a client whose attempt failed tries again or finishes, it sends a release
// to every node where its claim may have left a key. A node that refused the claim has none.
//
// Some releases read the key before they delete it. A read that does not find the client's own
// value completes the release; one that does must be followed by a delete.
#pragma once

#include <optional>
#include <vector>

#include "sim/check/verdict_words.h"
#include "sim/trace/state/families.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class CleanFailure {
 public:
  explicit CleanFailure(const TraceInfo& info) : locks_(info.needs > 0 && info.quota_limit == 0) {}

  /// Processes a claim or a release.
  void on_sent(const Event& event, std::size_t index, const Families& families);
  /// Processes any other request.
  void on_other(const Trace& trace, const Event& event, const Families& families) {
    const Attempt* attempt = attempts_.find(event.client);
    if (attempt && !attempt->claims.empty()) look(trace, event, families);
  }
  /// Processes a reply, or a timeout.
  void on_answer(const Trace& trace, const Event& event) {
    const Attempt* attempt = attempts_.find(event.client);
    if (attempt && !attempt->claims.empty()) answered(trace, event);
  }
  /// Processes a key_set by a claim.
  void on_granted(const Event& event);
  /// Processes acquired, refused, finished, or client_crashed.
  void on_client(const Event& event, std::size_t index);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  /// A key that an attempt may have left on one node.
  struct Claim {
    NodeId node = no_node;
    std::uint32_t first = 0;  ///< first and last message that carried it
    std::uint32_t last = 0;
    std::uint32_t unanswered = 0;
    std::uint32_t granted_by = 0;  ///< the message that set the key; 0 if none
    std::uint32_t old_value = 0;   ///< message whose reply was an old value, which is no grant
    bool unknown = false;          ///< a reply never came
    bool released = false;
    std::uint32_t look = 0;  ///< the message that reads the key's owner; 0 if none
    std::size_t index = 0;   ///< of the event that sent `first`

    bool granted() const { return granted_by != 0 && granted_by != old_value; }
    bool uncertain() const { return unknown || unanswered > 0; }
  };
  struct Attempt {
    std::uint32_t acquisition = 0;
    bool failed = false;
    std::vector<Claim> claims;
  };
  void look(const Trace& trace, const Event& event, const Families& families);
  void answered(const Trace& trace, const Event& event);
  Claim* claim_at(Attempt& attempt, NodeId node);
  void close(Attempt& attempt, std::size_t index);

  bool locks_;
  ByClient<Attempt> attempts_;
  std::uint64_t clean_ = 0;  ///< failed attempts that sent all required releases
  std::optional<Breach> breach_;
  Claim left_;  ///< the claim of the breach
};

}  // namespace locklab::sim

// Clean failure: a failed attempt sends its release to every node where its claim may have left
// something, before it tries again. A node that refused has nothing of it.
//
// A question about the lock begins a release that looks before it deletes. It is the whole of it
// unless it finds the client's own value, which the client has to delete then.
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
  /// Whether it is broken by now; with fingerprint(), what a search needs.
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  /// A key that an attempt may have left on one node.
  struct Claim {
    NodeId node = no_node;
    std::uint32_t first = 0;  ///< messages that carried it
    std::uint32_t last = 0;
    std::uint32_t unanswered = 0;
    std::uint32_t granted_by = 0;  ///< the message that set the key; 0: none
    std::uint32_t old_value = 0;   ///< the message answered with the key's old value: not a grant
    bool unknown = false;          ///< a reply never came
    bool released = false;
    std::uint32_t look = 0;  ///< the message that looks whose lock it is; 0: none
    std::size_t index = 0;

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

#include "sim/check/clean_failure.h"

namespace locklab::sim {

namespace {

/// The position of the key in the words of a claim: SET key token, SETNX key token.
constexpr std::size_t key_word = 1;

std::string_view word(const PackedWords& words, std::size_t wanted) {
  std::size_t at = 0;
  for (const std::string_view one : words)
    if (at++ == wanted) return one;
  return {};
}

/// Whether a request only reads the key that the claim set: it names that key and nothing else.
bool is_look(const PackedWords& request, const PackedWords& claim) {
  return request.size() == key_word + 1 && word(request, key_word) == word(claim, key_word);
}

/// Whether the reply to a read of the key is the value that the claim set.
bool found_own(const Trace& trace, const Event& answer, const Event& claim) {
  return answer.kind == EventKind::received &&
         answer.detail == static_cast<std::uint8_t>(Reply::Kind::text) &&
         trace.text(answer) == word(trace.words(claim), key_word + 1);
}

}  // namespace

CleanFailure::Claim* CleanFailure::claim_at(Attempt& attempt, NodeId node) {
  for (Claim& claim : attempt.claims)
    if (claim.node == node) return &claim;
  return nullptr;
}

void CleanFailure::on_sent(const Event& event, std::size_t index, const Families& families) {
  if (!locks_ || breach_ || event.client == no_client) return;
  Attempt& attempt = attempts_[event.client];
  if (event.purpose == Purpose::release) {
    // After a failover, only the new master can delete the key: the old one would ignore the
    // release.
    if (attempt.acquisition == event.acquisition)
      for (Claim& claim : attempt.claims)
        if (families.related(claim.node, event.node)) claim.released = true;
    return;
  }
  if (attempt.failed || attempt.acquisition != event.acquisition) close(attempt, index);
  attempt.acquisition = event.acquisition;
  Claim* claim = claim_at(attempt, event.node);
  if (!claim) {
    claim = &attempt.claims.emplace_back();
    claim->node = event.node;
    claim->first = event.message;
    claim->index = index;
  }
  claim->last = event.message;
  claim->released = false;
  ++claim->unanswered;
}

void CleanFailure::look(const Trace& trace, const Event& event, const Families& families) {
  Attempt& attempt = attempts_[event.client];
  if (attempt.acquisition != event.acquisition) return;
  for (Claim& claim : attempt.claims) {
    if (claim.index < trace.first() || !families.related(claim.node, event.node)) continue;
    if (!is_look(trace.words(event), trace.words(trace[claim.index]))) continue;
    claim.look = event.message;
    claim.released = true;
  }
}

void CleanFailure::answered(const Trace& trace, const Event& event) {
  Attempt& attempt = attempts_[event.client];
  for (Claim& claim : attempt.claims)
    if (claim.look == event.message && claim.index >= trace.first() &&
        found_own(trace, event, trace[claim.index]))
      claim.released = false;
  Claim* claim = claim_at(attempt, event.node);
  if (!claim || event.message < claim->first || event.message > claim->last) return;
  if (claim->unanswered > 0) --claim->unanswered;
  if (event.kind == EventKind::timed_out) claim->unknown = true;
  if (event.kind == EventKind::received &&
      event.detail == static_cast<std::uint8_t>(Reply::Kind::text))
    claim->old_value = event.message;
}

void CleanFailure::on_granted(const Event& event) {
  if (!locks_ || event.client == no_client) return;
  Attempt& attempt = attempts_[event.client];
  if (attempt.acquisition != event.acquisition) return;
  if (Claim* claim = claim_at(attempt, event.node)) claim->granted_by = event.message;
}

void CleanFailure::on_client(const Event& event, std::size_t index) {
  if (!locks_ || breach_ || event.client == no_client) return;
  Attempt& attempt = attempts_[event.client];
  switch (event.kind) {
    case EventKind::refused:
      attempt.failed = !attempt.claims.empty();
      break;
    case EventKind::finished:
      close(attempt, index);
      break;
    default:  // an attempt that acquired, or whose client crashed, need not clean up
      attempt.failed = false;
      attempt.claims.clear();
  }
}

/// Closes a failed attempt whose client continues at `index`.
void CleanFailure::close(Attempt& attempt, std::size_t index) {
  bool something = false;
  for (const Claim& claim : attempt.claims) {
    if (!claim.granted() && !claim.uncertain()) continue;
    something = true;
    if (claim.released || breach_) continue;
    breach_ = Breach{index, claim.index};
    left_ = claim;
  }
  clean_ += something;
  attempt.claims.clear();
  attempt.failed = false;
}

Verdict CleanFailure::verdict(const Trace& trace) const {
  if (!locks_)
    return not_applicable(
        say("this strategy claims nothing on a server that could be left behind"));
  if (breach_) {
    const Event& next = trace[breach_->event];
    const Sentence fate = left_.granted() ? say("was granted") : say("was never answered");
    return broken(
        *breach_,
        say("{} {} without releasing {}, where the claim of its failed attempt, sent at {}, {}",
            trace.client_name(next.client),
            next.kind == EventKind::finished ? say("finished") : say("tried again"),
            trace.node_name(left_.node), when(trace, *breach_->other), fate));
  }
  if (clean_ == 0)
    return not_applicable(say("no attempt failed in a way that could leave something behind"));
  return kept(
      say("{} released all that may have been claimed",
          counted(clean_, say("{} failed attempt", clean_), say("{} failed attempts", clean_))));
}

}  // namespace locklab::sim

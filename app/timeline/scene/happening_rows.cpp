// Rows for everything except messages: clients' reports, nodes' own actions, and faults.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "app/timeline/scene/draft.h"
#include "app/timeline/words/refusal.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

bool is_note(sim::EventKind kind) {
  return kind >= sim::EventKind::started && kind <= sim::EventKind::finished;
}

bool is_link_event(sim::EventKind kind) { return subject_of(kind) == sim::Subject::link; }

/// Whether a change of a key needs its own row. With `all` every change does; otherwise only an
/// expiry, or a change of a lock's key that no message's row covers, such as by a crash or
/// replication.
bool key_event_matters(const DraftContext& context, const sim::Event& e, bool of_known_message) {
  if (context.all || e.kind == sim::EventKind::key_expired) return true;
  return !of_known_message && e.key < context.is_lock.size() && context.is_lock[e.key];
}

RowKind kind_of(const sim::Event& e) {
  return is_key_event(e.kind) || ends_fault(e.kind) ? RowKind::world : RowKind::fault;
}

class HappeningRows {
 public:
  HappeningRows(DraftContext& context, std::vector<Draft>& drafts)
      : context_(context), drafts_(drafts) {
    // A change on the node that received the message belongs to the message's row; a change on
    // another node is replication.
    const sim::Trace& trace = context.trace;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const sim::Event& e = trace[i];
      if (e.kind != sim::EventKind::sent) continue;
      if (e.message >= sent_to_.size()) sent_to_.resize(e.message + 1, no_node);
      sent_to_[e.message] = e.node;
    }
    for (std::size_t d = 0; d < drafts.size(); ++d)
      for (std::size_t event : drafts[d].events)
        if (trace[event].kind == sim::EventKind::received) by_received_.emplace_back(event, d);
    std::sort(by_received_.begin(), by_received_.end());
  }

  void tell(std::size_t i) {
    const sim::Event& e = context_.trace[i];
    if (e.kind == sim::EventKind::acquired) held_.emplace(e.client, e.acquisition);
    if (context_.has_row[i] || !context_.tells(i)) return;
    if (is_note(e.kind)) {
      tell_note(e, i);
    } else if (e.kind == sim::EventKind::ended || e.kind == sim::EventKind::resource_final) {
      add(e, i, RowKind::end, context_.tell(event_words(context_.trace, i)));
    } else if (std::string words = context_.tell(words_of(i)); !words.empty()) {
      if (!context_.all && joins_last_row(e, i)) return;
      add(e, i, kind_of(e), std::move(words));
      alike_.clear();
      if (is_link_event(e.kind) || e.kind == sim::EventKind::node_clock) alike_ = {e};
    }
  }

 private:
  Sentence words_of(std::size_t i) const {
    const sim::Event& e = context_.trace[i];
    if (is_key_event(e.kind)) {
      const bool by_itself = e.kind == sim::EventKind::key_set && e.detail == 1;
      const bool known = !by_itself && e.message > 0 && e.message < sent_to_.size() &&
                         sent_to_[e.message] == e.node;
      return key_event_matters(context_, e, known) ? happening(context_.trace, i) : Sentence();
    }
    if (e.kind == sim::EventKind::message_lost && e.message == 0) return say("a message is lost");
    return happening(context_.trace, i);
  }

  /// Merges the event into the previous row if that row has the same change of another link or
  /// clock at the same moment. Returns whether it did.
  bool joins_last_row(const sim::Event& e, std::size_t i) {
    if (alike_.empty() || drafts_.back().row.event + 1 != i) return false;
    const sim::Event& first = alike_.front();
    const auto told = [](const sim::Event& one) {
      const bool ends_all = one.fault == 0;  // every fault of the link, not only one
      return std::tuple(one.kind, one.at, one.value, one.detail, one.extra, one.standing, ends_all);
    };
    if (told(e) != told(first)) return false;
    alike_.push_back(e);
    Draft& draft = drafts_.back();
    draft.row.event = i;
    draft.row.text =
        context_.tell(is_link_event(e.kind) ? links_happening(context_.trace, alike_)
                                            : clocks_happening(context_.trace, alike_));
    draft.events.push_back(i);
    context_.has_row[i] = true;
    return true;
  }

  void tell_note(const sim::Event& e, std::size_t i) {
    if (e.kind == sim::EventKind::refused && !context_.all && say_refused_with_reply(e, i)) return;
    Sentence words = e.kind == sim::EventKind::refused ? refusal_words(context_.trace, i)
                                                       : note_words(context_.trace, e);
    // If the trace lacks its beginning, the hold may have been acquired in the missing part.
    const bool begins = !context_.trace.info.lacks_beginning();
    if (e.kind == sim::EventKind::released && begins && !held_.contains({e.client, e.acquisition}))
      if (Sentence foreign = foreign_release_words(e); !foreign.empty()) words = std::move(foreign);
    if (context_.all && words.empty()) words = Sentence::name(name(e.kind));
    if (words.empty()) return;
    Draft& draft =
        add(e, i, RowKind::note,
            printable(context_.trace.client_name(e.client)) + " " + context_.tell(words));
    draft.row.client = e.client;
    // A reader looks for lost leases, so they are never folded.
    if (e.kind != sim::EventKind::lease_lost)
      draft.unit = context_.unit_of(e.client, e.acquisition);
    draft.shape = e.kind == sim::EventKind::refused ? words.english()
                                                    : fmt::format("{} {}", name(e.kind), e.detail);
  }

  /// Adds the refusal to the row of the reply that caused it; returns false if there is none.
  bool say_refused_with_reply(const sim::Event& e, std::size_t i) {
    if (i == 0) return false;
    const auto it = std::lower_bound(by_received_.begin(), by_received_.end(),
                                     std::pair{i - 1, std::size_t{0}});
    if (it == by_received_.end() || it->first != i - 1) return false;
    Draft& draft = drafts_[it->second];
    if (draft.row.client != e.client || draft.unit != context_.unit_of(e.client, e.acquisition))
      return false;
    // A single node's reply explains the refusal. Several replies do not, nor does the reply to a
    // release after the claim.
    const std::string why = printable(context_.trace.text(e));
    const bool unclear =
        context_.trace.info.lock_nodes > 1 || context_.trace[i - 1].purpose == Purpose::release;
    draft.row.text += context_.tell(
        unclear && !why.empty() ? say(", refused: {}", Sentence::text(why)) : say(", refused"));
    draft.shape += ", refused: " + why;
    draft.events.push_back(i);
    context_.has_row[i] = true;
    return true;
  }

  Draft& add(const sim::Event& e, std::size_t i, RowKind kind, std::string text) {
    Draft& draft = drafts_.emplace_back();
    draft.row.kind = kind;
    draft.row.at_us = e.at;
    draft.row.event = i;
    draft.row.text = std::move(text);
    draft.events.push_back(i);
    context_.has_row[i] = true;
    return draft;
  }

  DraftContext& context_;
  std::vector<Draft>& drafts_;
  std::vector<NodeId> sent_to_;    ///< node, by message
  std::vector<sim::Event> alike_;  ///< events of links or clocks that the last row covers
  std::set<std::pair<ClientId, std::uint32_t>> held_;             ///< client, acquisition
  std::vector<std::pair<std::size_t, std::size_t>> by_received_;  ///< event -> draft
};

}  // namespace

void draft_happenings(DraftContext& context, std::vector<Draft>& drafts) {
  HappeningRows rows(context, drafts);
  for (std::size_t i = 0; i < context.trace.size(); ++i) rows.tell(i);
}

}  // namespace locklab::app

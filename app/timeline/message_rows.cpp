// Rows for requests and replies. One row tells an undisturbed exchange; a command that goes to
// several nodes shortly after each other is one row with several arrowheads; what was late or lost
// is told leg by leg.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/timeline/display_text.h"
#include "app/timeline/draft.h"
#include "app/timeline/exchange.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

std::string at_nodes(const Trace& trace, NodeId node) {
  return trace.info.nodes.size() > 1 || node == resource_node ? printable(trace.node_name(node))
                                                              : "";
}

/// What the resource says of a read or write, as a sentence.
std::string resource_words(const Trace& trace, const Exchange& x) {
  const Event& e = trace[*x.resource];
  const std::string who = printable(trace.client_name(x.client));
  const std::string name = printable(trace.node_name(resource_node));
  const std::string token = e.extra >= 0 ? fmt::format(" (token {})", e.extra) : "";
  switch (e.kind) {
    case EventKind::resource_read:
      return fmt::format("{} reads {}: {}{}", who, name, e.value, token);
    case EventKind::resource_wrote:
      return fmt::format("{} writes {}: {}{}", who, name, e.value, token);
    default: {
      std::string reason = x.ran ? printable(trace.text(trace[*x.ran])) : "";
      if (reason.starts_with("STALE ")) reason.erase(0, 6);
      const std::string what = e.detail ? fmt::format("write of {}", e.value) : std::string("read");
      return fmt::format("{} REJECTS {}'s {}{}", name, who, what,
                         reason.empty() ? token : ": " + reason);
    }
  }
}

class MessageRows {
 public:
  MessageRows(DraftContext& context, std::vector<Draft>& drafts)
      : context_(context), trace_(context.trace), drafts_(drafts) {}

  void tell(const Exchange& x) {
    if (context_.all) {
      tell_every_leg(x);
    } else if (!x.late_request && !x.late_reply && (x.received || (x.timed_out && !x.ran))) {
      tell_at_once(x);
    } else {
      tell_legs(x);
    }
  }

  void finish() {
    for (Round& round : rounds_) close(round);
  }

 private:
  /// One command to several nodes, told by one row.
  struct Round {
    std::size_t draft;
    std::size_t sent;  ///< the first one's event
    std::vector<std::pair<NodeId, std::string>> outcomes;
  };
  /// client, acquisition, purpose, answered
  using RoundKey = std::tuple<std::uint16_t, std::uint32_t, Purpose, bool>;

  Draft& add(const Exchange& x, std::size_t event, std::string text, bool request, bool reply) {
    Draft& draft = drafts_.emplace_back();
    draft.row.kind = RowKind::message;
    draft.row.at_us = trace_[event].at;
    draft.row.event = event;
    draft.row.client = x.client;
    draft.row.text = std::move(text);
    if (const auto lane = context_.lane_of(x.node)) {
      Arrow arrow;
      arrow.client = index(x.client);
      arrow.nodes = {*lane};
      arrow.request = request;
      arrow.reply = reply;
      draft.row.arrow = std::move(arrow);
    }
    tells(draft, event);
    return draft;
  }

  static void lost(Draft& draft) {
    if (draft.row.arrow) draft.row.arrow->lost = true;
  }

  void tells(Draft& draft, std::optional<std::size_t> event) {
    if (!event) return;
    draft.events.push_back(*event);
    context_.has_row[*event] = true;
  }

  void tells_all(Draft& draft, const Exchange& x) {
    tells(draft, x.sent);
    tells(draft, x.ran);
    tells(draft, x.received);
    tells(draft, x.timed_out);
    tells(draft, x.request_lost);
    tells(draft, x.reply_lost);
    tells(draft, x.resource);
  }

  std::string who(const Exchange& x) const { return printable(trace_.client_name(x.client)); }
  std::string command(const Exchange& x) const { return short_command(trace_, trace_[x.sent]); }

  /// "alice: SET …" with the node where that is not obvious.
  std::string asks(const Exchange& x) const {
    const std::string at = at_nodes(trace_, x.node);
    return fmt::format("{}: {}{}", who(x), command(x), at.empty() ? "" : " → " + at);
  }

  /// The reply; empty where none was given.
  std::string answer(const Exchange& x) const {
    if (x.ran) return short_reply(trace_, trace_[*x.ran]);
    return x.received ? short_reply(trace_, trace_[*x.received]) : "";
  }

  std::string no_answer(const Exchange& x) const {
    const Event& e = trace_[*x.timed_out];
    const std::string why = printable(trace_.text(e));
    return fmt::format("no reply in {}{}", span_text(e.at - trace_[x.sent].at),
                       why.empty() ? "" : " (" + why + ")");
  }

  // ---- undisturbed ----

  void tell_at_once(const Exchange& x) {
    if (x.node == resource_node && x.resource) {
      Draft& draft = add(x, x.done, resource_words(trace_, x), true, true);
      if (trace_[*x.resource].kind == EventKind::resource_rejected) draft.row.kind = RowKind::world;
      tells_all(draft, x);
      return;
    }
    const bool answered = x.received.has_value();
    const std::string outcome = answered ? answer(x) : no_answer(x);
    if (Round* round = round_for(x, answered)) {
      join(*round, x, outcome);
      return;
    }
    const std::size_t at = answered ? (x.ran ? x.done : *x.received) : *x.timed_out;
    Draft& draft = add(x, at, "", true, answered);
    if (!answered) lost(draft);
    const Event& sent = trace_[x.sent];
    open_[{index(x.client), sent.acquisition, sent.purpose, answered}] = rounds_.size();
    rounds_.push_back({drafts_.size() - 1, x.sent, {}});
    rounds_.back().outcomes.emplace_back(x.node, outcome);
    draft.unit = unit_of(x);
    tells_all(draft, x);
  }

  Round* round_for(const Exchange& x, bool answered) {
    const Event& sent = trace_[x.sent];
    const auto it = open_.find({index(x.client), sent.acquisition, sent.purpose, answered});
    if (it == open_.end()) return nullptr;
    Round& round = rounds_[it->second];
    const Event& first = trace_[round.sent];
    const std::int64_t longest = std::max<std::int64_t>(trace_.info.ttl_us / 4, 5000);
    const bool soon = sent.at - first.at <= longest;
    const bool known = std::any_of(round.outcomes.begin(), round.outcomes.end(),
                                   [&](const auto& outcome) { return outcome.first == x.node; });
    return soon && !known && trace_.text(first) == trace_.text(sent) ? &round : nullptr;
  }

  void join(Round& round, const Exchange& x, const std::string& outcome) {
    Draft& draft = drafts_[round.draft];
    round.outcomes.emplace_back(x.node, outcome);
    if (const auto lane = context_.lane_of(x.node); lane && draft.row.arrow)
      draft.row.arrow->nodes.push_back(*lane);
    const std::size_t at = x.received ? (x.ran ? x.done : *x.received) : *x.timed_out;
    if (at > draft.row.event) {
      draft.row.event = at;
      draft.row.at_us = trace_[at].at;
    }
    tells_all(draft, x);
  }

  /// Writes the row's text, now that all its nodes are known.
  void close(Round& round) {
    Draft& draft = drafts_[round.draft];
    if (draft.row.arrow) std::sort(draft.row.arrow->nodes.begin(), draft.row.arrow->nodes.end());
    std::string outcomes;
    for (std::size_t i = 0; i < round.outcomes.size(); ++i) {
      const auto& [node, outcome] = round.outcomes[i];
      const bool more = i + 1 < round.outcomes.size() && round.outcomes[i + 1].second == outcome;
      const std::string at = at_nodes(trace_, node);
      outcomes += at.empty() ? "" : at + (more ? " " : ": ");
      if (!more) outcomes += outcome + (i + 1 < round.outcomes.size() ? ", " : "");
    }
    const Event& sent = trace_[round.sent];
    const std::string client = printable(trace_.client_name(sent.client));
    draft.row.text = fmt::format("{}: {} ⇒ {}", client, short_command(trace_, sent), outcomes);
    draft.shape = fmt::format("{} {} {}", static_cast<int>(sent.purpose),
                              command_name(trace_, sent), outcomes);
  }

  std::optional<Unit> unit_of(const Exchange& x) const {
    const Event& sent = trace_[x.sent];
    if (sent.purpose == Purpose::renew) return Unit{x.client, sent.acquisition, x.sent};
    if (context_.was_refused(x.client, sent.acquisition))
      return Unit{x.client, sent.acquisition, 0};
    return std::nullopt;
  }

  // ---- late, lost, or unfinished ----

  void tell_legs(const Exchange& x) {
    const bool unfinished = !x.ran && !x.received && !x.timed_out;
    if (x.late_request || unfinished) tell_request(x);
    if (x.ran) tell_arrival(x);
    if (x.received && (x.late_reply || !x.ran))
      add(x, *x.received,
          fmt::format("{} reads the reply to {}: {}", who(x), command(x), answer(x)), false, true);
    if (x.timed_out) {
      const std::string name = command_name(trace_, trace_[x.sent]);
      lost(add(x, *x.timed_out,
               fmt::format("{}: {} to {}: done or not, it cannot know", who(x), no_answer(x), name),
               false, true));
    }
  }

  void tell_request(const Exchange& x) {
    if (x.ran || !x.request_lost) {
      add(x, x.sent, asks(x) + " (on its way)", true, false);
      return;
    }
    Draft& draft = add(x, x.sent, asks(x) + " (is lost)", true, false);
    lost(draft);
    tells(draft, x.request_lost);
  }

  void tell_arrival(const Exchange& x) {
    const bool replied = x.received && !x.late_reply;
    std::string text;
    if (x.node == resource_node && x.resource) {
      text = resource_words(trace_, x);
      if (x.late_request) text += ", late";
    } else if (x.late_request) {
      text = fmt::format("{}'s {} arrives late ⇒ {}", who(x), command(x), answer(x));
    } else {
      text = fmt::format("{} ⇒ {}", asks(x), answer(x));
    }
    if (!x.received)
      text += x.reply_lost || x.timed_out ? ", but the reply is lost" : ", but nobody reads it";
    Draft& draft = add(x, x.done, text, true, replied);
    tells(draft, x.ran);
    tells(draft, x.resource);
    tells(draft, x.reply_lost);
    if (replied) tells(draft, x.received);
    if (!x.late_request) tells(draft, x.sent);
  }

  // ---- everything ----

  void tell_every_leg(const Exchange& x) {
    add(x, x.sent, asks(x), true, false);
    if (x.ran)
      add(x, *x.ran,
          fmt::format("{} runs {}'s {} ⇒ {}", printable(trace_.node_name(x.node)), who(x),
                      command_name(trace_, trace_[x.sent]), answer(x)),
          false, false)
          .row.arrow.reset();
    if (x.resource) add(x, *x.resource, resource_words(trace_, x), false, false).row.arrow.reset();
    if (x.received) add(x, *x.received, fmt::format("{} ← {}", who(x), answer(x)), false, true);
    if (x.timed_out)
      lost(add(x, *x.timed_out, fmt::format("{}: {}", who(x), no_answer(x)), false, true));
    if (x.request_lost) add_lost(x, *x.request_lost, "request");
    if (x.reply_lost) add_lost(x, *x.reply_lost, "reply");
  }

  void add_lost(const Exchange& x, std::size_t event, std::string_view what) {
    const std::string why = printable(trace_.text(trace_[event]));
    lost(add(x, event,
             fmt::format("{}'s {} is lost{}", who(x), what, why.empty() ? "" : ": " + why),
             what == "request", what == "reply"));
  }

  DraftContext& context_;
  const Trace& trace_;
  std::vector<Draft>& drafts_;
  std::vector<Round> rounds_;
  std::map<RoundKey, std::size_t> open_;
};

}  // namespace

void draft_messages(DraftContext& context, std::vector<Draft>& drafts) {
  MessageRows rows(context, drafts);
  for (const Exchange& x : exchanges_of(context.trace)) rows.tell(x);
  rows.finish();
}

}  // namespace locklab::app

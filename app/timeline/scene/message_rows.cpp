// Rows for requests and replies. An undisturbed exchange gets one row, where the node executed the
// command, and so does a request that timed out without being executed. Any other exchange is shown
// step by step.
#include <fmt/format.h>

#include <algorithm>

#include "app/timeline/scene/draft.h"
#include "app/timeline/scene/joined_rows.h"
#include "app/timeline/words/round_trip.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

class MessageRows {
 public:
  MessageRows(DraftContext& context, std::vector<Draft>& drafts)
      : context_(context), trace_(context.trace), rows_(context, drafts) {}

  void tell(const std::vector<RoundTrip>& exchanges) {
    std::vector<bool> told(exchanges.size());
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
      if (told[i] || !has_a_row(exchanges[i])) continue;
      const std::vector<std::size_t> parts = transaction(exchanges, i);
      for (std::size_t part : parts) told[part] = true;
      if (!parts.empty()) {
        tell_transaction(exchanges, parts);
      } else if (context_.all) {
        tell_every_leg(exchanges[i]);
      } else {
        tell(exchanges[i]);
      }
    }
    rows_.finish();
  }

 private:
  static bool undisturbed(const RoundTrip& x) {
    return x.received && !x.late_request && !x.late_reply;
  }

  /// Whether the exchange has a row in this part. With `all`, its legs may be in different parts.
  bool has_a_row(const RoundTrip& x) const {
    if (!context_.all) return context_.tells(x.sent);
    const auto leg = [&](const std::optional<std::size_t>& event) {
      return event && context_.tells(*event);
    };
    return context_.tells(x.sent) || leg(x.ran) || leg(x.resource) || leg(x.received) ||
           leg(x.timed_out) || leg(x.request_lost) || leg(x.reply_lost);
  }

  void tell(const RoundTrip& x) {
    if (undisturbed(x)) return tell_answered(x);
    const bool never_ran = !x.ran && x.timed_out;
    if (never_ran) return tell_unanswered(x);
    if (x.late_request || (!x.ran && !x.received)) tell_request(x);
    if (x.ran) tell_arrival(x);
    if (x.received && (x.late_reply || !x.ran)) tell_reply(x);
    if (x.timed_out) tell_timeout(x);
  }

  // ---- words ----

  std::string who(const RoundTrip& x) const { return printable(trace_.client_name(x.client)); }
  std::string command(const RoundTrip& x) const { return short_command(trace_, trace_[x.sent]); }
  std::string verb(const RoundTrip& x) const { return command_name(trace_, trace_[x.sent]); }

  /// The reply; empty if there was none.
  Sentence answer(const RoundTrip& x) const {
    if (x.ran) return short_reply(trace_, trace_[*x.ran]);
    return x.received ? short_reply(trace_, trace_[*x.received]) : Sentence();
  }

  /// The access to the resource in words: "alice reads stock: 9".
  std::string access(const RoundTrip& x) const {
    return context_.tell(
        resource_words(trace_, trace_[*x.resource], x.ran ? trace_.text(trace_[*x.ran]) : ""));
  }

  Sentence no_answer(const RoundTrip& x) const {
    const sim::Event& e = trace_[*x.timed_out];
    const std::string why = printable(trace_.text(e));
    if (was_refused(e)) return say("connection refused, it never ran");
    if (why.empty() || sim::silence_of(e.reason) == Silence::timeout)
      return say("no reply in {}", span_text(e.at - trace_[x.sent].at));
    return say("no reply ({})", Sentence::text(why));
  }

  std::optional<Unit> unit_of(const RoundTrip& x) const {
    const sim::Event& sent = trace_[x.sent];
    if (sent.purpose == Purpose::renew)
      return Unit{Unit::Kind::renewal, x.client, sent.acquisition, x.sent};
    return context_.unit_of(x.client, sent.acquisition);
  }

  bool at_resource(const RoundTrip& x) const { return x.node == resource_node && x.resource; }

  /// A step whose row begins with `before`.
  static ExchangeStep step(std::size_t event, std::string before) {
    ExchangeStep step;
    step.event = event;
    step.before = std::move(before);
    return step;
  }

  /// Whether the reply is delayed by the command itself: WAIT.
  bool waits_there(const RoundTrip& x) const { return x.ran && verb(x) == "WAIT"; }

  // ---- in one row ----

  void tell_answered(const RoundTrip& x) {
    const std::size_t at = x.ran ? x.done : *x.received;
    ExchangeStep row =
        step(at, at_resource(x) ? access(x) : fmt::format("{}: {} ⇒", who(x), command(x)));
    row.request = row.reply = true;
    row.told = {x.sent, x.ran, x.received, x.resource};
    row.unit = unit_of(x);
    if (at_resource(x)) {
      row.names_node = false;
      row.shape = name(trace_[*x.resource].kind);
      // A reader looks for rejected accesses, so they are never folded.
      if (trace_[*x.resource].kind == sim::EventKind::resource_rejected) row.unit.reset();
    } else {
      row.outcome = context_.tell(answer(x));
      // Counters and values differ in every repetition of a round.
      const bool by_kind = row.unit && row.unit->kind == Unit::Kind::round;
      row.shape = by_kind ? fmt::format("{}", trace_[x.ran ? *x.ran : *x.received].detail)
                          : answer(x).english();
    }
    rows_.tell(x, std::move(row));
  }

  void tell_unanswered(const RoundTrip& x) {
    ExchangeStep row = step(*x.timed_out, fmt::format("{}: {} ⇒", who(x), command(x)));
    row.request = row.lost = true;
    row.outcome = context_.tell(no_answer(x));
    row.shape = "no reply";
    row.told = {x.sent, x.request_lost};
    row.unit = unit_of(x);
    rows_.tell(x, std::move(row));
  }

  // ---- step by step ----

  void tell_request(const RoundTrip& x) {
    const bool lost = !x.ran && x.request_lost;
    const std::string to = rows_.node_text(x.node).empty() ? "" : " →";
    ExchangeStep row = step(x.sent, fmt::format("{}: {}{}", who(x), command(x), to));
    row.after = context_.tell(lost             ? say(" (is lost)")
                              : waits_there(x) ? say(" (waits there for replicas)")
                                               : say(" (on its way)"));
    row.request = true;
    row.lost = lost;
    if (lost) row.told = {x.request_lost};
    rows_.tell(x, std::move(row));
  }

  void tell_arrival(const RoundTrip& x) {
    ExchangeStep row = step(x.done, "");
    if (at_resource(x)) {
      row.before = access(x) + (x.overdue ? context_.tell(say(", late")) : "");
      row.names_node = false;
    } else {
      row.before = arrival(x);
      row.outcome = context_.tell(answer(x));
    }
    row.request = true;
    row.reply = x.received && !x.late_reply;
    if (!x.received)
      row.after = context_.tell(x.reply_never_left            ? say(", but the reply never left")
                                : x.reply_lost || x.timed_out ? say(", but the reply is lost")
                                                              : say(", but nobody reads it"));
    row.told = {x.ran, x.resource, x.reply_lost};
    if (row.reply) row.told.push_back(x.received);
    if (!x.late_request) row.told.push_back(x.sent);
    rows_.tell(x, std::move(row));
  }

  std::string arrival(const RoundTrip& x) const {
    if (!x.late_request) return fmt::format("{}: {} ⇒", who(x), command(x));
    const Sentence what = waits_there(x) ? say("ends")
                          : x.overdue    ? say("arrives late")
                                         : say("arrives");
    return context_.tell(say("{}'s {} {} ⇒", who(x), command(x), what));
  }

  void tell_reply(const RoundTrip& x) {
    ExchangeStep row =
        step(*x.received, context_.tell(say("{} reads the reply to {}:", who(x), command(x))));
    row.outcome = context_.tell(answer(x));
    row.reply = true;
    rows_.tell(x, std::move(row));
  }

  void tell_timeout(const RoundTrip& x) {
    ExchangeStep row = step(*x.timed_out, fmt::format("{}: {} ⇒", who(x), verb(x)));
    row.outcome = context_.tell(no_answer(x));
    row.after = context_.tell(say(": done or not, it cannot know"));
    row.reply = row.lost = true;
    rows_.tell(x, std::move(row));
  }

  // ---- transactions ----

  static constexpr std::size_t longest_transaction = 256;  ///< in exchanges of all clients

  /// The transaction that begins with the exchange at `begin`, if one row can show it; otherwise
  /// empty.
  std::vector<std::size_t> transaction(const std::vector<RoundTrip>& exchanges,
                                       std::size_t begin) const {
    std::vector<std::size_t> parts;
    if (context_.all || verb(exchanges[begin]) != "MULTI") return parts;
    const std::size_t end = std::min(exchanges.size(), begin + longest_transaction);
    for (std::size_t i = begin; i < end; ++i) {
      const RoundTrip& x = exchanges[i];
      if (x.client != exchanges[begin].client || x.node != exchanges[begin].node) continue;
      if (!undisturbed(x) || !x.ran) return {};
      parts.push_back(i);
      if (verb(x) == "EXEC") return parts;
    }
    return {};
  }

  /// Adds one row for MULTI, the queued commands and EXEC, where the transaction ran.
  void tell_transaction(const std::vector<RoundTrip>& exchanges,
                        const std::vector<std::size_t>& parts) {
    const RoundTrip& exec = exchanges[parts.back()];
    ExchangeStep row = step(exec.done, who(exec) + ": ");
    for (std::size_t part : parts) {
      const RoundTrip& x = exchanges[part];
      row.before += (part == parts.front() ? "" : "; ") + command(x);
      row.told.insert(row.told.end(), {x.sent, x.ran, x.received});
    }
    row.before += " ⇒";
    row.outcome = context_.tell(answer(exec));
    row.shape = answer(exec).english();
    row.request = row.reply = true;
    row.unit = unit_of(exec);
    rows_.tell(exec, std::move(row));
  }

  // ---- with `all` ----

  void tell_every_leg(const RoundTrip& x) {
    const std::string node = rows_.node_text(x.node);
    ExchangeStep request =
        step(x.sent, fmt::format("{}: {}{}", who(x), command(x), node.empty() ? "" : " → " + node));
    request.request = true;
    tell_alone(x, std::move(request));
    if (x.ran)
      tell_alone(x,
                 step(*x.ran, context_.tell(say("{} runs {}'s {} ⇒ {}", node_words(trace_, x.node),
                                                who(x), verb(x), answer(x)))));
    if (x.resource) tell_alone(x, step(*x.resource, access(x)));
    if (x.received) {
      ExchangeStep reply = step(*x.received, context_.tell(say("{} ← {}", who(x), answer(x))));
      reply.reply = true;
      tell_alone(x, std::move(reply));
    }
    if (x.timed_out)
      tell_loss(x, *x.timed_out, context_.tell(say("{}: {}", who(x), no_answer(x))), false);
    if (x.request_lost)
      tell_loss(x, *x.request_lost, lost_words(x, *x.request_lost, say("request")), true);
    if (x.reply_lost) tell_loss(x, *x.reply_lost, reply_lost_words(x), false);
  }

  std::string reply_lost_words(const RoundTrip& x) const {
    if (!x.reply_never_left) return lost_words(x, *x.reply_lost, say("reply"));
    const std::string why = printable(trace_.text(trace_[*x.reply_lost]));
    return context_.tell(why.empty()
                             ? say("the reply to {} never left", who(x))
                             : say("the reply to {} never left: {}", who(x), Sentence::text(why)));
  }

  std::string lost_words(const RoundTrip& x, std::size_t event, const Sentence& what) const {
    const std::string why = printable(trace_.text(trace_[event]));
    return context_.tell(why.empty()
                             ? say("{}'s {} is lost", who(x), what)
                             : say("{}'s {} is lost: {}", who(x), what, Sentence::text(why)));
  }

  void tell_loss(const RoundTrip& x, std::size_t event, std::string words, bool request) {
    ExchangeStep row = step(event, std::move(words));
    row.request = request;
    row.reply = !request;
    row.lost = true;
    tell_alone(x, std::move(row));
  }

  /// Adds a row that is not joined with others.
  void tell_alone(const RoundTrip& x, ExchangeStep row) {
    if (!context_.tells(row.event)) return;
    row.names_node = false;
    rows_.tell_alone(x, std::move(row));
  }

  DraftContext& context_;
  const sim::Trace& trace_;
  JoinedRows rows_;
};

}  // namespace

void draft_messages(DraftContext& context, const std::vector<RoundTrip>& exchanges,
                    std::vector<Draft>& drafts) {
  MessageRows(context, drafts).tell(exchanges);
}

}  // namespace locklab::app

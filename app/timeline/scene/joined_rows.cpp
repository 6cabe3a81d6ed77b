#include "app/timeline/scene/joined_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"

namespace locklab::app {

std::string JoinedRows::node_text(NodeId node) const {
  const bool obvious = context_.trace.info.nodes.size() == 1 && node != resource_node;
  return obvious ? "" : printable(context_.trace.node_name(node));
}

void JoinedRows::mark(Draft& draft, const ExchangeStep& step) {
  const auto tells = [&](std::size_t event) {
    draft.events.push_back(event);
    context_.has_row[event] = true;
  };
  tells(step.event);
  for (const std::optional<std::size_t>& event : step.told)
    if (event) tells(*event);
}

JoinedRows::Joined* JoinedRows::open_for(const Key& key, const RoundTrip& exchange,
                                         const ExchangeStep& step) {
  const auto it = open_.find(key);
  if (it == open_.end()) return nullptr;
  Joined& joined = joined_[it->second];
  const sim::Trace& trace = context_.trace;
  // A step gets its own row if it is later than the first one by more than a quarter of the lease,
  // or 5 ms if that is longer.
  const std::int64_t longest_us = std::max<std::int64_t>(trace.info.ttl_us / 4, 5000);
  if (trace[step.event].at - joined.since_us > longest_us) return nullptr;
  if (trace.text(trace[joined.sent]) != trace.text(trace[exchange.sent])) return nullptr;
  if (context_.fault_between(drafts_[joined.draft].row.event, step.event)) return nullptr;
  for (const Outcome& outcome : joined.outcomes)
    if (outcome.node == exchange.node) return nullptr;
  return &joined;
}

void JoinedRows::tell(const RoundTrip& exchange, ExchangeStep step) {
  const sim::Trace& trace = context_.trace;
  const sim::Event& sent = trace[exchange.sent];
  const std::optional<std::size_t> lane = context_.lane_of(exchange.node);
  Key key{index(exchange.client), sent.acquisition, sent.purpose,
          step.before + step.after + (step.lost ? "!" : "")};
  if (Joined* joined = open_for(key, exchange, step)) {
    Draft& draft = drafts_[joined->draft];
    if (lane && draft.row.arrow) draft.row.arrow->nodes.push_back(*lane);
    if (step.event > draft.row.event) {
      draft.row.event = step.event;
      draft.row.at_us = trace[step.event].at;
    }
    mark(draft, step);
    joined->outcomes.push_back({exchange.node, std::move(step.outcome), std::move(step.shape)});
    return;
  }
  open_[std::move(key)] = joined_.size();
  add(exchange, std::move(step));
}

void JoinedRows::tell_alone(const RoundTrip& exchange, ExchangeStep step) {
  add(exchange, std::move(step));
}

void JoinedRows::add(const RoundTrip& exchange, ExchangeStep step) {
  const sim::Trace& trace = context_.trace;
  const std::optional<std::size_t> lane = context_.lane_of(exchange.node);
  Draft& draft = drafts_.emplace_back();
  draft.row.kind = RowKind::message;
  draft.row.at_us = trace[step.event].at;
  draft.row.event = step.event;
  draft.row.client = exchange.client;
  draft.unit = step.unit;
  if (lane && (step.request || step.reply))
    draft.row.arrow = Arrow{index(exchange.client), {*lane}, step.request, step.reply, step.lost};
  mark(draft, step);
  joined_.push_back({drafts_.size() - 1,
                     exchange.sent,
                     trace[step.event].at,
                     std::move(step.before),
                     std::move(step.after),
                     step.names_node,
                     {Outcome{exchange.node, std::move(step.outcome), std::move(step.shape)}}});
}

void JoinedRows::write(const Joined& joined) {
  Draft& draft = drafts_[joined.draft];
  if (draft.row.arrow) std::sort(draft.row.arrow->nodes.begin(), draft.row.arrow->nodes.end());
  std::string outcomes;
  draft.shape = joined.before.substr(0, joined.before.find(' '));
  for (std::size_t i = 0; i < joined.outcomes.size(); ++i) {
    const auto& [node, text, shape] = joined.outcomes[i];
    const bool last = i + 1 == joined.outcomes.size();
    const bool more = !last && joined.outcomes[i + 1].text == text;  // "n1 n2: OK"
    const std::string name = joined.names_node ? node_text(node) : "";
    outcomes += name;
    if (more || (text.empty() && !last)) {
      outcomes += name.empty() ? "" : " ";
    } else {
      outcomes += (name.empty() || text.empty() ? "" : ": ") + text + (last ? "" : ", ");
    }
    draft.shape += fmt::format(" {} {}", index(node), shape);
  }
  draft.row.text = joined.before + (outcomes.empty() ? "" : " " + outcomes) + joined.after;
  draft.shape += " " + command_name(context_.trace, context_.trace[joined.sent]) + joined.after;
}

void JoinedRows::finish() {
  for (const Joined& joined : joined_) write(joined);
}

}  // namespace locklab::app

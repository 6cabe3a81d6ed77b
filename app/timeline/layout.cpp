#include "app/timeline/layout.h"

#include <algorithm>

#include "app/timeline/draft.h"
#include "app/timeline/lane_states.h"
#include "app/timeline/wording.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

/// A letter for each client: of its name where it is free, so that "A" is alice.
std::vector<std::string> marks_of(const std::vector<std::string>& clients) {
  std::vector<bool> taken(26);
  std::vector<std::string> marks;
  for (const std::string& client : clients) {
    int letter = -1;
    const auto offer = [&](char c) {
      const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      if (letter < 0 && upper >= 'A' && upper <= 'Z' &&
          !taken[static_cast<std::size_t>(upper - 'A')])
        letter = upper - 'A';
    };
    for (char c : client) offer(c);
    for (char c = 'A'; c <= 'Z'; ++c) offer(c);
    if (letter >= 0) taken[static_cast<std::size_t>(letter)] = true;
    marks.emplace_back(1, letter >= 0 ? static_cast<char>('A' + letter) : '#');
  }
  return marks;
}

bool earlier(const Draft& a, const Draft& b) { return a.row.event < b.row.event; }

/// A row for each broken promise, right after the row that tells of the event that broke it.
void draft_violations(const DraftContext& context, const std::vector<sim::Verdict>& verdicts,
                      std::vector<Draft>& drafts) {
  const Trace& trace = context.trace;
  for (const sim::Verdict& verdict : verdicts) {
    if (verdict.kept != Kept::broken || !verdict.event || *verdict.event >= trace.size()) continue;
    std::size_t after = *verdict.event;
    for (Draft& draft : drafts)
      if (std::find(draft.events.begin(), draft.events.end(), *verdict.event) !=
          draft.events.end()) {
        after = std::max(after, draft.row.event);
        draft.unit.reset();  // what a verdict points at is never folded
      }
    Draft violation;
    violation.row.kind = RowKind::violation;
    violation.row.at_us = trace[after].at;
    violation.row.event = after;
    violation.row.client = trace[*verdict.event].client;
    violation.row.text = printable(context.tell(broken_words(verdict)));
    drafts.insert(std::upper_bound(drafts.begin(), drafts.end(), violation, earlier), violation);
  }
}

void fill_cells(const Trace& trace, const std::vector<Lane>& lanes, std::vector<Row>& rows) {
  LaneStates states(trace, lanes);
  std::size_t next = 0;
  for (Row& row : rows) {
    for (; next <= row.event && next < trace.size(); ++next) states.apply(next);
    row.cells = states.cells();
  }
}

}  // namespace

std::optional<std::size_t> DraftContext::lane_of(NodeId node) const {
  const std::size_t clients = trace.info.clients.size();
  if (index(node) < trace.info.nodes.size()) return clients + index(node);
  if (node == resource_node && lanes.size() > clients + trace.info.nodes.size())
    return lanes.size() - 1;
  return std::nullopt;
}

bool DraftContext::fault_between(std::size_t from, std::size_t to) const {
  const auto next = std::upper_bound(faults.begin(), faults.end(), from);
  return next != faults.end() && *next < to;
}

std::optional<Unit> DraftContext::unit_of(ClientId client, std::uint32_t acquisition) const {
  if (acquisition == 0) return std::nullopt;
  const auto& attempts = refused[index(client)];
  const bool failed = acquisition < attempts.size() && attempts[acquisition];
  return Unit{failed ? Unit::Kind::attempt : Unit::Kind::round, client, acquisition, 0};
}

DraftContext draft_context(const Trace& trace, const std::vector<Lane>& lanes,
                           const LayoutOptions& options) {
  DraftContext context{trace, lanes, options.all, options.language, lock_names(trace), {}, {}, {}};
  context.has_row.resize(trace.size());
  context.refused.resize(trace.info.clients.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    if (strikes(e.kind) && e.kind != EventKind::message_lost) context.faults.push_back(i);
    if (e.kind != EventKind::refused) continue;
    auto& attempts = context.refused[index(e.client)];
    if (e.acquisition >= attempts.size()) attempts.resize(e.acquisition + 1);
    attempts[e.acquisition] = true;
  }
  return context;
}

Timeline lay_out(const Trace& trace, const std::vector<sim::Verdict>& verdicts,
                 const LayoutOptions& options) {
  Timeline timeline;
  timeline.lanes = lanes_of(trace);
  timeline.marks = marks_of(trace.info.clients);

  DraftContext context = draft_context(trace, timeline.lanes, options);
  std::vector<Draft> drafts;
  draft_messages(context, drafts);
  draft_happenings(context, drafts);
  std::stable_sort(drafts.begin(), drafts.end(), earlier);
  if (!options.all) join_notes(context, drafts);
  draft_violations(context, verdicts, drafts);
  if (!options.all) fold_repeats(context, drafts);

  timeline.rows.reserve(drafts.size());
  for (Draft& draft : drafts) timeline.rows.push_back(std::move(draft.row));
  if (!options.all) leave_out(timeline.rows, options);
  fill_cells(trace, timeline.lanes, timeline.rows);
  return timeline;
}

std::string_view bar_key(Bar bar) {
  switch (bar) {
    case Bar::idle:
      return "bar.idle";
    case Bar::waiting:
      return "bar.waiting";
    case Bar::believes:
      return "bar.believes";
    case Bar::inside:
      return "bar.inside";
    case Bar::paused:
    case Bar::paused_holding:
      return "bar.paused";
    case Bar::free:
      return "bar.free";
    case Bar::held:
      return "bar.held";
    case Bar::down:
      return "bar.down";
    case Bar::frozen:
      return "bar.frozen";
    default:
      return "bar.none";
  }
}

}  // namespace locklab::app

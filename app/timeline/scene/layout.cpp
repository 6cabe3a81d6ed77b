#include "app/timeline/scene/layout.h"

#include <algorithm>

#include "app/timeline/scene/draft.h"
#include "app/timeline/scene/lane_states.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "sim/trace/causes.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// A letter for each client: "A" for alice. Takes the first free letter of the name, or else of the
/// alphabet; '#' if all are taken.
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

/// Adds a row for each broken promise, right after the row of the event that broke it.
void draft_violations(const DraftContext& context, const std::vector<sim::Verdict>& verdicts,
                      std::vector<Draft>& drafts) {
  const sim::Trace& trace = context.trace;
  for (const sim::Verdict& verdict : verdicts) {
    if (verdict.kept != sim::Kept::broken || !verdict.event || *verdict.event >= trace.size())
      continue;
    if (!context.tells(*verdict.event)) continue;
    std::size_t after = *verdict.event;
    for (Draft& draft : drafts)
      if (std::find(draft.events.begin(), draft.events.end(), *verdict.event) !=
          draft.events.end()) {
        after = std::max(after, draft.row.event);
        draft.unit.reset();  // a row that a verdict refers to is never folded
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

using Ranges = std::vector<EventRange>;

/// The events of a long run that get rows: `most` events, half at its beginning and half at its
/// end, and those around each violation.
Ranges worth_telling(std::size_t size, const std::vector<sim::Verdict>& verdicts,
                     std::size_t most) {
  constexpr std::size_t before = 1000;
  constexpr std::size_t after = 100;
  if (size <= most) return {{}};
  Ranges ranges{{0, most / 2}, {size - most / 2, size}};
  for (const sim::Verdict& verdict : verdicts)
    if (verdict.kept == sim::Kept::broken && verdict.event && *verdict.event < size)
      ranges.push_back({*verdict.event - std::min(*verdict.event, before),
                        std::min(*verdict.event + after, size)});
  std::sort(ranges.begin(), ranges.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  Ranges joined;
  for (const EventRange& range : ranges) {
    if (!joined.empty() && range.begin <= joined.back().end) {
      joined.back().end = std::max(joined.back().end, range.end);
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

/// Adds a row for each gap between the ranges.
void draft_gaps(const DraftContext& context, std::vector<Draft>& drafts) {
  for (std::size_t i = 1; i < context.parts.size(); ++i) {
    const std::size_t first = context.parts[i - 1].end;
    const std::size_t end = context.parts[i].begin;
    Draft gap;
    gap.row.kind = RowKind::gap;
    gap.row.at_us = context.trace[first].at;
    gap.row.event = end - 1;
    gap.row.text = context.tell(
        say("… {} events until {} left out", end - first, span_text(context.trace[end - 1].at)));
    drafts.push_back(std::move(gap));
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

DraftContext draft_context(const sim::Trace& trace, const std::vector<Lane>& lanes,
                           const LayoutOptions& options) {
  DraftContext context{trace, lanes, options.all, options.language, sim::lock_names(trace),
                       {},    {},    {}};
  context.has_row.resize(trace.size());
  context.refused.resize(trace.info.clients.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& e = trace[i];
    if (strikes(e.kind) && e.kind != sim::EventKind::message_lost) context.faults.push_back(i);
    if (e.kind != sim::EventKind::refused) continue;
    auto& attempts = context.refused[index(e.client)];
    if (e.acquisition >= attempts.size()) attempts.resize(e.acquisition + 1);
    attempts[e.acquisition] = true;
  }
  return context;
}

/// State that one part passes to the next.
struct TimelineParts::Making {
  Making(const sim::Trace& trace, const Timeline& timeline, const LayoutOptions& options)
      : context(draft_context(trace, timeline.lanes, options)),
        exchanges(round_trips_of(trace)),
        states(trace, timeline.lanes) {}

  DraftContext context;
  std::vector<RoundTrip> exchanges;
  LaneStates states;
  std::size_t applied = 0;  ///< number of events processed by the lane states
  std::size_t begin = 0;    ///< beginning of the next part
  bool done = false;
};

TimelineParts::TimelineParts(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                             const LayoutOptions& options)
    : trace_(trace), verdicts_(verdicts), options_(options) {
  timeline_.lanes = lanes_of(trace);
  timeline_.marks = marks_of(trace.info.clients);
  making_ = std::make_unique<Making>(trace, timeline_, options);
}

TimelineParts::~TimelineParts() = default;

bool TimelineParts::next() {
  Making& making = *making_;
  if (making.done) return false;
  if (options_.all) {
    const std::size_t left = trace_.size() - making.begin;
    const bool last = left <= options_.most_events;
    const std::size_t end = last ? SIZE_MAX : making.begin + options_.most_events;
    making.context.parts = {{making.begin, end}};
    making.begin = end;
    making.done = last;
  } else {
    making.context.parts = worth_telling(trace_.size(), verdicts_, options_.most_events);
    making.done = true;
  }
  lay_out_part();
  return true;
}

void TimelineParts::lay_out_part() {
  DraftContext& context = making_->context;
  std::vector<Draft> drafts;
  draft_messages(context, making_->exchanges, drafts);
  draft_happenings(context, drafts);
  draft_gaps(context, drafts);
  std::stable_sort(drafts.begin(), drafts.end(), earlier);
  if (!options_.all) join_notes(context, drafts);
  draft_violations(context, verdicts_, drafts);
  if (!options_.all) fold_repeats(context, drafts);

  std::vector<Row>& rows = timeline_.rows;
  rows.clear();
  rows.reserve(drafts.size());
  for (Draft& draft : drafts) rows.push_back(std::move(draft.row));
  if (!options_.all) leave_out(rows, options_);
  for (Row& row : rows) {
    std::size_t& next = making_->applied;
    for (; next <= row.event && next < trace_.size(); ++next) making_->states.apply(next);
    row.cells = making_->states.cells();
  }
}

std::int64_t TimelineParts::last_us() const {
  const bool whole = trace_.size() <= options_.most_events;
  if (whole) return timeline_.rows.empty() ? 0 : timeline_.rows.back().at_us;
  return trace_.back().at;
}

Timeline lay_out(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                 const LayoutOptions& options) {
  TimelineParts parts(trace, verdicts, options);
  Timeline whole{parts.timeline().lanes, parts.timeline().marks, {}};
  while (parts.next())
    whole.rows.insert(whole.rows.end(), parts.timeline().rows.begin(), parts.timeline().rows.end());
  return whole;
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
    case Bar::unlocked:
      return "bar.unlocked";
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

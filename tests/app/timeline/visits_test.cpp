// The resource's strip agrees with the trace: who was let in, until when, and how each visit ended,
// also if a client has crashed or left while its request was in flight.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/timeline/scene/scene.h"
#include "sim/world/simulate.h"
#include "tests/support/drawn_run.h"
#include "tests/support/faulty_world.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

using sim::EventKind;

const std::vector<Span>& let_in_spans(const Scene& scene) {
  return scene.holding[static_cast<std::size_t>(Holding::resource)];
}

/// The outcome of a visit according to the trace, read as a whole.
class ToldVisit {
 public:
  ToldVisit(const sim::Trace& trace, std::uint32_t begin)
      : trace_(trace),
        begin_(begin),
        sent_(first(0,
                    [&](const sim::Event& event) {
                      return event.kind == EventKind::sent && event.message == trace[begin].message;
                    })),
        gone_(first(0, [&](const sim::Event& event) {
          const bool left =
              event.kind == EventKind::left && event.acquisition == trace[begin].acquisition;
          return event.client == trace[begin].client &&
                 (left || event.kind == EventKind::client_crashed ||
                  event.kind == EventKind::finished);
        })) {}

  /// Whether a read of a client that had gone has begun it.
  bool begins_too_late() const {
    return trace_[begin_].kind == EventKind::resource_read && gone_ < begin_;
  }

  Visit outcome() const {
    Visit visit;
    const bool in_flight = last_over(gone_) > gone_;
    if (gone_ != none_at && begin_ < gone_ && in_flight) visit.left = gone_;
    const std::uint32_t decided = first(begin_, [&](const sim::Event& event) {
      return is_mine(event) && (event.kind == EventKind::resource_wrote || is_refusal(event));
    });
    if (decided != none_at) {
      if (decided < gone_) visit.left = none_at;
      visit.end = is_refusal(trace_[decided]) ? VisitEnd::refused : VisitEnd::wrote;
      visit.event = decided;
    } else if (gone_ != none_at && last_over(gone_) != none_at) {
      visit.end = VisitEnd::never_wrote;
      visit.event = std::max(gone_, last_over(gone_));
    }
    return visit;
  }

 private:
  template <class Is>
  std::uint32_t first(std::uint32_t from, Is is) const {
    for (std::uint32_t i = from; i < trace_.size(); ++i)
      if (is(trace_[i])) return i;
    return none_at;
  }
  bool is_mine(const sim::Event& event) const {
    return event.client == trace_[begin_].client && event.acquisition == trace_[begin_].acquisition;
  }
  static bool is_refusal(const sim::Event& event) {
    return event.kind == EventKind::resource_rejected && event.detail == 1;
  }
  /// The event by which all writes of the hold sent until `until` had arrived or were lost; 0 if
  /// there are none, none_at if one is in flight to the end.
  std::uint32_t last_over(std::uint32_t until) const {
    std::uint32_t last = 0;
    for (std::uint32_t i = sent_; i < std::min<std::size_t>(until, trace_.size()); ++i) {
      const sim::Event& sent = trace_[i];
      if (sent.kind != EventKind::sent || sent.purpose != Purpose::write || !is_mine(sent))
        continue;
      last = std::max(last, first(i, [&](const sim::Event& event) {
                        return event.message == sent.message &&
                               (event.kind == EventKind::resource_wrote || is_refusal(event) ||
                                event.kind == EventKind::received ||
                                event.kind == EventKind::message_lost);
                      }));
    }
    return last;
  }

  const sim::Trace& trace_;
  const std::uint32_t begin_;
  const std::uint32_t sent_;
  const std::uint32_t gone_;
};

/// The first access after which a client has no bar, although it was let in; empty if there is
/// none.
std::string not_shown(const sim::Trace& trace, const Scene& scene) {
  for (std::uint32_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    const bool wrote = event.kind == EventKind::resource_wrote;
    if ((!wrote && event.kind != EventKind::resource_read) || index(event.client) >= scene.clients)
      continue;
    if (!wrote && ToldVisit(trace, i).begins_too_late()) continue;
    const auto& spans = let_in_spans(scene);
    const bool shown = std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return span.owner == index(event.client) && span.event <= i && event.at <= span.to;
    });
    if (!shown) return fmt::format("event {}: an access without a bar", i);
  }
  return {};
}

/// The first difference between the strip and the trace; empty if there is none.
std::string wrong_visit(const sim::Trace& trace) {
  const Scene scene = build_scene(trace, {});
  const auto& spans = let_in_spans(scene);
  if (spans.size() != scene.visits.size()) return "bars without an outcome";
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Visit& shown = scene.visits[i];
    const ToldVisit told(trace, spans[i].event);
    if (told.begins_too_late())
      return fmt::format("event {}: lets in a client that has gone", spans[i].event);
    const Visit right = told.outcome();
    if (shown.end != right.end || shown.event != right.event || shown.left != right.left)
      return fmt::format(
          "event {}: the visit ends as {} by {}, left {}; rather as {} by {}, left {}",
          spans[i].event, static_cast<int>(shown.end), shown.event, shown.left,
          static_cast<int>(right.end), right.event, right.left);
  }
  return not_shown(trace, scene);
}

TEST(Visits, AgreeWithTheTraceInAnyWorld) {
  sim::try_faulty_worlds(
      [](const sim::Scenario& scenario) { return wrong_visit(sim::simulate(scenario, "faulty")); });
}

TEST(Visits, AgreeWithTheTraceInEveryStory) {
  for (const ShownRunPtr& run : test::every_story())
    EXPECT_EQ(wrong_visit(run->trace()), "") << run->judged.name;
}

// Regression: alice "never wrote" in lesson 14 while her write was held back, and then it arrived.
TEST(Visits, AClientThatHasLeftMayStillWrite) {
  const test::DrawnRun late = test::drawn("F07_late_write");
  const Visit& alice = late.scene.visits.at(0);
  const auto left = test::events_of(late.trace(), EventKind::left).at(0);
  ASSERT_EQ(alice.left, left);
  EXPECT_EQ(alice.after(left), VisitEnd::open);
  EXPECT_EQ(alice.after(left + 1), VisitEnd::on_its_way);
  EXPECT_EQ(alice.after(alice.event), VisitEnd::on_its_way);
  EXPECT_EQ(alice.after(alice.event + 1), VisitEnd::wrote);
  EXPECT_EQ(let_in_spans(late.scene).at(0).to, late.trace()[alice.event].at);
  EXPECT_EQ(test::drawn("F07_late_write/saved").scene.visits.at(0).end, VisitEnd::refused);
}

// Regression: she was let in for ever, by a read that arrived after her crash.
TEST(Visits, NobodyIsLetInWhoHasCrashedBefore) {
  const test::DrawnRun dead =
      test::drawn(R"(F27_lost_update/lock fault={at_ms=2.7, crash={client="alice"}})");
  const auto reads = test::events_where(dead.trace(), [](const sim::Event& event) {
    return event.kind == EventKind::resource_read && index(event.client) == 0;
  });
  ASSERT_EQ(reads.size(), 1u);
  ASSERT_LT(test::events_of(dead.trace(), EventKind::client_crashed).at(0), reads[0]);
  for (const Span& span : let_in_spans(dead.scene)) EXPECT_NE(span.owner, 0);
}

}  // namespace
}  // namespace locklab::app

#include "app/timeline/layout.h"

#include <gmock/gmock.h>

#include "app/timeline/display_text.h"
#include "app/timeline/text_timeline.h"
#include "tests/app/timeline/forged_trace.h"

namespace locklab::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr NodeId n1{0};

std::vector<std::string> texts(const Timeline& timeline) {
  std::vector<std::string> result;
  for (const Row& row : timeline.rows) result.push_back(row.text);
  return result;
}

sim::Verdict broken(std::size_t event) {
  sim::Verdict verdict;
  verdict.kept = sim::Kept::broken;
  verdict.promised = true;
  verdict.event = event;
  verdict.why = "bob entered while alice was inside";
  return verdict;
}

/// Acquires and enters, then stays.
void enter(ForgedTrace& f, int client, std::uint32_t acquisition) {
  f.note(client, EventKind::attempt, acquisition);
  f.exchange(client, n1, claim(acquisition), Reply::status("OK"), EventKind::key_set);
  f.note(client, EventKind::acquired, acquisition, {}, 48'000);
  f.note(client, EventKind::entered, acquisition);
}

/// `times` attempts, each refused, 7 ms apart.
void try_in_vain(ForgedTrace& f, int client, int times, std::int64_t from_us) {
  for (int i = 0; i < times; ++i) {
    const auto acquisition = static_cast<std::uint32_t>(i + 1);
    f.at(from_us + i * 7000).note(client, EventKind::attempt, acquisition);
    f.exchange(client, n1, claim(acquisition), Reply::nil());
    f.note(client, EventKind::refused, acquisition, "held by another");
  }
}

TEST(Layout, AnUndisturbedExchangeIsOneRow) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  f.note(0, EventKind::started);
  enter(f, 0, 1);
  const Timeline timeline = lay_out(f.trace, {}, {});
  EXPECT_THAT(texts(timeline), ElementsAre("alice: SET lock 7f3a… NX PX 50 ⇒ OK",
                                           "alice ACQUIRES, believes 48 ms are left, enters"));
  const Row& exchange = timeline.rows[0];
  EXPECT_EQ(exchange.at_us, 1000) << "at the moment at which the node ran it";
  EXPECT_EQ(exchange.arrow, (Arrow{0, {2}, true, true, false}));
  EXPECT_EQ(exchange.cells[2], (LaneCell{Bar::held, 0}));
  EXPECT_EQ(timeline.rows[1].cells[0].bar, Bar::inside);
}

TEST(Layout, AttemptsThatRepeatAreFolded) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  enter(f, 0, 1);
  try_in_vain(f, 1, 12, 5000);
  EXPECT_THAT(texts(lay_out(f.trace, {}, {})),
              ElementsAre(HasSubstr("alice: SET"), HasSubstr("alice ACQUIRES"),
                          "bob: SET lock 7f3a… NX PX 50 ⇒ nil, refused",
                          "… bob is refused 11 times more until 83 ms"));
}

TEST(Layout, WhatHappensInBetweenBreaksAFold) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  enter(f, 0, 1);
  try_in_vain(f, 1, 4, 5000);
  f.at(40'000).note(0, EventKind::left, 1);
  try_in_vain(f, 1, 4, 50'000);
  const auto rows = texts(lay_out(f.trace, {}, {}));
  EXPECT_EQ(
      std::count_if(rows.begin(), rows.end(), [](const auto& r) { return r.starts_with("…"); }), 2);
}

TEST(Layout, AllShowsEveryEvent) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  enter(f, 0, 1);
  try_in_vain(f, 1, 12, 5000);
  LayoutOptions all;
  all.all = true;
  EXPECT_EQ(lay_out(f.trace, {}, all).rows.size(), f.trace.size());
}

TEST(Layout, ABrokenPromiseHasItsRowRightAfterItsEvent) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  enter(f, 0, 1);
  f.at(10'000);
  enter(f, 1, 1);
  const Timeline timeline = lay_out(f.trace, {broken(f.trace.size() - 1)}, {});
  ASSERT_EQ(timeline.rows.size(), 5u);
  EXPECT_EQ(timeline.rows[4].kind, RowKind::violation);
  EXPECT_EQ(timeline.rows[4].text,
            "BROKEN mutual_exclusion 互斥性: bob entered while alice was inside");
}

TEST(Layout, WhatAVerdictPointsAtIsNotFolded) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  try_in_vain(f, 1, 9, 5000);
  const auto rows = texts(lay_out(f.trace, {broken(5 * 5 + 1)}, {}));  // in the sixth attempt
  EXPECT_THAT(rows, ElementsAre(HasSubstr("bob: SET"), HasSubstr("… bob is refused 4 times more"),
                                HasSubstr("bob: SET"), HasSubstr("BROKEN"), HasSubstr("bob: SET"),
                                HasSubstr("… bob is refused 2 times more")));
}

TEST(Layout, ALateMessageIsToldLegByLeg) {
  ForgedTrace f({"alice"}, {"n1"});
  for (int i = 0; i < 5; ++i) f.at(i * 3000).exchange(0, n1, get("locklab:x"), Reply::nil());
  f.at(20'000);
  const std::uint32_t held = f.sent(0, n1, del("locklab:lock"));
  f.at(70'000).add([&] {
    Event e = f.message(EventKind::timed_out, 0, n1, held);
    e.text = f.trace.keep("timeout");
    return e;
  }());
  f.at(90'000).answered(EventKind::ran, 0, n1, held, Reply::number(1));
  const auto rows = texts(lay_out(f.trace, {}, {}));
  EXPECT_THAT(std::vector(rows.end() - 3, rows.end()),
              ElementsAre("alice: DEL lock (on its way)",
                          "alice: DEL ⇒ no reply in 50 ms: done or not, it cannot know",
                          "alice's DEL lock arrives late ⇒ 1, but the reply is lost"));
}

TEST(Layout, OneCommandToManyNodesIsOneRow) {
  ForgedTrace f({"alice"}, {"n1", "n2", "n3"});
  f.at(0).exchange(0, NodeId{0}, claim(1), Reply::status("OK"));
  f.at(2000).exchange(0, NodeId{1}, claim(1), Reply::status("OK"));
  f.at(4000).exchange(0, NodeId{2}, claim(1), Reply::nil());
  const Timeline timeline = lay_out(f.trace, {}, {});
  EXPECT_THAT(texts(timeline), ElementsAre("alice: SET lock 7f3a… NX PX 50 ⇒ n1 n2: OK, n3: nil"));
  EXPECT_EQ(timeline.rows[0].arrow->nodes, (std::vector<std::size_t>{1, 2, 3}));
}

TEST(Layout, RoundsThatRepeatAreFolded) {
  ForgedTrace f({"alice"}, {"n1"});
  for (std::uint32_t i = 1; i <= 10; ++i) {
    f.at(i * 10'000);
    enter(f, 0, i);
    f.note(0, EventKind::left, i);
  }
  EXPECT_THAT(texts(lay_out(f.trace, {}, {})),
              ElementsAre(HasSubstr("alice: SET"), HasSubstr("alice ACQUIRES"),
                          "… alice gets in and out 9 times more until 102 ms"));
}

TEST(Layout, AReplicaShowsWhoseKeyItHas) {
  ForgedTrace f({"alice"}, {"n1", "n2"});
  f.trace.info.replica_of = {-1, 0};
  f.note(0, EventKind::attempt, 1);
  f.exchange(0, n1, claim(1), Reply::status("OK"), EventKind::key_set);
  f.key(EventKind::key_set, -1, NodeId{1});
  EXPECT_EQ(lay_out(f.trace, {}, {}).rows.back().cells[2], (LaneCell{Bar::held, 0}));
}

TEST(Layout, AVeryLongRunKeepsItsBeginningItsEndAndItsViolations) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  for (int i = 0; i < 2000; ++i) {
    f.at(i * 10'000).note(0, EventKind::entered, 1);
    f.at(i * 10'000 + 1).note(0, EventKind::left, 1);
  }
  const Timeline timeline = lay_out(f.trace, {broken(2222)}, {});
  EXPECT_LT(timeline.rows.size(), 410u);
  EXPECT_EQ(timeline.rows.back().event, f.trace.size() - 1);
  EXPECT_THAT(texts(timeline), testing::Contains(HasSubstr("BROKEN")));
  EXPECT_THAT(texts(timeline), testing::Contains(HasSubstr("rows left out")));
}

// ---- painted ----

ForgedTrace crowd(std::size_t clients, std::size_t nodes) {
  std::vector<std::string> names, servers;
  for (std::size_t i = 0; i < clients; ++i) names.push_back("visitor" + std::to_string(i));
  for (std::size_t i = 0; i < nodes; ++i) servers.push_back("n" + std::to_string(i + 1));
  ForgedTrace f(names, servers);
  for (std::size_t i = 0; i < clients; ++i) {
    f.at(static_cast<std::int64_t>(i) * 2000);
    f.exchange(static_cast<int>(i), n1, claim(1), Reply::status("OK"), EventKind::key_set);
  }
  return f;
}

TEST(TextTimeline, FitsItsWidthHoweverManyTakePart) {
  for (const auto& [clients, nodes] :
       {std::pair{1, 1}, {2, 1}, {3, 5}, {7, 9}, {25, 1}, {300, 5}}) {
    const ForgedTrace f = crowd(static_cast<std::size_t>(clients), static_cast<std::size_t>(nodes));
    for (const std::size_t width : {60, 100, 160}) {
      TextOptions options;
      options.width = width;
      std::istringstream lines(text_timeline(f.trace, {broken(1)}, options));
      for (std::string line; std::getline(lines, line);)
        ASSERT_LE(display_width(line), width) << clients << " clients: " << line;
    }
  }
}

TEST(TextTimeline, WithoutColourThereIsNoEscape) {
  const ForgedTrace f = crowd(3, 5);
  TextOptions options;
  EXPECT_THAT(text_timeline(f.trace, {broken(1)}, options), Not(HasSubstr("\x1b")));
  options.colour = true;
  EXPECT_THAT(text_timeline(f.trace, {broken(1)}, options), HasSubstr("\x1b[1;31m"));
}

TEST(TextTimeline, NamesFromAStrangerCannotCommandTheTerminal) {
  ForgedTrace f({"al\x1b[2Jice"}, {"n1"});
  f.exchange(0, n1, get("locklab:\x1b]0;x\x07"), Reply::error("ERR \x1b[2J"));
  EXPECT_THAT(text_timeline(f.trace, {}, {}), Not(HasSubstr("\x1b")));
}

TEST(TextTimeline, ReadsLikeASequenceDiagram) {
  ForgedTrace f({"alice", "bob"}, {"n1"});
  enter(f, 0, 1);
  f.at(51'000).key(EventKind::key_expired, -1, n1);
  f.at(60'000);
  enter(f, 1, 1);
  EXPECT_EQ(rows_text(lay_out(f.trace, {broken(f.trace.size() - 1)}, {}), {}),
            R"(     ms   alice   bob    n1
────────────────────────────────────────────────────────────────────────────────────────────────────
    1.0     ┊◀──────────▶A     alice: SET lock 7f3a… NX PX 50 ⇒ OK
    2.0     █            A     alice ACQUIRES, believes 48 ms are left, enters
   51.0     █            │     n1: lock expires
   61.0     █      ┊◀───▶B     bob: SET lock 7f3a… NX PX 50 ⇒ OK
   62.0     █      █     B     bob ACQUIRES, believes 48 ms are left, enters
            █      █     B     ✗ BROKEN mutual_exclusion 互斥性: bob entered while alice was inside
)");
}

TEST(TextTimeline, VerdictsSayWhatWasPromisedAndWhy) {
  ForgedTrace f({"alice"}, {"n1"});
  f.at(62'000).note(0, EventKind::entered, 1);
  sim::Verdict kept;
  kept.property = Property::owner_only_release;
  kept.kept = sim::Kept::kept;
  sim::Verdict silent;
  silent.property = Property::quota;
  EXPECT_EQ(verdicts_text(f.trace, {broken(0), kept, silent}, {}),
            "✗ mutual_exclusion   互斥性      broken  promised     bob entered while alice was "
            "inside (at 62 ms)\n"
            "✓ owner_only_release 不误删      kept    not promised\n"
            "– not applicable and not promised: quota 限流准确\n");
}

}  // namespace
}  // namespace locklab::app

#include "app/timeline/scene/layout.h"

#include <gmock/gmock.h>

#include "app/timeline/scene/paint.h"
#include "app/timeline/text/text_timeline.h"
#include "app/words/display_text.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/sentence.h"
#include "sim/world/simulate.h"
#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> texts(const Timeline& timeline) {
  std::vector<std::string> result;
  for (const Row& row : timeline.rows) result.push_back(row.text);
  return result;
}
std::vector<std::string> texts(const Forged& f) { return texts(lay_out(f.trace(), {}, {})); }

sim::Verdict broken(std::size_t event) {
  sim::Verdict verdict{.kept = sim::Kept::broken, .promised = true, .event = event};
  verdict.sentence = say("bob entered while alice was inside");
  return verdict;
}

/// Acquires and enters, and does not leave.
void enter(Forged& f, std::string_view client) {
  f.by(client).attempt().exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set);
  f.acquired(48ms).entered();
}

/// `times` attempts, each refused, 7 ms apart.
void try_in_vain(Forged& f, std::string_view client, int times, Duration from) {
  for (int i = 0; i < times; ++i) {
    f.at(from + i * 7ms).by(client).attempt();
    f.exchange(f.claim(), Reply::nil()).refused("held by another");
  }
}

/// Two clients of one node.
Forged two() {
  Forged f;
  f.clients({"alice", "bob"});
  return f;
}

/// Five exchanges, from which the layout learns how long one usually takes.
Forged usual_flights(std::string_view client) {
  Forged f = two();
  f.by(client);
  for (int i = 0; i < 5; ++i) f.at(i * 3ms).exchange(get("locklab:x"), Reply::nil());
  return f;
}

TEST(Layout, AnUndisturbedExchangeIsOneRow) {
  Forged f = two();
  f.by("alice").started();
  enter(f, "alice");
  const Timeline timeline = lay_out(f.trace(), {}, {});
  EXPECT_THAT(texts(timeline), test::IsGolden());
  const Row& exchange = timeline.rows[0];
  EXPECT_EQ(exchange.at_us, 1000) << "at the moment at which the node ran it";
  EXPECT_EQ(exchange.arrow, (Arrow{0, {2}, true, true, false}));
  EXPECT_EQ(exchange.cells[2], (LaneCell{Bar::held, 0}));
  EXPECT_EQ(timeline.rows[1].cells[0].bar, Bar::inside);
}

TEST(Layout, AttemptsThatRepeatAreFoldedUnlessAllIsAskedFor) {
  Forged f = two();
  enter(f, "alice");
  try_in_vain(f, "bob", 12, 5ms);
  EXPECT_THAT(texts(f), test::IsGolden());
  EXPECT_EQ(lay_out(f.trace(), {}, {.all = true}).rows.size(), f.trace().size());
}

TEST(Layout, WhatHappensInBetweenBreaksAFold) {
  Forged f = two();
  enter(f, "alice");
  try_in_vain(f, "bob", 4, 5ms);
  f.at(40ms).by("alice").left();
  try_in_vain(f, "bob", 4, 50ms);
  EXPECT_THAT(texts(f), testing::Contains(testing::StartsWith("…")).Times(2));
}

TEST(Layout, ABrokenPromiseHasItsRowRightAfterItsEvent) {
  Forged f = two();
  enter(f, "alice");
  f.at(10ms);
  enter(f, "bob");
  const Timeline timeline = lay_out(f.trace(), {broken(f.trace().size() - 1)}, {});
  ASSERT_EQ(timeline.rows.size(), 5u);
  EXPECT_EQ(timeline.rows[4].kind, RowKind::violation);
  EXPECT_THAT(timeline.rows[4].text, test::IsGolden());
}

TEST(Layout, WhatAVerdictPointsAtIsNotFolded) {
  Forged f = two();
  try_in_vain(f, "bob", 9, 5ms);
  const sim::Verdict verdict = broken(5 * 5 + 1);  // in the sixth attempt
  EXPECT_THAT(texts(lay_out(f.trace(), {verdict}, {})), test::IsGolden());
}

TEST(Layout, ALateMessageIsToldLegByLeg) {
  Forged f = usual_flights("alice");
  f.at(20ms).asks(del("locklab:lock"));
  f.at(70ms).timed_out(Silence::timeout);
  f.at(90ms).ran(Reply::number(1));
  const auto rows = texts(f);
  EXPECT_THAT(std::vector(rows.end() - 3, rows.end()), test::IsGolden());
}

TEST(Layout, OneCommandToManyNodesIsOneRow) {
  Forged f;
  f.nodes({"n1", "n2", "n3"});
  f.by("alice").acquisition(1);
  f.at(0ms).on("n1").exchange(f.claim(), Reply::status("OK"));
  f.at(2ms).on("n2").exchange(f.claim(), Reply::status("OK"));
  f.at(4ms).on("n3").exchange(f.claim(), Reply::nil());
  const Timeline timeline = lay_out(f.trace(), {}, {});
  EXPECT_THAT(texts(timeline), test::IsGolden());
  EXPECT_EQ(timeline.rows[0].arrow->nodes, (std::vector<std::size_t>{1, 2, 3}));
}

TEST(Layout, RoundsThatRepeatAreFolded) {
  Forged f;
  for (int i = 1; i <= 10; ++i) {
    f.at(i * 10ms);
    enter(f, "alice");
    f.left();
  }
  EXPECT_THAT(texts(f), test::IsGolden());
}

TEST(Layout, AReplicaShowsWhoseKeyItHas) {
  Forged f;
  f.replica("n2", "n1");
  f.by("alice").attempt().exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set);
  f.on("n2").copied(50ms);
  EXPECT_EQ(lay_out(f.trace(), {}, {}).rows.back().cells[2], (LaneCell{Bar::held, 0}));
}

TEST(Layout, ANodeWithTheKeysOfTwoLocksShowsBothOwners) {
  Forged f = two();
  f.by("alice").lock("locklab:cart").attempt();
  f.exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set);
  f.by("bob").lock("locklab:customer").attempt();
  f.exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set);
  const LaneCell node = lay_out(f.trace(), {}, {}).rows.back().cells[2];
  EXPECT_EQ(node.bar, Bar::held);
  EXPECT_EQ((std::set<std::uint16_t>{node.owner, node.other}), (std::set<std::uint16_t>{0, 1}));
}

TEST(Layout, AVeryLongRunKeepsItsBeginningItsEndAndItsViolations) {
  Forged f = two();
  for (int i = 0; i < 2000; ++i) {
    f.at(i * 10ms).by("alice").entered();
    f.at(i * 10ms + 1us).left();
  }
  const Timeline timeline = lay_out(f.trace(), {broken(2222)}, {});
  EXPECT_LT(timeline.rows.size(), 410u);
  EXPECT_EQ(timeline.rows.back().event, f.trace().size() - 1);
  EXPECT_THAT(texts(timeline), testing::Contains(HasSubstr("mutual exclusion: ")));
  EXPECT_THAT(texts(timeline), testing::Contains(HasSubstr("rows left out")));
}

// ---- painted ----

Forged crowd(int clients, int nodes) {
  std::vector<std::string> servers;
  for (int i = 0; i < nodes; ++i) servers.push_back("n" + std::to_string(i + 1));
  Forged f;
  f.nodes(servers);
  for (int i = 0; i < clients; ++i) {
    f.at(i * 2ms).by("visitor" + std::to_string(i)).acquisition(1);
    f.exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set);
  }
  return f;
}

void expect_within(std::size_t width, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
}

TEST(TextTimeline, FitsItsWidthHoweverManyTakePart) {
  for (const auto& [clients, nodes] :
       {std::pair{1, 1}, {2, 1}, {3, 5}, {7, 9}, {25, 1}, {300, 5}}) {
    const Forged f = crowd(clients, nodes);
    for (const std::size_t width : {60u, 100u, 160u}) {
      SCOPED_TRACE(testing::Message() << clients << " clients");
      expect_within(width, text_timeline(f.trace(), {broken(1)}, {.width = width}));
    }
  }
}

TEST(TextTimeline, WithoutColourThereIsNoEscape) {
  const Forged f = crowd(3, 5);
  EXPECT_THAT(text_timeline(f.trace(), {broken(1)}, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_timeline(f.trace(), {broken(1)}, {.colour = true}), HasSubstr("\x1b[1;31m"));
}

/// The last escape sequence at or before position `at`.
std::string_view escape_before(std::string_view text, std::size_t at) {
  const std::size_t begin = text.rfind('\x1b', at);
  return text.substr(begin, text.find('m', begin) + 1 - begin);
}

TEST(TextTimeline, ALaneWithAFaultKeepsItsToneWhereAMessageCrossesIt) {
  const auto run = sim::run_named(
      "bare strategy=redlock set={nodes=3} fault={at_ms=0, kill={node=\"n1\"}} "
      "fault={at_ms=0, stop={node=\"n2\"}}");
  const std::string text = text_timeline(sim::simulate(run.scenario), {}, {.colour = true});
  const std::string fault = toned("x", Tone::fault, true);
  std::size_t crossed = 0;
  for (const std::string_view glyph : {"×", "░"})
    for (std::size_t at = text.find(glyph); at < text.find("clients: ");
         at = text.find(glyph, at + 1)) {
      EXPECT_EQ(escape_before(text, at), escape_before(fault, fault.find('x'))) << at;
      crossed += text.substr(0, at).ends_with("\x1b[0m" + std::string(escape_before(text, at)));
    }
  EXPECT_GT(crossed, 5u) << "directly behind a piece of a line";
}

TEST(TextTimeline, NamesFromAStrangerCannotCommandTheTerminal) {
  Forged f;
  f.by("al\x1b[2Jice").exchange(get("locklab:\x1b]0;x\x07"), Reply::error("ERR \x1b[2J"));
  EXPECT_THAT(text_timeline(f.trace(), {}, {}), Not(HasSubstr("\x1b")));
}

TEST(TextTimeline, ReadsLikeASequenceDiagram) {
  Forged f = two();
  enter(f, "alice");
  f.at(51ms).key_expired();
  f.at(60ms);
  enter(f, "bob");
  EXPECT_THAT(rows_text(lay_out(f.trace(), {broken(f.trace().size() - 1)}, {}), {}),
              test::IsGolden());
}

TEST(TextTimeline, VerdictsSayWhatWasPromisedAndWhy) {
  Forged f;
  f.at(62ms).by("alice").entered();
  const sim::Verdict kept{.property = sim::Property::owner_only_release, .kept = sim::Kept::kept};
  const sim::Verdict silent{.property = sim::Property::quota};
  EXPECT_THAT(verdicts_text(f.trace(), {broken(0), kept, silent}, {}), test::IsGolden());
}

/// The timeline of two clients and five nodes, in which alice enters.
std::string five_nodes(std::size_t width) {
  Forged f = two();
  f.nodes({"n1", "n2", "n3", "n4", "n5"});
  enter(f, "alice");
  return text_timeline(f.trace(), {}, {.width = width});
}

TEST(TextTimeline, InANarrowTerminalClientsKeepTheirLanes) {
  EXPECT_THAT(five_nodes(60), test::IsGolden());
  Forged many = two();
  many.nodes(std::vector<std::string>(20, "n"));
  enter(many, "alice");
  EXPECT_THAT(text_timeline(many.trace(), {}, {.width = 60}), test::IsGolden());
}

TEST(TextTimeline, ATooNarrowTerminalShowsTheRowsWithoutLanesAndSaysSo) {
  const std::string text = five_nodes(40);
  EXPECT_THAT(text, test::IsGolden());
  EXPECT_THAT(text, Not(HasSubstr("┊")));
  expect_within(40, text);
}

TEST(TextTimeline, TheLegendNamesEveryOwner) {
  Forged f;
  std::vector<std::string> names;
  for (char c = 'a'; c < 'a' + 9; ++c) names.push_back(std::string(3, c));
  f.clients(names);
  for (const std::string& name : names) enter(f, name);
  const std::string text = text_timeline(f.trace(), {}, {});
  for (const std::string& name : names) EXPECT_THAT(text, HasSubstr(name + "'s key"));
}

TEST(Layout, AWaitIsNotLateButWaitsThere) {
  Forged f = usual_flights("alice");
  f.at(20ms).asks(wait_replicas(1, 100ms));
  f.at(40ms).key_expired().at(60ms).ran(Reply::number(1)).at(61ms).received(Reply::number(1));
  EXPECT_THAT(texts(f), test::IsGolden());
}

TEST(Layout, AFaultDuringAUsualFlightMakesNoMessageLate) {
  Forged f = usual_flights("bob");
  f.at(20ms).asks(del("locklab:lock"));
  f.at(20500us).node_fault(sim::EventKind::node_clock);
  f.at(21ms).ran(Reply::number(1)).at(22ms).received(Reply::number(1));
  f.at(30ms).asks(get("locklab:x"));
  f.by("alice").at(30500us).link_fault(sim::EventKind::link_reset);  // another client's link
  f.by("bob").at(31ms).ran(Reply::nil()).at(32ms).received(Reply::nil());
  EXPECT_THAT(texts(f), test::IsGolden());
}

TEST(Layout, ClocksThatGoWrongTogetherAreOneRow) {
  Forged f = two();
  f.nodes({"n1", "n2", "n3"});
  for (const char* node : {"n1", "n2", "n3"}) f.on(node).node_fault(sim::EventKind::node_clock);
  EXPECT_THAT(texts(f), test::IsGolden());
}

TEST(Layout, AReleaseBySomebodyWhoNeverHeldSaysSo) {
  Forged f = two();
  f.by("bob").releasing().released(Released::not_owner);
  EXPECT_THAT(texts(f), test::IsGolden());
}

TEST(Layout, ARefusalAfterAReleaseSaysWhy) {
  const sim::Trace trace = sim::simulate(sim::value_of(sim::read_scenario(
      "strategy = 'watchdog'\nttl_ms = 50\nclients = 1\nlatency_ms = 60\njitter_ms = 0",
      "slow.toml")));
  EXPECT_THAT(texts(lay_out(trace, {}, {})),
              testing::Contains(testing::EndsWith("⇒ 0, refused: the lease is over")));
}

}  // namespace
}  // namespace locklab::app

// Each client's line in the source and its dialogue with Redis, at every point of a run.
#include "app/timeline/scene/source_state.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "app/timeline/scene/scene.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::SizeIs;
using testing::StartsWith;

struct Followed {
  JudgedRun judged;
  Scene scene;

  explicit Followed(const std::string& name) : judged(test::judged(name)) {
    scene = build_scene(judged.trace, judged.verdicts);
  }
  SourceState at(std::uint16_t client, std::size_t events) const {
    return source_state(judged.trace, scene.events[client], events);
  }
  /// The state just after the client's first event of this kind; for `sent`, of this purpose.
  SourceState after(std::uint16_t client, sim::EventKind kind,
                    Purpose purpose = Purpose::other) const {
    const auto& events = scene.events[client];
    const auto found = std::find_if(events.begin(), events.end(), [&](std::uint32_t event) {
      const sim::Event& one = judged.trace[event];
      return one.kind == kind && (kind != sim::EventKind::sent || one.purpose == purpose);
    });
    return at(client, *found + 1);
  }
};

std::string_view line_at(const SourceState& state) {
  std::string_view text = source_text(state.file);
  for (std::uint32_t line = 1; line < state.line; ++line) text.remove_prefix(text.find('\n') + 1);
  return state.line == 0 ? std::string_view() : text.substr(0, text.find('\n'));
}

TEST(SourceState, InTheCriticalSectionAClientStandsInItsOwnProgram) {
  const Followed run("F06_pause_past_ttl");
  const SourceState claims = run.after(0, sim::EventKind::sent, Purpose::claim);
  EXPECT_THAT(claims.file, StartsWith("lock/"));
  EXPECT_TRUE(claims.waits);
  const SourceState reads = run.after(1, sim::EventKind::sent, Purpose::read);
  EXPECT_EQ(reads.file, client_program);
  EXPECT_TRUE(reads.waits);
  EXPECT_THAT(std::string(line_at(reads)), HasSubstr("const Reply read"));
  const sim::Trace& trace = run.judged.trace;
  const auto answers = test::events_where(trace, [&](const sim::Event& event) {
    return event.kind == sim::EventKind::received &&
           event.message == trace[reads.asked.at(0).sent].message;
  });
  const SourceState works = run.at(1, answers.at(0) + 1);
  EXPECT_THAT(std::string(line_at(works)), HasSubstr("actor.sleep(work, stop"));
  EXPECT_FALSE(works.waits);
  const SourceState writes = run.after(1, sim::EventKind::sent, Purpose::write);
  EXPECT_THAT(std::string(line_at(writes)), HasSubstr("std::move(write)"));
  const SourceState done = run.after(1, sim::EventKind::finished);
  EXPECT_EQ(done.line, 0u) << "who is done stands nowhere";
  EXPECT_FALSE(done.waits);
}

TEST(SourceState, EveryLineThatIsMarkedIsThereHoweverTheRunGoes) {
  for (const char* name : {"F06_pause_past_ttl", "F27_lost_update", "F27_lost_update/decr",
                           "F27_lost_update/local_flag", "F12_redlock_clock_jump",
                           "F21_watchdog_saves", "F01_crash_no_expiry", "F28_rate_limit_race"}) {
    const Followed run(name);
    for (std::uint16_t client = 0; client < run.scene.clients; ++client) {
      bool begun = false;
      bool gone = false;
      for (const std::uint32_t event : run.scene.events[client]) {
        const sim::EventKind kind = run.judged.trace[event].kind;
        begun = begun || kind == sim::EventKind::started;
        gone = gone || kind == sim::EventKind::finished || kind == sim::EventKind::client_crashed;
        const SourceState state = run.at(client, event + 1);
        if (!begun) continue;
        EXPECT_EQ(state.line == 0, gone) << name << " after #" << event + 1;
        EXPECT_FALSE(source_text(state.file).empty()) << state.file;
        EXPECT_TRUE(gone || !line_at(state).empty()) << name << " after #" << event + 1;
      }
    }
  }
}

TEST(SourceState, AFlagOfOneProcessIsSeenThoughNoServerIsAsked) {
  const Followed run("F27_lost_update/local_flag");
  const SourceState tries = run.after(0, sim::EventKind::attempt);
  EXPECT_EQ(tries.file, "lock/strategies/local_flag.cpp");
  EXPECT_THAT(std::string(line_at(tries)), HasSubstr("local_flag_acquire"));
}

TEST(SourceState, ACommandIsToldAsRedisCliTakesItAndTheScriptWithIt) {
  const Followed run("F06_pause_past_ttl");
  const sim::Trace& trace = run.judged.trace;
  const SourceState claim = run.after(0, sim::EventKind::sent, Purpose::claim);
  ASSERT_THAT(claim.asked, SizeIs(1));
  EXPECT_THAT(as_typed(trace.words(trace[claim.asked[0].sent])),
              MatchesRegex("SET locklab:[a-z]+ [0-9a-f]{32} NX PX 300"));
  EXPECT_EQ(script_text(trace, trace[claim.asked[0].sent]), "");
  const SourceState release = run.after(1, sim::EventKind::sent, Purpose::release);
  ASSERT_THAT(release.asked, SizeIs(1));
  EXPECT_THAT(as_typed(trace.words(trace[release.asked[0].sent])),
              MatchesRegex("EVALSHA [0-9a-f]{40} 1 locklab:[a-z]+ [0-9a-f]{32}"));
  EXPECT_THAT(std::string(script_text(trace, trace[release.asked[0].sent])),
              HasSubstr("redis.call"));
}

TEST(SourceState, WhatSeveralNodesAreAskedAtOneLineIsToldTogether) {
  const Followed run("F12_redlock_clock_jump");
  const SourceState inside = run.after(0, sim::EventKind::acquired);
  ASSERT_THAT(inside.asked, SizeIs(5));
  for (const Asked& one : inside.asked) EXPECT_TRUE(one.reply);
}

}  // namespace
}  // namespace locklab::app

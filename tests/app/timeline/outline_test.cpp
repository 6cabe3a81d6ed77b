// The outline of a lock: it lists the commands that the lock really sends, and highlights the part
// where a client is.
#include "app/timeline/scene/outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>

#include "app/changes/run_settings.h"
#include "app/timeline/scene/scene.h"
#include "app/timeline/words/wording.h"
#include "app/words/language.h"
#include "lock/strategy.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

/// The values of a switch: all of a choice or a flag; for a number its default and another value.
std::vector<std::optional<std::int64_t>> values_of(const Switch& one) {
  std::vector<std::optional<std::int64_t>> values;
  if (one.type == SwitchType::flag) return {0, 1};
  for (std::size_t word = 0; word < one.words.size(); ++word) values.emplace_back(word);
  if (!values.empty()) return values;
  const bool is_time = one.type == SwitchType::duration;
  return {std::nullopt, is_time ? std::max<std::int64_t>(one.least, 50'000) : one.least + 1};
}

LockConfig with_value(LockConfig lock, const Switch& one, std::optional<std::int64_t> value) {
  if (value) one.set(lock, *value);
  return lock;
}

/// Calls visit(lock) for `lock` with every combination of values of these switches.
template <class Visit>
void in_every_setting(std::span<const Switch> switches, const LockConfig& lock, Visit visit) {
  if (switches.empty()) return visit(lock);
  for (const auto& value : values_of(switches.front()))
    in_every_setting(switches.subspan(1), with_value(lock, switches.front(), value), visit);
}

/// The lock with each value of each of its switches, and the same while it is renewed.
std::vector<LockConfig> each_setting(const Strategy& strategy, const LockConfig& usual) {
  std::vector<LockConfig> bases{usual};
  if (const Switch* const period = find_switch(strategy, "period_ms"))
    bases.push_back(with_value(usual, *period, 20'000));
  std::vector<LockConfig> all;
  for (const LockConfig& base : bases) {
    all.push_back(base);
    for (const Switch& one : strategy.switches)
      for (const auto& value : values_of(one)) all.push_back(with_value(base, one, value));
  }
  return all;
}

std::string text_of(const std::vector<OutlineLine>& lines) {
  std::string text;
  for (const OutlineLine& line : lines) text += std::string(line.code) + "\n";
  return text;
}

TEST(Outline, HasAtMostTwentyLinesThatFitItsPanelInEverySetting) {
  for (const Strategy& strategy : strategies())
    in_every_setting(strategy.switches, default_lock(strategy), [&](const LockConfig& lock) {
      const auto lines = outline_of(strategy.id, lock);
      EXPECT_GE(lines.size(), 3u) << strategy.id;
      EXPECT_LE(lines.size(), 20u) << text_of(lines);
      for (const OutlineLine& line : lines) EXPECT_LE(line.code.size(), 50u) << line.code;
    });
}

TEST(Outline, EveryCommentHasItsChineseAndNoChineseIsLeftOver) {
  std::set<std::string> comments;
  for (const Strategy& strategy : strategies())
    in_every_setting(strategy.switches, default_lock(strategy), [&](const LockConfig& lock) {
      for (const OutlineLine& line : outline_of(strategy.id, lock)) {
        const std::size_t at = line.code.find("// ");
        if (at != std::string_view::npos) comments.emplace(line.code.substr(at + 3));
      }
    });
  std::ifstream file(std::string(LOCKLAB_SOURCE_DIR) + "/assets/i18n/zh_outlines.json");
  std::set<std::string> translated;
  const nlohmann::json chinese = nlohmann::json::parse(file);
  for (const auto& [english, text] : chinese.items()) translated.insert(english);
  EXPECT_EQ(comments, translated);
}

TEST(Outline, ShowsEveryChoiceOfALock) {
  for (const Strategy& strategy : strategies())
    for (const Switch& one : strategy.switches) {
      if (one.type != SwitchType::choice && one.type != SwitchType::flag) continue;
      LockConfig lock = default_lock(strategy);
      if (const Switch* const period = find_switch(strategy, "period_ms"))
        period->set(lock, 20'000);  // some switches concern only renewals
      std::set<std::string> texts;
      for (const auto& value : values_of(one))
        texts.insert(text_of(outline_of(strategy.id, with_value(lock, one, value))));
      EXPECT_EQ(texts.size(), values_of(one).size()) << strategy.id << ": " << one.name;
    }
}

/// Checks that every command of the clients has its line, and that there are lines of renewals if
/// and only if the clients renew.
void expect_its_commands(const sim::Scenario& scenario, const sim::Trace& trace,
                         const std::string& where) {
  const auto lines = outline_of(scenario.strategy, scenario.lock);
  const Scene scene = build_scene(trace, {});
  std::size_t commands = 0;
  bool renews = false;
  for (std::uint32_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind != sim::EventKind::sent || index(event.client) >= scene.clients) continue;
    ++commands;
    renews = renews || event.purpose == Purpose::renew;
    EXPECT_TRUE(outline_place(lines, trace, scene.events[index(event.client)], i + 1).line)
        << where << ": " << short_command(trace, event) << " is not in\n"
        << text_of(lines);
  }
  EXPECT_GT(commands, 0u) << where;
  const bool has_renewals = std::any_of(lines.begin(), lines.end(), [](const OutlineLine& line) {
    return line.part == OutlinePart::renew;
  });
  EXPECT_EQ(has_renewals, renews) << where << "\n" << text_of(lines);
}

// Regression: next to MULTI, to a renewal by PEXPIRE and to a DEL that takes a lock over, the
// outline had the commands of the default settings.
TEST(Outline, HoldsTheCommandsThatTheLockSendsInEachOfItsSettings) {
  for (const Strategy& strategy : strategies()) {
    sim::Scenario scenario =
        test::judged(with_strategy(*test::opened("bare"), strategy.id)).scenario;
    // Long enough for renewals, and for a lease that ends while others wait.
    for (sim::ClientSpec& client : scenario.clients) client.work = scenario.lock.ttl;
    for (const LockConfig& lock : each_setting(strategy, scenario.lock)) {
      scenario.lock = lock;
      std::string where(strategy.id);
      for (const Switch& one : strategy.switches)
        where += " " + std::string(one.name) + "=" + std::to_string(one.value(lock));
      expect_its_commands(scenario, sim::simulate(scenario), where);
    }
  }
}

TEST(Outline, AskedTwiceForACommandLightsTheLaterLine) {
  const JudgedRun run = test::judged("F34_naive_takeover");
  const Scene scene = build_scene(run.trace, run.verdicts);
  const auto lines = outline_of(run.scenario.strategy, run.scenario.lock);
  std::size_t checked = 0;
  for (std::size_t client = 0; client < scene.clients; ++client) {
    std::string before;  // the client's last command
    for (const std::uint32_t event : scene.events[client]) {
      if (run.trace[event].kind != sim::EventKind::sent) continue;
      const std::string command(*run.trace.words(run.trace[event]).begin());
      const OutlinePlace place = outline_place(lines, run.trace, scene.events[client], event + 1);
      if (command == "SETNX" && before == "DEL" && place.part == OutlinePart::claim) {
        ++checked;
        ASSERT_TRUE(place.line);
        EXPECT_NE(place.line, line_with(lines, *place.part, run.trace, run.trace[event]));
      }
      before = command;
    }
  }
  EXPECT_GT(checked, 0u);
}

TEST(Outline, LightsThePartThatAClientIsIn) {
  const JudgedRun run = test::judged("F06_pause_past_ttl");
  const Scene scene = build_scene(run.trace, run.verdicts);
  const auto lines = outline_of(run.scenario.strategy, run.scenario.lock);
  const auto code_at = [&](sim::EventKind kind) -> std::string {
    const auto first = test::events_where(run.trace, [&](const sim::Event& event) {
      return event.kind == kind && event.client == ClientId{0};
    });
    const OutlinePlace place = outline_place(lines, run.trace, scene.events[0], first.at(0) + 1);
    return place.line ? std::string(lines[*place.line].code) : "";
  };
  EXPECT_EQ(code_at(sim::EventKind::sent), "while (SET lock token NX PX lease != OK)");
  EXPECT_EQ(code_at(sim::EventKind::resource_read), "n = READ stock;");
  EXPECT_EQ(outline_place(lines, run.trace, scene.events[0], 0).part, std::nullopt);
  const OutlinePlace waits = outline_place(lines, run.trace, scene.events[1], 30);
  EXPECT_TRUE(waits.part == OutlinePart::wait || waits.part == OutlinePart::claim);
  EXPECT_EQ(outline_place(lines, run.trace, scene.events[0], run.trace.size()).part, std::nullopt);
}

}  // namespace
}  // namespace locklab::app

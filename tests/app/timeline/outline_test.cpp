// The outline of a lock: it lists the commands that the lock really sends, and highlights the part
// where a client is.
#include "app/timeline/scene/outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/changes/run_settings.h"
#include "app/timeline/scene/scene.h"
#include "app/timeline/words/wording.h"
#include "app/words/language.h"
#include "lock/strategy.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

TEST(Outline, EveryStrategyHasOneOfAtMostTwentyLinesThatFitsItsPanel) {
  for (const Strategy& strategy : strategies()) {
    const auto lines = outline_of(strategy.id);
    EXPECT_GE(lines.size(), 3u) << strategy.id;
    EXPECT_LE(lines.size(), 20u) << strategy.id;
    for (const OutlineLine& line : lines) EXPECT_LE(line.code.size(), 50u) << line.code;
  }
}

TEST(Outline, EveryCommentHasItsChineseAndNoChineseIsLeftOver) {
  std::set<std::string> comments;
  for (const Strategy& strategy : strategies())
    for (const OutlineLine& line : outline_of(strategy.id)) {
      const std::size_t at = line.code.find("// ");
      if (at != std::string_view::npos) comments.emplace(line.code.substr(at + 3));
    }
  std::ifstream file(std::string(LOCKLAB_SOURCE_DIR) + "/assets/i18n/zh_outlines.json");
  std::set<std::string> translated;
  const nlohmann::json chinese = nlohmann::json::parse(file);
  for (const auto& [english, text] : chinese.items()) translated.insert(english);
  EXPECT_EQ(comments, translated);
}

TEST(Outline, NamesEveryCommandThatTheLockSendsInTheRightPart) {
  for (const Strategy& strategy : strategies()) {
    const auto lines = outline_of(strategy.id);
    const JudgedRun run = test::judged(with_strategy(*test::opened("bare"), strategy.id));
    std::size_t commands = 0;
    for (std::size_t i = 0; i < run.trace.size(); ++i) {
      const sim::Event& event = run.trace[i];
      const auto part = part_of(event.purpose);
      if (event.kind != sim::EventKind::sent || !part) continue;
      ++commands;
      EXPECT_TRUE(line_with(lines, *part, run.trace, event))
          << strategy.id << ": " << short_command(run.trace, event);
    }
    EXPECT_GT(commands, 0u) << strategy.id;
  }
}

TEST(Outline, LightsThePartThatAClientIsIn) {
  const JudgedRun run = test::judged("F06_pause_past_ttl");
  const Scene scene = build_scene(run.trace, run.verdicts);
  const auto lines = outline_of("set_px_lua");
  const auto code_at = [&](sim::EventKind kind) -> std::string {
    const auto first = test::events_where(run.trace, [&](const sim::Event& event) {
      return event.kind == kind && event.client == ClientId{0};
    });
    const OutlinePlace place = outline_place(run.trace, scene.events[0], first.at(0) + 1);
    return place.line ? std::string(lines[*place.line].code) : "";
  };
  EXPECT_EQ(code_at(sim::EventKind::sent), "while (SET lock token NX PX lease != OK)");
  EXPECT_EQ(code_at(sim::EventKind::resource_read), "n = READ stock;");
  EXPECT_EQ(outline_place(run.trace, scene.events[0], 0).part, std::nullopt);
  const OutlinePlace waits = outline_place(run.trace, scene.events[1], 30);
  EXPECT_TRUE(waits.part == OutlinePart::wait || waits.part == OutlinePart::claim);
  EXPECT_EQ(outline_place(run.trace, scene.events[0], run.trace.size()).part, std::nullopt);
}

}  // namespace
}  // namespace locklab::app

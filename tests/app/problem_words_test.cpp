// What is wrong with what a person wrote or has is told in the person's language.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/changes/broken_run.h"
#include "app/lessons/lesson.h"
#include "app/live/live_limits.h"
#include "app/runs/judged_run.h"
#include "app/runs/live_target.h"
#include "app/words/language.h"
#include "sim/explore/explore.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_file.h"

namespace locklab::app {
namespace {

using testing::EndsWith;
using testing::IsEmpty;

constexpr std::string_view story = R"(title = "a test"
strategy = "set_px_lua"
[[client]]
name = "alice"
)";

/// What is wrong with the story when it has these lines too, or with this change of it.
Sentence mistake(std::string_view lines, const sim::Changes& changes = {}) {
  const auto read =
      sim::read_scenario(std::string(story) + std::string(lines), "T.toml", {}, changes);
  const auto* problem = std::get_if<sim::Problem>(&read);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence name_mistake(std::string_view line) {
  const auto read = sim::parse_run_name(line);
  const auto* problem = std::get_if<sim::Problem>(&read);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence not_opened(std::string_view name) {
  const auto opened = open_named(sim::Library(), name);
  const auto* problem = std::get_if<sim::Problem>(&opened);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence not_loaded(const std::string& path) {
  const auto loaded = sim::load_trace(path);
  const auto* problem = std::get_if<sim::Problem>(&loaded);
  return problem ? sim::sentence(*problem) : Sentence();
}

Sentence no_servers(std::string_view text) {
  const auto servers = parse_servers(text);
  const auto* problem = std::get_if<LiveProblem>(&servers);
  return problem ? sentence(*problem) : Sentence();
}

/// What is wrong with that question to a search.
Sentence unanswerable(const sim::Question& question) {
  const auto understood = sim::understand(sim::Library(), question);
  const auto* problem = std::get_if<sim::Problem>(&understood);
  return problem ? sim::sentence(*problem) : Sentence();
}

sim::Question question(std::string_view strategy, std::string_view faults,
                       std::string_view set = "") {
  sim::Question asked;
  asked.strategy = strategy;
  asked.faults = faults;
  asked.set = set;
  return asked;
}

TEST(ProblemWords, AreChineseForWhoeverReadsChinese) {
  const std::pair<Sentence, std::string_view> told_so[]{
      {mistake("wrok_ms = 5"), "T.toml:5:1: [[client]]中没有“wrok_ms”这个键；是否想写“work_ms”？"},
      {mistake("work_ms = true"), "T.toml:5:11: “work_ms”应为毫秒数，而不是 true"},
      {mistake("rounds = 0"), "T.toml:5:10: “rounds”为 0；范围应为 1 .. 1000000000"},
      {mistake("name2 = [[}"), ""},
      {mistake("[[fault]]\nat_ms = 1\ncrash = { client = \"alcie\" }"),
       "T.toml:7:20: 没有客户端“alcie”；是否想写“alice”？"},
      {mistake("[[fault]]\nwhen = \"alice enterd\"\ncrash = { client = \"alice\" }"),
       "T.toml:6:8: “alice enterd”：“enterd”不是事件；是否想写“entered”？"},
      {mistake("", {.strategy = "best"}), ""},
      {name_mistake("F12 choices=0110"),
       "运行名:1:5: 运行名中没有“choices”这一项；可用的有 seed、strategy、set 或 fault"},
      {not_opened("F99_nothing"),
       "没有情节“F99_nothing”；`locklab list scenarios` 可列出全部情节；文件名以 .toml 结尾"},
      {not_loaded("/no/such.trace"),
       "/no/such.trace：无法打开：没有这个文件或文件夹；请检查名称，并确认其文件夹存在"},
      {no_servers("a,a"), "a:6379 被指定了两次；请为每个节点各指定一台服务器"},
      {no_servers("a:b"),
       "“a:b”不是有效的服务器地址；请写作 HOST:PORT,HOST:PORT（IPv6 为 [ADDRESS]:PORT）"},
  };
  for (const auto& [said, chinese] : told_so) {
    EXPECT_FALSE(said.empty()) << chinese;
    EXPECT_THAT(said.untranslated(chinese_catalogue()), IsEmpty());
    if (!chinese.empty()) {
      EXPECT_EQ(told(said, Language::chinese), chinese);
    }
  }
}

TEST(ProblemWords, OfASearchAndOfItsFindingsAreChinese) {
  const std::pair<Sentence, std::string_view> told_so[]{
      {unanswerable(question("redlok", "")), "--strategy：没有策略“redlok”；是否想写“redlock”？"},
      {unanswerable(question("redlock", "paus=1")),
       "--faults：搜索中没有故障“paus”可用；是否想写“pause”？"},
      {unanswerable(question("redlock", "pause=0")),
       "--faults：“0”不是故障次数；请写 1 .. 8，例如 pause=1"},
      {unanswerable(question("redlock", "pause@n7=1")),
       "--faults：没有名为“n7”的阶段、客户端或节点；是否想写“n1”？"},
      {unanswerable(question(
           "redlock", "cut,cut@n1,cut@n2,cut@n3,cut@alice,cut@bob,cut@hold,cut@wait,cut@acquire")),
       "--faults：一次搜索最多使用 8 种故障；请去掉几种，另外单独搜索"},
      {unanswerable(question("redlock", "cut=1,cut=2")), "--faults：“cut=2”写了两次；请写 cut=3"},
      {unanswerable(question("redlock", "", "choices=\"7\"")),
       "“choices”不是由搜索写出的选择序列；请写作 \"17:2/3 40:2/2\"，按通常的次序则写 \"\""},
      {mistake("[[fault]]\nwhen = \"the resource slept\"\ncrash = { client = \"alice\" }"), ""},
      {no_earlier(12'345), "它不可能早于 12.345 ms 到达：故障只能使它更晚"},
  };
  for (const auto& [said, chinese] : told_so) {
    EXPECT_FALSE(said.empty()) << chinese;
    EXPECT_THAT(said.untranslated(chinese_catalogue()), IsEmpty());
    EXPECT_THAT(told(said, Language::chinese), EndsWith(chinese));
  }
}

TEST(ProblemWords, OfALessonAndOfWhatCannotBeLiveAreChinese) {
  const auto lesson = read_lesson("# A\n\n## B\n\n```lab\nscenari = \"F06\"\n```\n", "a.md");
  const Sentence of_lesson = sim::sentence(std::get<sim::Problem>(lesson));
  EXPECT_THAT(of_lesson.untranslated(chinese_catalogue()), IsEmpty());
  EXPECT_EQ(told(of_lesson, Language::chinese),
            "a.md:6:1: B：lab 块中没有“scenari”这一项；是否想写“scenario”？");

  const auto read = sim::read_scenario(story, "T.toml");
  sim::Scenario scenario = std::get<sim::Scenario>(read);
  scenario.nodes[0].drift_ppm = 5;
  LiveTarget somebody_elses;
  somebody_elses.servers = {{"localhost", 1}};
  const Sentence of_live = sentence(*not_available_live(scenario, somebody_elses));
  EXPECT_THAT(of_live.untranslated(chinese_catalogue()), IsEmpty());
  EXPECT_EQ(
      told(of_live, Language::chinese),
      "时钟漂移（T 中的 n1）无法施加于并非由实验室启动的服务器；请用 --live，它会自行启动服务器");
}

}  // namespace
}  // namespace locklab::app

#include "app/lessons/lesson.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/lessons/seek.h"
#include "app/runs/judged_run.h"
#include "sim/scenario/library.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

namespace fs = std::filesystem;

Lesson lesson(std::string_view markdown, std::string_view file = "lessons/en/01_a.md") {
  return sim::value_of(read_lesson(markdown, file));
}

Sentence problem(std::string_view markdown) {
  return sim::problem_in(read_lesson(markdown, "a.md"));
}

constexpr std::string_view small = R"(# A title

The *question* of it.

## One step

```lab
scenario = "F06_pause_past_ttl"
seek = "alice paused"
point = ["lane alice"]
```

Look at **this** and `that`.

* first
* second

```ask
question = "Well?"
answers = ["no", "yes"]
right = 2
why = "Because."
```

Afterwards.

| a | b |
|---|---|
| 1 | 2 |
)";

TEST(LessonFile, IsReadIntoStepsWithWhatTheyShowAndAsk) {
  const Lesson read = lesson(small);
  EXPECT_EQ(read.id, "01_a");
  EXPECT_EQ(read.title, "A title");
  ASSERT_EQ(read.steps.size(), 1u);
  const LessonStep& step = read.steps[0];
  EXPECT_EQ(step.title, "One step");
  ASSERT_TRUE(step.showing);
  EXPECT_EQ(step.showing->scenario, "F06_pause_past_ttl");
  EXPECT_EQ(step.showing->seek, "alice paused");
  EXPECT_EQ(step.showing->point, std::vector<std::string>{"lane alice"});
  ASSERT_TRUE(step.question);
  EXPECT_EQ(step.question->right, 1u);
  ASSERT_EQ(step.text.size(), 3u);
  EXPECT_EQ(step.text[0].cells[0],
            (std::vector<TextRun>{
                {"Look at "}, {"this", true}, {" and "}, {"that", false, false, true}, {"."}}));
  EXPECT_EQ(step.text[1].kind, BlockKind::item);
  ASSERT_EQ(step.after.size(), 3u);
  EXPECT_EQ(step.after[1].kind, BlockKind::table_head);
  EXPECT_EQ(step.after[2].cells.size(), 2u);
}

TEST(LessonFile, SaysWhatIsWrongAndInWhichStep) {
  for (const char* wrong :
       {"no heading", "# A\n\ntext", "# A\n\n## B\n\n```lab\nscenari = \"F06\"\n```\n",
        "# A\n\n## B\n\n```ask\nquestion = \"q\"\nwhy = \"w\"\n"
        "answers = [\"a\", \"b\"]\nright = 3\n```\n",
        "# A\n\n## B\n\n```lab\nnot toml\n```\n"})
    EXPECT_THAT(problem(wrong), test::IsGolden());
}

TEST(LessonFile, ANumberedListKeepsItsNumbersAndTextItsStylesAndLinks) {
  const Lesson read = lesson(
      "# T\n\n## S\n\n2. two\n3. three\n\n* point\n\n"
      "See [**this** run](F06/fenced).\n");
  const std::vector<Block>& text = read.steps[0].text;
  ASSERT_EQ(text.size(), 4u);
  EXPECT_EQ(text[0].number, 2u);
  EXPECT_EQ(text[1].number, 3u);
  EXPECT_EQ(text[2].number, 0u);
  const std::vector<TextRun>& runs = text[3].cells[0];
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs[1], (TextRun{"this", true, false, false, "F06/fenced"}));
  EXPECT_EQ(runs[2].link, "F06/fenced");
  EXPECT_EQ(runs[3].link, "");
}

TEST(LessonFile, AZoomHasTwoEndsAndAQuestionHasStyles) {
  const Lesson read = lesson(
      "# T\n\n## S\n\n```lab\nzoom = \"start..12\"\n```\n\n```ask\nquestion = \"a `b`?\"\n"
      "answers = [\"x\", \"y\"]\nright = 1\nwhy = \"[c](F06) d\"\n```\n");
  EXPECT_EQ(read.steps[0].showing->zoom, "start..12");
  ASSERT_TRUE(read.steps[0].question);
  EXPECT_TRUE(read.steps[0].question->question[1].code);
  EXPECT_EQ(read.steps[0].question->why[0].link, "F06");
  EXPECT_THAT(problem("# A\n\n## B\n\n```lab\nzoom = \"12\"\n```\n"), test::IsGolden());
}

/// The lessons in this language by file name.
std::map<std::string, Lesson> all_of(std::string_view language) {
  std::map<std::string, Lesson> lessons;
  const fs::path folder = fs::path(LOCKLAB_SOURCE_DIR) / "assets" / "lessons" / language;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    lessons[entry.path().filename()] = lesson(text.str(), entry.path().string());
  }
  return lessons;
}

TEST(Lessons, BothLanguagesTeachTheSameStepByStep) {
  const auto english = all_of("en");
  const auto chinese = all_of("zh");
  EXPECT_GE(english.size(), 15u);
  ASSERT_EQ(english.size(), chinese.size());
  for (const auto& [file, one] : english) {
    ASSERT_TRUE(chinese.contains(file)) << file;
    const Lesson& other = chinese.at(file);
    ASSERT_EQ(one.steps.size(), other.steps.size()) << file;
    EXPECT_GE(one.steps.size(), 3u) << file;
    std::size_t questions = 0;
    for (std::size_t i = 0; i < one.steps.size(); ++i) {
      const LessonStep& a = one.steps[i];
      const LessonStep& b = other.steps[i];
      ASSERT_EQ(a.showing.has_value(), b.showing.has_value()) << file << " " << a.title;
      ASSERT_EQ(a.question.has_value(), b.question.has_value()) << file << " " << a.title;
      questions += a.question.has_value();
      if (a.question) {
        EXPECT_EQ(a.question->right, b.question->right) << file << " " << a.title;
      }
      if (!a.showing) continue;
      const auto all = [](const Showing& s) {
        return std::tie(s.scenario, s.seek, s.zoom, s.point);
      };
      EXPECT_EQ(all(*a.showing), all(*b.showing)) << file << " " << a.title;
    }
    EXPECT_GE(questions, 1u) << file;
  }
}

std::string words_of(const std::vector<TextRun>& runs) {
  std::string words;
  for (const TextRun& run : runs) words += run.text;
  return words;
}

// The question is also the headline above the timeline, read without the step's text.
TEST(Lessons, EveryQuestionIsUnderstoodWithoutItsStep) {
  const auto tells = testing::SizeIs(testing::Ge(40u));  // long enough to say what has happened
  const auto pronoun = testing::ContainsRegex("\\b([Ss]?[Hh]e|[Hh]er|[Hh]is|[Tt]hey|[Tt]hem)\\b");
  for (const auto& [file, one] : all_of("en"))
    for (const LessonStep& step : one.steps) {
      if (!step.question) continue;
      const std::string words = words_of(step.question->question);
      std::size_t name = words.npos;
      for (const char* about :
           {"Alice", "Bob", "Carol", "Dave", "Erin", "n1", "n2", "n3", "n4", "n5", "the stock",
            "The stock", "job", "visits", "client", "Redlock", "lock", "payments"})
        name = std::min(name, words.find(about));
      ASSERT_NE(name, words.npos) << file << ": " << words;
      EXPECT_THAT(words.substr(0, name), testing::Not(pronoun)) << file << ": " << words;
      EXPECT_THAT(words, tells) << file;
    }
  for (const auto& [file, one] : all_of("zh"))
    for (const LessonStep& step : one.steps)
      if (step.question) {
        EXPECT_THAT(words_of(step.question->question), tells) << file;
      }
}

/// Calls `see` with every text of every lesson in this language, and with its file and title.
template <class See>
void for_every_text(std::string_view language, See see) {
  for (const auto& [file, one] : all_of(language)) {
    const auto blocks = [&see, &name = file](const std::vector<Block>& all,
                                             const std::string& title) {
      for (const Block& block : all)
        for (const auto& cell : block.cells)
          for (const TextRun& run : cell) see(run, name + ", " + title);
    };
    blocks(one.text, one.title);
    for (const LessonStep& step : one.steps) {
      see(TextRun{step.title}, file + ", " + step.title);
      blocks(step.text, step.title);
      blocks(step.after, step.title);
      if (!step.question) continue;
      for (const auto* runs : {&step.question->question, &step.question->why})
        for (const TextRun& run : *runs) see(run, file + ", " + step.title);
      for (const std::string& answer : step.question->answers)
        see(TextRun{answer}, file + ", " + step.title);
    }
  }
}

/// A reader in the window has no shell, and sees titles where commands take names.
TEST(Lessons, NoneSpeaksOfTheCommandLineOrNamesWhatTheWindowDoesNotShow) {
  const auto unknown = testing::ContainsRegex(
      "locklab|--[a-z]|\\bF[0-9][0-9]\\b|F[0-9][0-9]_|_ms\\b|\\.toml|^/[a-z]|"
      "\\b(renew|extend|persistence|seed) ?= ?");
  for (const char* language : {"en", "zh"})
    for_every_text(language, [&](const TextRun& run, const std::string& where) {
      EXPECT_THAT(run.text, testing::Not(unknown)) << where;
    });
}

TEST(Lessons, EveryLinkOpensARun) {
  std::size_t links = 0;
  for (const char* language : {"en", "zh"})
    for_every_text(language, [&](const TextRun& run, const std::string& where) {
      if (run.link.empty()) return;
      ++links;
      EXPECT_EQ(sim::problem_in(open_named(sim::Library(), run.link)), Sentence()) << where;
    });
  EXPECT_GT(links, 40u);
}

// Regression: lesson 16 asked its first question about whatever run was open before.
TEST(Lessons, EveryFirstStepAndEveryQuestionHasAScene) {
  for (const char* language : {"en", "zh"})
    for (const auto& [file, one] : all_of(language)) {
      std::string scene;
      for (const LessonStep& step : one.steps) {
        if (step.showing && !step.showing->scenario.empty()) scene = step.showing->scenario;
        if (&step != &one.steps.front() && !step.question) continue;
        EXPECT_THAT(scene, testing::Not(testing::IsEmpty())) << file << ": " << step.title;
      }
    }
}

/// A step can seek whatever a fault's `when` matches, so a fault added there must be injected.
TEST(Lessons, EveryMomentThatTheySeekHappens) {
  const std::set<std::string> places{"", "start", "end", "violation"};
  for (const auto& [file, one] : all_of("en")) {
    std::string scenario;
    for (const LessonStep& step : one.steps) {
      if (!step.showing) continue;
      if (!step.showing->scenario.empty()) scenario = step.showing->scenario;
      if (places.contains(step.showing->seek)) continue;
      const std::string name = scenario + " fault={when=\"" + step.showing->seek +
                               "\", plus_ms=0, drift={node=\"n1\", ppm=7}}";
      const JudgedRun run = test::judged(name);
      bool struck = false;
      for (std::size_t i = 0; i < run.trace.size(); ++i)
        struck |= run.trace[i].kind == sim::EventKind::node_clock && run.trace[i].extra == 7;
      EXPECT_TRUE(struck) << file << ", " << step.title << ": " << step.showing->seek;
    }
  }
}

TEST(Seek, AtACommandThatANodeRanItsEffectIsSeenToo) {
  const ShownRunPtr run = test::opened("F05_get_then_del");
  const auto events = events_at(Showing{.seek = "n1 ran alice's release"}, *run);
  ASSERT_TRUE(events);
  EXPECT_EQ(run->trace()[*events - 1].kind, sim::EventKind::key_deleted)
      << "the step says that her DEL has deleted the key";
  EXPECT_EQ(run->trace()[*events - 2].kind, sim::EventKind::ran);
}

}  // namespace
}  // namespace locklab::app

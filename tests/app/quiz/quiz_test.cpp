// Questions made by the lab: the right answer is graded right and every other wrong, checked by
// reading the events in a second, independent way.
#include "app/quiz/quiz.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/lessons/lesson_file.h"
#include "app/quiz/draw.h"
#include "app/quiz/grade.h"
#include "app/quiz/judge_answer.h"
#include "app/runs/judged_run.h"
#include "app/timeline/words/wording.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/whole_file.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"
#include "tests/support/read.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using sim::Event;
using sim::EventKind;
using sim::Trace;
using test::opened;
using testing::HasSubstr;
using testing::Not;

// ---- the right answers, computed from the events again ------------------------------------------

/// The clients inside at a time, found by reading the trace backwards.
std::string inside_at(const Trace& trace, std::int64_t at) {
  std::string all;
  for (std::size_t client = 0; client < trace.info.clients.size(); ++client) {
    bool inside = false;
    for (std::size_t i = trace.size(); i-- > 0;) {
      const Event& event = trace[i];
      if (event.at > at || event.client != static_cast<ClientId>(client)) continue;
      if (event.kind != EventKind::entered && event.kind != EventKind::left &&
          event.kind != EventKind::client_crashed)
        continue;
      inside = event.kind == EventKind::entered;
      break;
    }
    if (inside) all += (all.empty() ? "" : " ") + trace.info.clients[client];
  }
  return all;
}

std::string next_inside(const Trace& trace, std::size_t seen) {
  for (std::size_t i = seen; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::entered) return std::string(trace.client_name(trace[i].client));
  return "";
}

/// The time at which the client's key on the node is gone, from the timeline's spans.
std::string key_gone(const ShownRun& run, const QuizQuestion& question) {
  for (std::size_t lane = 0; lane < run.scene.lanes.size(); ++lane) {
    if (run.scene.lanes[lane].name != question.node) continue;
    std::int64_t end = -1;
    for (const Span& span : run.scene.keys[lane]) {
      const bool own = span.owner < run.scene.lanes.size() &&
                       run.scene.lanes[span.owner].name == question.client;
      if (own && (span.from == question.at_us || span.from == end)) end = span.to;
    }
    return std::to_string(end);
  }
  return "no lane";
}

std::string reply_to(const ShownRun& run, const QuizQuestion& question) {
  const Trace& trace = run.trace();
  std::size_t still = question.nth;
  for (const Message& message : run.scene.messages) {
    if (message.sent == none_at) continue;
    const Event& sent = trace[message.sent];
    if (sent.purpose != Purpose::claim || trace.client_name(sent.client) != question.client ||
        trace.node_name(sent.node) != question.node || --still > 0)
      continue;
    return message.ran == none_at ? "" : short_reply(trace, trace[message.ran]).english();
  }
  return "no message";
}

/// The promises that a new check of the run finds broken.
std::string broken_promise(const ShownRun& run) {
  std::string broken;
  for (const sim::Verdict& verdict : sim::check(run.trace()))
    if (((run.trace().info.promises >> static_cast<unsigned>(verdict.property)) & 1) != 0 &&
        verdict.kept == sim::Kept::broken)
      broken += name(verdict.property);
  return broken;
}

std::string truth_of(const ShownRun& run, const QuizQuestion& question) {
  switch (question.kind) {
    case QuizKind::inside:
      return inside_at(run.trace(), question.at_us);
    case QuizKind::next:
      return next_inside(run.trace(), question.seen);
    case QuizKind::key:
      return key_gone(run, question);
    case QuizKind::reply:
      return reply_to(run, question);
    case QuizKind::promise:
      return broken_promise(run);
    default:
      return "open";
  }
}

bool is_fault(EventKind kind) {
  return sim::strikes(kind) || sim::ends_fault(kind) || kind == EventKind::node_promoted;
}

void expect_fair(const ShownRun& run, const QuizQuestion& question, const std::string& where) {
  const Trace& trace = run.trace();
  ASSERT_GE(question.answers.size(), 3u) << where;
  ASSERT_LT(question.right, question.answers.size()) << where;
  const std::string truth = truth_of(run, question);
  std::set<std::string> texts;
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    EXPECT_EQ(question.answers[i].value == truth, i == question.right)
        << where << "\n"
        << question.words.english() << "\n"
        << truth << " but " << question.answers[i].value;
    for (const Language language : {Language::english, Language::chinese})
      texts.insert(told(question.answers[i].words, language));
    EXPECT_THAT(question.words.untranslated(chinese_catalogue()), testing::IsEmpty());
    EXPECT_THAT(question.answers[i].words.untranslated(chinese_catalogue()), testing::IsEmpty());
    EXPECT_THAT(question.why.untranslated(chinese_catalogue()), testing::IsEmpty())
        << question.why.english();
  }
  EXPECT_GE(texts.size(), question.answers.size()) << where << ": answers look alike";
  if (question.kind == QuizKind::inside) {
    const sim::Scenario& scenario = run.judged.scenario;
    const std::int64_t round_trip = 2 * us(scenario.latency + scenario.jitter);
    for (const std::int64_t at : {question.at_us - round_trip, question.at_us + round_trip})
      EXPECT_EQ(inside_at(trace, at), truth) << where << ": the moment cannot be worked out";
  }
  const bool is_of_event =
      question.kind == QuizKind::key || (question.kind == QuizKind::next && truth != "");
  if (is_of_event) {
    EXPECT_THAT(question.why.english(), HasSubstr(" Cause: at ")) << where;
  }
  // No fault happens between the shown part and the moment that is asked about.
  std::int64_t asked = trace.back().at;
  if (question.kind == QuizKind::inside) asked = question.at_us;
  if (question.kind == QuizKind::key) asked = std::stoll(truth) - 1;
  if (question.kind == QuizKind::next) {
    std::size_t i = question.seen;
    while (i < trace.size() && trace[i].kind != EventKind::entered) ++i;
    asked = i < trace.size() ? trace[i].at - 1 : trace.back().at;
  }
  if (question.kind == QuizKind::reply || question.kind == QuizKind::promise) return;
  for (std::size_t i = question.seen; i < trace.size() && trace[i].at <= asked; ++i)
    EXPECT_FALSE(is_fault(trace[i].kind)) << where << " " << sim::name(trace[i].kind);
}

std::vector<std::string> all_runs() { return library_runs(sim::Library()).names; }

TEST(Quiz, EachQuestionOverEveryStoryHasOneRightAnswerAsTheEventsTellIt) {
  const sim::Library library;
  std::map<QuizKind, std::size_t> drawn;
  for (const std::string& name : all_runs()) {
    const ShownRunPtr run = opened(name);
    ASSERT_TRUE(run);
    if (run->trace().size() > 5000) continue;
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
      for (const QuizKind kind :
           {QuizKind::inside, QuizKind::next, QuizKind::key, QuizKind::reply, QuizKind::promise}) {
        Dice dice(seed);
        const auto question = draw_question(library, *run, kind, dice);
        if (!question) continue;
        ++drawn[kind];
        expect_fair(*run, *question,
                    name + ", seed " + std::to_string(seed) + ", " + std::string(app::name(kind)));
      }
  }
  for (const QuizKind kind :
       {QuizKind::inside, QuizKind::next, QuizKind::key, QuizKind::reply, QuizKind::promise})
    EXPECT_GT(drawn[kind], 20u) << app::name(kind);
}

TEST(Quiz, AnyRightAnswerToAnOpenQuestionIsAcceptedAndNoOther) {
  const sim::Library library;
  std::size_t leases = 0, faults = 0;
  for (const std::string& name : all_runs()) {
    if (name.find('/') != std::string::npos) continue;
    const ShownRunPtr run = opened(name);
    if (!run || run->trace().size() > 2000) continue;
    Dice dice(1);
    if (const auto lease = draw_question(library, *run, QuizKind::lease, dice)) {
      ++leases;
      const std::uint64_t ms = std::stoull(lease->sample);
      // Checks the run itself, with this lease and with one 1 ms shorter.
      const auto is_broken = [&](std::uint64_t with) {
        return broken_promise(*opened(*with_lease(*run, with)));
      };
      EXPECT_EQ(is_broken(ms), "") << name;
      if (ms > 1) {
        EXPECT_NE(is_broken(ms - 1), "") << name;
      }
      EXPECT_TRUE(is_least_lease(library, *run, ms)) << name;
      EXPECT_FALSE(is_least_lease(library, *run, ms - 1)) << name;
      EXPECT_FALSE(is_least_lease(library, *run, 0)) << name;
    }
    if (const auto fault = draw_question(library, *run, QuizKind::fault, dice)) {
      ++faults;
      EXPECT_EQ(broken_promise(*run), "") << name;
      EXPECT_NE(broken_promise(*opened(run->judged.name + " fault=" + fault->sample)), "") << name;
      const auto accepts = [&](const std::string& line) {
        const auto answer = breaks_lock(library, *run, line);
        return std::holds_alternative<bool>(answer) && std::get<bool>(answer);
      };
      EXPECT_TRUE(accepts(fault->sample)) << name;
      EXPECT_TRUE(accepts("  fault = " + fault->sample + " ")) << name;
      EXPECT_FALSE(accepts(fault->sample + " fault=" + fault->sample)) << "two are not one";
      EXPECT_FALSE(accepts(fault->sample + " set={ttl_ms=1}"));
      EXPECT_FALSE(accepts("nonsense"));
      EXPECT_FALSE(accepts(""));
      EXPECT_FALSE(
          accepts("{at_ms=0, drift={node=\"" + run->trace().info.nodes[0] + "\", ppm=1}}"));
    }
  }
  EXPECT_GT(leases, 2u);
  EXPECT_GT(faults, 1u);
}

Quiz quiz_of(const QuizTask& task) { return sim::value_of(make_quiz(sim::Library(), task)); }

class QuizInALanguage : public testing::TestWithParam<Language> {};

TEST_P(QuizInALanguage, TheSameSeedGivesTheSameQuizToTheByteAndOpensAsALesson) {
  const sim::Library library;
  const QuizTask task{.seed = 7, .language = GetParam()};
  const Quiz quiz = quiz_of(task);
  ASSERT_EQ(quiz.questions.size(), 10u);
  const std::string lesson = quiz_lesson(library, quiz);
  EXPECT_EQ(lesson, quiz_lesson(library, quiz_of(task)));
  EXPECT_EQ(quiz_paper(library, quiz), quiz_paper(library, quiz_of(task)));
  EXPECT_EQ(sim::value_of(read_quiz_task(lesson, "quiz.md")), task) << lesson;
  QuizTask other = task;
  other.seed = 8;
  EXPECT_NE(lesson, quiz_lesson(library, quiz_of(other)));

  const test::ScratchFolder folder;
  const std::string path = folder / "quiz.md";
  ASSERT_FALSE(sim::write_whole(path, {lesson}));
  const Lesson made = sim::value_of(load_lesson(library, path));
  ASSERT_EQ(made.steps.size(), 10u) << lesson;
  for (std::size_t i = 0; i < made.steps.size(); ++i) {
    const QuizQuestion& question = quiz.questions[i];
    ASSERT_TRUE(made.steps[i].showing);
    EXPECT_EQ(made.steps[i].showing->events, question.seen);
    ASSERT_TRUE(made.steps[i].question) << lesson;
    const OpenAnswer open = made.steps[i].question->open;
    EXPECT_EQ(open == OpenAnswer::lease, question.kind == QuizKind::lease);
    EXPECT_EQ(open == OpenAnswer::fault, question.kind == QuizKind::fault);
    if (open == OpenAnswer::none) {
      EXPECT_EQ(made.steps[i].question->right, question.right);
      EXPECT_EQ(made.steps[i].question->answers[0], told(question.answers[0].words, task.language));
    }
  }
  EXPECT_THAT(lesson, Not(HasSubstr("{}")));
}

INSTANTIATE_TEST_SUITE_P(InBothLanguages, QuizInALanguage,
                         testing::Values(Language::english, Language::chinese));

TEST(Quiz, BothLanguagesAskTheSame) {
  QuizTask task;
  task.seed = 3;
  const Quiz english = quiz_of(task);
  task.language = Language::chinese;
  const Quiz chinese = quiz_of(task);
  ASSERT_EQ(english.questions.size(), chinese.questions.size());
  for (std::size_t i = 0; i < english.questions.size(); ++i) {
    EXPECT_EQ(english.questions[i].right, chinese.questions[i].right);
    EXPECT_EQ(english.questions[i].run, chinese.questions[i].run);
    EXPECT_EQ(english.questions[i].words, chinese.questions[i].words);
  }
}

/// The answer form, with all answers right or all wrong.
std::string filled_in(const Quiz& quiz, bool right) {
  std::string text = "name = \"小明\"\n";
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const QuizQuestion& question = quiz.questions[i];
    std::string answer(
        1, static_cast<char>('a' + (question.right + (right ? 0 : 1)) %
                                       std::max<std::size_t>(question.answers.size(), 1)));
    if (is_open(question.kind)) answer = right ? question.sample : "7777777777";
    text += std::to_string(i + 1) + " = " + sim::to_toml(sim::Value::of("", answer)) + "\n";
  }
  return text;
}

TEST(Quiz, AFilledInFormIsGradedAndTheTeacherSeesEachAnswer) {
  const sim::Library library;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Quiz quiz = quiz_of({.seed = seed});
    const auto graded = [&](const std::string& text) {
      return grade(library, quiz, sim::value_of(read_answers(text, "a.toml")));
    };
    const Result good = graded(filled_in(quiz, true));
    const Result bad = graded(filled_in(quiz, false));
    const Result empty = graded(quiz_form(library, quiz));
    EXPECT_EQ(good.right(), quiz.questions.size()) << seed;
    EXPECT_EQ(bad.right(), 0u) << seed;
    EXPECT_EQ(empty.right(), 0u);
    EXPECT_FALSE(empty.grades[0].answered);
    const std::string table = results_table(quiz, {good, bad});
    EXPECT_THAT(table, HasSubstr("10 / 10"));
    EXPECT_THAT(table, HasSubstr("0 / 10"));
    EXPECT_THAT(results_json(quiz, {good, bad}), HasSubstr("\"name\": \"小明\""));
  }
}

TEST(Quiz, APaperHasNoAnswersAndTheAnswersStandApart) {
  const sim::Library library;
  const Quiz quiz = quiz_of({.seed = 5});
  const std::string paper = quiz_paper(library, quiz);
  const std::string answers = quiz_answers(library, quiz);
  for (const QuizQuestion& question : quiz.questions) {
    if (is_open(question.kind)) {
      EXPECT_THAT(paper, Not(HasSubstr(">" + question.sample)));
    }
    EXPECT_THAT(answers, HasSubstr("<b>"));
  }
  EXPECT_THAT(paper, Not(HasSubstr("<b>a)")));
  EXPECT_THAT(paper, Not(HasSubstr("pause={"))) << "the language of scenario files";
  EXPECT_THAT(paper, Not(HasSubstr("set_px_lua")));
  EXPECT_THAT(quiz_form(library, quiz), HasSubstr("10 = \"\""));
}

TEST(Quiz, BadFilesSayWhatIsWrong) {
  EXPECT_THAT(
      (std::vector{sim::problem_in(read_quiz_task("# A lesson\n", "a.md")),
                   sim::problem_in(read_quiz_task("# A\n\n```quiz\nseed = x\n```\n", "a.md")),
                   sim::problem_in(read_answers("1 = \n", "b.toml")),
                   sim::problem_in(read_answers("one = \"a\"\n", "b.toml"))}),
      test::IsGolden());
}

}  // namespace
}  // namespace locklab::app

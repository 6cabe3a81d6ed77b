// The text of a lesson's step agrees with the picture next to it.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "app/gui/layout/cluster_words.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/update.h"
#include "app/lessons/lesson_list.h"
#include "app/lessons/seek.h"
#include "app/timeline/scene/cluster_state.h"
#include "app/timeline/scene/outline.h"
#include "app/timeline/scene/overview.h"
#include "app/timeline/scene/shapes.h"
#include "app/timeline/scene/source_state.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {
namespace {

using namespace intent;

/// Cached runs by name, because lessons show many of them repeatedly.
ShownRunPtr shown_once(const std::string& name) {
  static std::map<std::string, ShownRunPtr> all;
  ShownRunPtr& run = all[name];
  if (!run) run = std::get<ShownRunPtr>(make_shown_run(sim::Library(), name));
  return run;
}

void read_on(Model& model, const Intent& wanted) {
  if (const auto job = update(model, wanted))
    update(model, Opened{job->job, shown_once(job->work.get<work::Run>().name)});
}

/// Calls `check(model, step, where)` in every step of every lesson, in both languages.
template <class Check>
void in_every_step(Check check) {
  for (const Language language : {Language::english, Language::chinese}) {
    Model model;
    model.settings.language = language;
    read_on(model, OpenLesson{0});
    for (const Lesson& lesson : lessons(language))
      for (const LessonStep& step : lesson.steps) {
        check(model, step, lesson.id + ": " + step.title);
        read_on(model, GoToStep{+1});
      }
  }
}

std::string words_of(const std::vector<TextRun>& runs) {
  std::string words;
  for (const TextRun& run : runs) words += run.code ? "`" + run.text + "`" : run.text;
  return words;
}

/// The text above the question.
std::string words_of(const LessonStep& step) {
  std::string words;
  for (const Block& block : step.text)
    for (const auto& cell : block.cells) words += words_of(cell) + "\n";
  return words;
}

bool is_at_the_start(const Showing& showing) {
  return showing.seek.empty() || showing.seek == "start";
}

TEST(LessonPictures, TheMomentOfAStepIsNotAtTheEdgeOfThePicture) {
  in_every_step([](const Model& model, const LessonStep& step, const std::string& where) {
    if (!step.showing || (is_at_the_start(*step.showing) && !step.showing->seek_ms)) return;
    if (model.cursor.at_us == 0) return;
    const double x = model.view.x_of(model.cursor.at_us, 1);
    EXPECT_GE(x, 0.1) << where << ": " << model.cursor.at_us / 1000 << " of "
                      << model.run->scene.end / 1000 << " ms";
    EXPECT_LE(x, 1) << where;
  });
}

/// The known fraction of the view: up to the open question's time or, without a question, up to the
/// last event in the view.
double known_part(const Model& model) {
  const sim::Trace& trace = model.run->trace();
  const std::size_t told = predicts(model)
                               ? model.cursor.events
                               : events_until(trace, static_cast<std::int64_t>(model.view.to));
  double until = told == 0 ? 0 : static_cast<double>(trace[told - 1].at);
  if (predicts(model)) until = model.cursor.at_us;
  return (until - std::max(model.view.from, 0.0)) / model.view.span();
}

// Seven lanes in a fifth of the picture cannot be read from the last row of a class room.
TEST(LessonPictures, WhatIsKnownFillsThePicture) {
  in_every_step([](const Model& model, const LessonStep&, const std::string& where) {
    if (model.cursor.at_us == 0) return;  // nothing has happened yet
    EXPECT_GE(known_part(model), 0.4) << where << ": at " << model.cursor.at_us / 1000 << " ms in "
                                      << model.view.from / 1000 << ".." << model.view.to / 1000;
  });
}

// The broken promise is often the answer, and any view can give it away, not only the headline.
TEST(LessonPictures, NoBrokenPromiseIsMarkedBesideAnOpenQuestion) {
  std::size_t broken_before = 0;
  in_every_step([&](const Model& model, const LessonStep&, const std::string& where) {
    if (!predicts(model)) return;
    TimelineOptions options;
    options.axis = model.settings.axis;
    options.view = model.view;
    options.width = 800;
    for (const LaneChoice& choice : model.lanes) options.lanes.push_back(choice.lane);
    options.told = told_part(model);
    const ShownRun& run = *model.run;
    const TimelineShapes shapes = lay_out_timeline(run.scene, run.trace(), options);
    EXPECT_TRUE(shapes.clashes.empty()) << where;
    for (const MarkShape& alarm : shapes.alarms)
      EXPECT_NE(alarm.kind, MarkKind::violation) << where;
    for (const MarkShape& alarm :
         lay_out_overview(axis_of(model), run.scene, model.view, 800, 12, options.told).alarms)
      EXPECT_NE(alarm.kind, MarkKind::violation) << where;
    for (const sim::Verdict& verdict : run.judged.verdicts) {
      EXPECT_FALSE(is_told(model, verdict)) << where;
      broken_before += verdict.kept == sim::Kept::broken && *verdict.event < model.cursor.events;
    }
  });
  EXPECT_GT(broken_before, 0u) << "there is something to hide";
}

// Regression: the question "Is every promise kept now?" was answered with "No: Alice and Bob are
// still inside together."
TEST(LessonPictures, TheQuestionOfTheComparedReleaseIsAskedBeforeBothAreInside) {
  Model model;
  read_on(model, OpenLesson{7});
  read_on(model, GoToStep{+1});
  read_on(model, GoToStep{+1});
  ASSERT_TRUE(predicts(model));
  const ClusterState state = cluster_at(model.run->trace(), model.run->scene, model.cursor.events,
                                        static_cast<std::int64_t>(model.cursor.at_us));
  EXPECT_EQ(std::count_if(state.clients.begin(), state.clients.end(),
                          [](const ClusterClient& client) { return client.progress.inside; }),
            1);
}

// Regression: two nodes that are dead from the beginning were free in lanes and cluster.
TEST(LessonPictures, ANodeThatIsDownOrFrozenAtTheMomentIsNotShownAsFree) {
  std::size_t checked = 0;
  in_every_step([&](const Model& model, const LessonStep&, const std::string& where) {
    const sim::Trace& trace = model.run->trace();
    const auto at = static_cast<std::int64_t>(model.cursor.at_us);
    std::set<std::size_t> away;
    for (std::size_t i = 0; i < events_until(trace, at); ++i) {
      const auto kind = trace[i].kind;
      if (kind == sim::EventKind::node_killed || kind == sim::EventKind::node_stopped)
        away.insert(index(trace[i].node));
      if (kind == sim::EventKind::node_restarted || kind == sim::EventKind::node_continued)
        away.erase(index(trace[i].node));
    }
    const ClusterState state = cluster_at(trace, model.run->scene, model.cursor.events, at);
    for (const std::size_t node : away)
      EXPECT_NE(state.nodes.at(node).condition, NodeCondition::up)
          << where << ": " << trace.info.nodes[node] << " at " << at << " us";
    checked += away.size();
  });
  EXPECT_GT(checked, 10u);
}

// Regression: in lesson 5 bob received "OK", while the text spoke of his answer [0, 1].
TEST(LessonPictures, AReplyAtTheMomentOfAStepIsTheOneInItsText) {
  std::size_t checked = 0;
  in_every_step([&](const Model& model, const LessonStep& step, const std::string& where) {
    if (!step.showing || model.cursor.events == 0) return;
    const sim::Event& event = model.run->trace()[model.cursor.events - 1];
    if (event.kind != sim::EventKind::received) return;
    ++checked;
    EXPECT_THAT(words_of(step),
                testing::HasSubstr(short_reply(model.run->trace(), event).english()))
        << where;
  });
  EXPECT_GE(checked, 4u) << "lessons 3 and 5 in both languages";
}

TEST(LessonPictures, AZoomNamesTwoMomentsOfItsRun) {
  in_every_step([](const Model& model, const LessonStep& step, const std::string& where) {
    if (step.showing && !step.showing->zoom.empty()) {
      EXPECT_TRUE(zoom_of(*step.showing, *model.run)) << where << ": " << step.showing->zoom;
    }
  });
}

/// A sentence about NAME, as patterns in both languages. It is true after the event `happened` of
/// NAME, and until `ended`, if given.
struct LessonClaim {
  const char* english;
  const char* chinese;
  sim::EventKind happened;
  std::optional<sim::EventKind> ended = {};
};

const std::vector<LessonClaim>& claims_of_lessons() {
  using enum sim::EventKind;
  static const std::vector<LessonClaim> all{
      {"NAME (is|and NAME are) inside|NAME is in the critical section|NAME is still inside",
       "NAME (还|也)?在(里面|临界区里)", entered, left},
      {"NAME (has (just )?)?crashed\\b", "NAME (刚刚)?崩溃了", client_crashed},
      {"NAME (got|has got) `OK`", "NAME 得到 `OK`", acquired},
      {"NAME got `nil`", "NAME 得到 `nil`", refused},
      {"NAME holds (the lock|n)", "NAME 持有(锁| n)", acquired},
      {"NAME gave up", "NAME 放弃了", gave_up},
      {"NAME has (entered|read the stock)", "NAME (进来了|已经读了库存)", entered},
      {"NAME has left", "NAME 已经离开临界区", left}};
  return all;
}

bool is_so(const Model& model, const LessonClaim& claim, std::uint16_t client) {
  bool so = false;
  for (std::size_t i = 0; i < model.cursor.events; ++i) {
    const sim::Event& event = model.run->trace()[i];
    if (index(event.client) != client) continue;
    if (event.kind == claim.happened) so = true;
    if (event.kind == claim.ended) so = false;
  }
  return so;
}

TEST(LessonPictures, WhatAStepSaysOfAClientHasHappenedAtItsMoment) {
  std::size_t checked = 0;
  in_every_step([&](const Model& model, const LessonStep& step, const std::string& where) {
    const std::string words = words_of(step);
    for (std::size_t client = 0; client < model.run->trace().info.clients.size(); ++client) {
      std::string name = model.run->trace().info.clients[client];
      name[0] = static_cast<char>(std::toupper(name[0]));
      for (const LessonClaim& claim : claims_of_lessons())
        for (const char* pattern : {claim.english, claim.chinese}) {
          const std::string said =
              std::regex_replace(std::string(pattern), std::regex("NAME"), name);
          std::smatch found;
          if (!std::regex_search(words, found, std::regex(said))) continue;
          ++checked;
          EXPECT_TRUE(is_so(model, claim, static_cast<std::uint16_t>(client)))
              << where << ": “" << found.str() << "” at " << model.cursor.at_us / 1000 << " ms";
        }
    }
  });
  EXPECT_GT(checked, 30u);
}

/// The text of the panels at the cursor: the cluster's labels, and the Redis commands if the step
/// points at them.
std::string seen(const Model& model, const Showing& showing) {
  std::string all;
  const auto at = static_cast<std::int64_t>(model.cursor.at_us);
  const ShownRun& run = *model.run;
  const ClusterState state = cluster_at(run.trace(), run.scene, model.cursor.events, at);
  const Words& say = Words::in(model.settings.language);
  for (std::uint16_t lane = 0; lane < model.run->scene.lanes.size(); ++lane)
    for (const LabelLine& line : cluster_label(say, *model.run, state, lane, at))
      all += line.text + "\n";
  const auto& points = showing.point;
  if (std::find(points.begin(), points.end(), "redis") == points.end()) return all;
  const SourceState source =
      source_state(run.trace(), run.scene.events[*model.lane], model.cursor.events);
  for (const Asked& asked : source.asked)
    all += as_typed(run.trace().words(run.trace()[asked.sent])) + "\n";
  return all;
}

// Regression: lesson 1 showed one lock in its text and another in the picture.
TEST(LessonPictures, TheCodeOfAStepIsThatOfTheLockBesideIt) {
  std::size_t checked = 0;
  in_every_step([&](const Model& model, const LessonStep& step, const std::string& where) {
    if (!step.showing) return;
    const auto& points = step.showing->point;
    if (std::find(points.begin(), points.end(), "source") == points.end()) return;
    std::string outline;
    const sim::Scenario& scenario = model.run->judged.scenario;
    for (const OutlineLine& line : outline_of(scenario.strategy, scenario.lock))
      outline += std::string(line.code) + "\n";
    for (const Block& block : step.text) {
      if (block.kind != BlockKind::code) continue;
      std::string code;
      for (const TextRun& run : block.cells.front()) code += run.text;
      if (code.find("redis.call") != code.npos) continue;  // a complete script: REDIS shows it
      ++checked;
      std::istringstream lines(code);
      for (std::string line; std::getline(lines, line);)
        EXPECT_THAT(outline, testing::HasSubstr(line.substr(line.find_first_not_of(' ')))) << where;
    }
  });
  EXPECT_EQ(checked, 2u) << "lesson 1 in both languages";
}

/// The commands of the REDIS panel for a client, each with the code that SOURCE highlights for it.
std::vector<std::pair<std::string, std::string>> lit_commands(const Model& model,
                                                              std::size_t client) {
  constexpr std::size_t most = 4;
  const ShownRun& run = *model.run;
  const auto& lane = run.scene.events[client];
  const sim::Scenario& scenario = run.judged.scenario;
  const auto lines = outline_of(scenario.strategy, scenario.lock);
  std::vector<std::pair<std::string, std::string>> lit;
  for (const auto& nodes : dialogue(run.trace(), lane, model.cursor.events, most))
    for (const Asked& asked : nodes) {
      const OutlinePlace place = outline_place(lines, run.trace(), lane, asked.sent + 1);
      lit.emplace_back(brief_command(run.trace(), run.trace()[asked.sent]),
                       place.line ? std::string(lines[*place.line].code) : "");
    }
  return lit;
}

// Regression: next to MULTI, to a renewal by PEXPIRE and to a wall clock, SOURCE had the lock with
// its default settings.
TEST(LessonPictures, TheHighlightedSourceHoldsTheCommandsOfTheRedisPanel) {
  std::size_t checked = 0;
  in_every_step([&](const Model& model, const LessonStep&, const std::string& where) {
    const sim::Scenario& scenario = model.run->judged.scenario;
    std::string outline;
    for (const OutlineLine& line : outline_of(scenario.strategy, scenario.lock))
      outline += std::string(line.code) + "\n";
    EXPECT_EQ(outline.find("wall_clock()") != outline.npos, scenario.lock.clock == ClockKind::wall)
        << where;
    for (std::size_t client = 0; client < model.run->scene.clients; ++client)
      for (const auto& [command, code] : lit_commands(model, client)) {
        ++checked;
        std::string verb = command.substr(0, command.find(' '));
        if (verb == "EVALSHA") verb = "EVAL";
        // A lease in whole seconds is EXPIRE, any other PEXPIRE.
        EXPECT_THAT(code, testing::HasSubstr(verb == "PEXPIRE" ? "EXPIRE" : verb))
            << where << ": " << command;
      }
  });
  EXPECT_GT(checked, 200u);
}

TEST(LessonPictures, AValueInTheTextOfAStepIsSeenBesideIt) {
  std::size_t checked = 0;
  const std::regex value("`([0-9a-f]{4})`");
  in_every_step([&](const Model& model, const LessonStep& step, const std::string& where) {
    const std::string words = words_of(step);
    for (std::sregex_iterator at(words.begin(), words.end(), value), end; at != end; ++at) {
      ++checked;
      EXPECT_THAT(seen(model, *step.showing), testing::HasSubstr((*at)[1].str())) << where;
    }
  });
  EXPECT_GE(checked, 2u);
}

}  // namespace
}  // namespace locklab::app

#include "app/gui/window/font_sample.h"

#include "app/words/display_text.h"
#include "app/words/embedded.h"
#include "app/words/words.h"
#include "sim/trace/property.h"

namespace locklab::app {

namespace {

/// The reason in a report of failed work, which may name files, or quote a server; empty if the
/// intent is none of the list, or reports no failure.
template <class... All>
std::string problem_in(const Intent& wanted, const TypeList<All...>*) {
  std::string problem;
  const auto take = [&problem](const auto* report) {
    if constexpr (requires { report->problem.english(); })
      if (report) problem = report->problem.english();
  };
  (take(wanted.get_if<All>()), ...);
  return problem;
}

template <class... Lists>
std::string problem_in(const Intent& wanted) {
  return (problem_in(wanted, static_cast<const Lists*>(nullptr)) + ...);
}

}  // namespace

std::string sample_of_all_text(const std::vector<sim::ScenarioEntry>& scenarios) {
  std::string all;
  for (const Language language : {Language::english, Language::chinese})
    for (const auto& [key, text] : Words::in(language).all()) all += text;
  for (const auto& [english, chinese] : chinese_catalogue()) all += chinese;
  for (std::size_t i = 0; i < sim::property_count; ++i)
    all += chinese_name(static_cast<sim::Property>(i));
  for (const sim::ScenarioEntry& entry : scenarios) all += entry.title;
  for (const embedded::File& lesson : embedded::lessons()) all += lesson.text;
  return all;
}

bool add_characters(std::string_view text, std::string& sample) {
  bool added = false;
  for (const std::string& character : characters(text)) {
    if ((character.front() & 0x80) == 0 || sample.find(character) != std::string::npos) continue;
    sample += character;
    added = true;
  }
  return added;
}

bool add_texts_of(const Lesson& lesson, std::string& sample) {
  std::string all = lesson.title;
  const auto add_runs = [&all](const std::vector<TextRun>& runs) {
    for (const TextRun& run : runs) all += run.text;
  };
  const auto add_blocks = [&](const std::vector<Block>& blocks) {
    for (const Block& block : blocks)
      for (const std::vector<TextRun>& cell : block.cells) add_runs(cell);
  };
  add_blocks(lesson.text);
  for (const LessonStep& step : lesson.steps) {
    all += step.title;
    add_blocks(step.text);
    add_blocks(step.after);
    if (!step.question) continue;
    add_runs(step.question->question);
    add_runs(step.question->why);
    for (const std::string& answer : step.question->answers) all += answer;
  }
  return add_characters(all, sample);
}

bool add_texts_of(const ShownRun& run, std::string& sample) {
  const sim::Scenario& scenario = run.judged.scenario;
  std::string own = scenario.title + scenario.story + scenario.notes;
  for (const Lane& lane : run.scene.lanes) own += lane.name;
  return add_characters(own, sample);
}

bool add_texts_of(const Intent& wanted, std::string& sample) {
  std::string all =
      problem_in<RunIntents, SearchIntents, StressIntents, FileIntents, NotebookIntents>(wanted);
  bool added = false;
  if (const auto* opened = wanted.get_if<intent::Opened>())
    added = opened->run && add_texts_of(*opened->run, sample);
  if (const auto* progress = wanted.get_if<intent::LiveProgress>())
    added = progress->run && add_texts_of(*progress->run, sample);
  if (const auto* read = wanted.get_if<intent::LessonRead>())
    added = read->lesson && add_texts_of(*read->lesson, sample);
  if (const auto* story = wanted.get_if<intent::SetStory>())
    all += story->form.text.title + story->form.text.story + story->form.text.notes;
  if (const auto* write = wanted.get_if<intent::WriteNote>()) all += write->note;
  if (const auto* moment = wanted.get_if<intent::NameMoment>()) all += moment->title;
  if (const auto* notebook = wanted.get_if<intent::NameNotebook>()) all += notebook->name;
  if (const auto* file = wanted.get_if<intent::TypeName>()) all += file->name;
  if (const auto* saved = wanted.get_if<intent::Saved>()) all += saved->path;
  if (const auto* listed = wanted.get_if<intent::FolderListed>()) {
    all += listed->folder;
    for (const FolderEntry& entry : listed->entries) all += entry.name;
  }
  return add_characters(all, sample) || added;
}

}  // namespace locklab::app

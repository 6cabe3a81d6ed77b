#include "app/gui/window/font_sample.h"

#include "app/words/display_text.h"
#include "app/words/embedded.h"
#include "app/words/words.h"
#include "sim/trace/property.h"

namespace locklab::app {

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
  if (const auto* opened = wanted.get_if<intent::Opened>())
    return opened->run && add_texts_of(*opened->run, sample);
  if (const auto* progress = wanted.get_if<intent::LiveProgress>())
    return progress->run && add_texts_of(*progress->run, sample);
  if (const auto* read = wanted.get_if<intent::LessonRead>())
    return read->lesson && add_texts_of(*read->lesson, sample);
  if (const auto* story = wanted.get_if<intent::SetStory>()) {
    const sim::StoryText& text = story->form.text;
    return add_characters(text.title + text.story + text.notes, sample);
  }
  if (const auto* write = wanted.get_if<intent::WriteNote>())
    return add_characters(write->note, sample);
  if (const auto* moment = wanted.get_if<intent::NameMoment>())
    return add_characters(moment->title, sample);
  if (const auto* notebook = wanted.get_if<intent::NameNotebook>())
    return add_characters(notebook->name, sample);
  return false;
}

}  // namespace locklab::app

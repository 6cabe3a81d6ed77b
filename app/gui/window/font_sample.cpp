#include "app/gui/window/font_sample.h"

#include <algorithm>

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

namespace {

bool add_text(const std::string& own, std::string& sample) {
  const bool plain = std::all_of(own.begin(), own.end(), [](char c) { return (c & 0x80) == 0; });
  if (plain || sample.find(own) != std::string::npos) return false;
  sample += own;
  return true;
}

}  // namespace

bool add_texts_of(const ShownRun& run, std::string& sample) {
  const sim::Scenario& scenario = run.judged.scenario;
  std::string own = scenario.title + scenario.story + scenario.notes;
  for (const Lane& lane : run.scene.lanes) own += lane.name;
  return add_text(own, sample);
}

bool add_new_texts(const Model& model, bool other_run, std::string& sample) {
  const bool of_run = model.run && other_run && add_texts_of(*model.run, sample);
  if (!model.story_form) return of_run;
  const sim::StoryText& text = model.story_form->text;
  return add_text(text.title + text.story + text.notes, sample) || of_run;
}

}  // namespace locklab::app

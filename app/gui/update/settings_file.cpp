#include "app/gui/update/settings_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <variant>

#include "app/challenges/level.h"

#include "app/changes/fault_tools.h"
#include "app/gui/update/class_votes.h"
#include "app/gui/update/files.h"
#include "app/gui/update/lesson_work.h"
#include "app/gui/update/look.h"
#include "app/lessons/lesson_list.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t most_kept_moves = 100'000;
constexpr std::size_t most_kept_branches = 100;  ///< per step
constexpr std::string_view language_words[] = {"en", "zh"};
constexpr std::string_view panes_words[] = {"timeline", "both", "cluster"};
constexpr std::string_view axis_words[] = {"time", "events"};
constexpr std::string_view theme_words[] = {"dark", "light", "projector"};

template <class Enum, std::size_t n>
void take_word(const json& from, const char* key, const std::string_view (&words)[n], Enum& into) {
  const auto found = from.find(key);
  if (found == from.end() || !found->is_string()) return;
  for (std::size_t i = 0; i < n; ++i)
    if (found->get_ref<const std::string&>() == words[i]) into = static_cast<Enum>(i);
}

void take_part(const json& from, const char* key, float& into) {
  const auto found = from.find(key);
  if (found == from.end() || !found->is_number()) return;
  into = std::clamp(found->get<float>(), least_part, most_part);
}

/// Reads sizes of known tools, if they are in range.
void take_sizes(const json& from, Settings& settings) {
  if (!from.is_object()) return;
  for (const BreakingTool& tool : breaking_tools()) {
    const auto found = from.find(tool.id);
    if (found != from.end() && found->is_number() && is_size(tool.size, found->get<double>()))
      settings.sizes[std::string(tool.id)] = found->get<double>();
  }
}

void take_yes_no(const json& from, const char* key, bool& into) {
  const auto found = from.find(key);
  if (found != from.end() && found->is_boolean()) into = found->get<bool>();
}

/// Reads names of panels, and ignores those that cannot be hidden.
void take_hidden(const json& names, Layout& layout) {
  if (!names.is_array()) return;
  layout.hidden = {};
  for (std::size_t i = 0; i < panel_count; ++i) {
    const auto panel = static_cast<Panel>(i);
    if (panel == Panel::lesson || panel == Panel::cluster) continue;
    for (const json& named : names)
      if (named.is_string() && named.get_ref<const std::string&>() == name(panel))
        layout.hidden[i] = true;
  }
}

std::string text_or(const json& from, const char* key, const std::string& otherwise) {
  const auto found = from.find(key);
  return found != from.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// Writes lessons by id, since their numbers change when one is added.
json lessons_text(const LessonPlace& place, const Model& model) {
  const std::vector<Lesson>& all = lessons(Language::english);
  json answers = json::object();
  for (const auto& [where, answer] : place.answers)
    if (where.first < all.size())
      answers[all[where.first].id][std::to_string(where.second)] = answer;
  const std::string id = place.lesson < all.size() ? all[place.lesson].id : "";
  json read = json::object();
  for (const auto& [lesson, steps] : place.read)
    if (lesson < all.size()) read[all[lesson].id] = steps;
  json votes = json::object();
  for (const auto& [where, counted] : place.votes)
    if (where.first < all.size())
      votes[all[where.first].id][std::to_string(where.second)] = counted;
  json branches = json::object();
  for (const auto& [where, kept] : kept_branches(model))
    for (const KeptBranch& branch : kept)
      if (where.first < all.size())
        branches[all[where.first].id][std::to_string(where.second)].push_back(
            {branch.name, branch.parent});
  return {{"lesson", id},   {"step", place.step},   {"answers", answers},
          {"votes", votes}, {"branches", branches}, {"read", read}};
}

std::optional<std::size_t> lesson_of(const std::string& id) {
  const std::vector<Lesson>& all = lessons(Language::english);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].id == id) return i;
  return std::nullopt;
}

std::optional<std::size_t> whole_number(const json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  return value.get<std::size_t>();
}

/// Calls `take(id, step, value)` for each value stored for a step.
template <class Take>
void for_each_step(const json& kept, Take take) {
  if (!kept.is_object()) return;
  for (const auto& [id, steps] : kept.items()) {
    const auto lesson = lesson_of(id);
    if (!lesson || !steps.is_object()) continue;
    const std::vector<LessonStep>& own = lessons(Language::english)[*lesson].steps;
    for (std::size_t step = 0; step < own.size(); ++step) {
      const auto given = steps.find(std::to_string(step));
      if (given != steps.end()) take(StepId{*lesson, step}, own[step], *given);
    }
  }
}

/// Calls `take(id, answers, value)` for each value stored for a question.
template <class Take>
void for_each_question(const json& kept, Take take) {
  for_each_step(kept, [&](StepId id, const LessonStep& step, const json& given) {
    if (step.question) take(id, step.question->answers.size(), given);
  });
}

void take_branches(const json& kept, Model& model) {
  for_each_step(kept, [&](StepId id, const LessonStep&, const json& given) {
    if (!given.is_array()) return;
    for (const json& one : given) {
      if (!one.is_array() || one.size() != 2 || !one[0].is_string()) continue;
      const auto parent = whole_number(one[1]);
      if (parent && model.unmade[id].size() < most_kept_branches)
        model.unmade[id].push_back({one[0].get<std::string>(), *parent});
    }
    if (model.unmade[id].empty()) model.unmade.erase(id);
  });
}

void take_answers(const json& kept, LessonPlace& place) {
  for_each_question(kept, [&](StepId step, std::size_t answers, const json& given) {
    const auto answer = whole_number(given);
    if (answer && *answer < answers) place.answers[step] = *answer;
  });
}

void take_votes(const json& kept, LessonPlace& place) {
  for_each_question(kept, [&](StepId step, std::size_t answers, const json& given) {
    if (!given.is_array() || given.size() != answers) return;
    std::vector<std::uint32_t> votes;
    for (const json& one : given)
      if (const auto number = whole_number(one); number && *number <= most_votes)
        votes.push_back(static_cast<std::uint32_t>(*number));
    if (votes.size() == answers) place.votes[step] = votes;
  });
}

/// Reads results of known levels.
void take_challenges(const json& from, Settings& settings) {
  if (!from.is_object()) return;
  for (const Level& level : levels()) {
    const auto found = from.find(level.id);
    if (found == from.end() || !found->is_object()) continue;
    const auto number = [&](const char* key) {
      const auto value = found->find(key);
      return value == found->end() ? std::nullopt : whole_number(*value);
    };
    const auto stars = number("stars");
    const auto moves = number("moves");
    if (stars && moves && *stars >= 1 && *stars <= most_stars && *moves <= most_kept_moves)
      settings.challenges[level.id] = {static_cast<std::uint32_t>(*stars),
                                       static_cast<std::uint32_t>(*moves)};
  }
}

void take_read(const json& read, LessonPlace& place) {
  if (!read.is_object()) return;
  for (const auto& [id, steps] : read.items()) {
    const auto lesson = lesson_of(id);
    const auto number = whole_number(steps);
    if (lesson && number)
      place.read[*lesson] = std::min(*number, lessons(Language::english)[*lesson].steps.size());
  }
}

void take_lessons(const json& from, Model& model) {
  if (!from.is_object()) return;
  LessonPlace place;
  const auto lesson = lesson_of(text_or(from, "lesson", ""));
  if (lesson) place.lesson = *lesson;
  const auto step = from.find("step");
  const auto number = step == from.end() ? std::nullopt : whole_number(*step);
  if (lesson && number && *number < lessons(Language::english)[*lesson].steps.size())
    place.step = *number;
  if (from.contains("answers")) take_answers(from["answers"], place);
  if (from.contains("votes")) take_votes(from["votes"], place);
  if (from.contains("branches")) take_branches(from["branches"], model);
  if (from.contains("read")) take_read(from["read"], place);
  model.left = place;
  take_yes_no(from, "open", model.settings.reading);
}

/// The notebook in the format of its file, which is validated when it is read.
json notebook_kept(const Notebook& notebook) {
  return {{"name", notebook.name},
          {"text", notebook_text("-", notebook.moments)},
          {"unsaved", notebook.unsaved}};
}

void take_notebook(const json& kept, Notebook& notebook) {
  if (!kept.is_object()) return;
  const auto read = read_lesson(text_or(kept, "text", ""), "notebook.md");
  if (const Lesson* lesson = std::get_if<Lesson>(&read)) notebook.moments = moments_of(*lesson);
  notebook.name = text_or(kept, "name", "");
  take_yes_no(kept, "unsaved", notebook.unsaved);
}

}  // namespace

std::string settings_path() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config && *config == '/') return std::string(config) + "/locklab/settings.json";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.config/locklab/settings.json" : "";
}

std::string settings_text(const Model& model) {
  const Settings& settings = model.settings;
  json kept{{"language", language_words[static_cast<std::size_t>(settings.language)]},
            {"theme", theme_words[static_cast<std::size_t>(settings.theme)]},
            {"scale_percent", settings.scale_percent},
            {"motion", settings.motion},
            {"axis", axis_words[static_cast<std::size_t>(settings.axis)]},
            {"layout",
             {{"side", settings.layout.side},
              {"reading", settings.layout.reading},
              {"story", settings.layout.story},
              {"panes", panes_words[static_cast<std::size_t>(settings.layout.panes)]}}},
            {"folder", settings.folder},
            {"recent", settings.recent},
            {"sizes", settings.sizes},
            {"welcomed", settings.welcomed}};
  for (const auto& [id, score] : settings.challenges)
    kept["challenges"][id] = {{"stars", score.stars}, {"moves", score.moves}};
  json hidden = json::array();
  for (std::size_t i = 0; i < panel_count; ++i)
    if (settings.layout.hidden[i]) hidden.push_back(name(static_cast<Panel>(i)));
  kept["layout"]["hidden"] = hidden;
  if (settings.layout.cluster) kept["layout"]["cluster"] = *settings.layout.cluster;
  if (const auto& place = model.lesson ? model.lesson : model.left)
    kept["lessons"] = lessons_text(*place, model);
  if (model.lesson && model.lesson->lesson < lessons(Language::english).size())
    kept["lessons"]["open"] = true;
  if (!model.notebook.moments.empty()) kept["notebook"] = notebook_kept(model.notebook);
  // A path may contain invalid UTF-8.
  return json_text(kept, 2) + "\n";
}

std::optional<Sentence> take_settings(Model& model, std::string_view text) {
  const json kept = read_json<json>(text);
  if (kept.is_discarded()) return say("it is not JSON");
  if (!kept.is_object()) return say("it is not a JSON object");
  Settings& settings = model.settings;
  take_word(kept, "language", language_words, settings.language);
  take_word(kept, "theme", theme_words, settings.theme);
  if (const auto scale = kept.find("scale_percent"); scale != kept.end() && scale->is_number())
    settings.scale_percent = static_cast<int>(std::clamp(
        scale->get<double>(), static_cast<double>(least_scale), static_cast<double>(most_scale)));
  if (const auto layout = kept.find("layout"); layout != kept.end() && layout->is_object()) {
    take_part(*layout, "side", settings.layout.side);
    take_part(*layout, "reading", settings.layout.reading);
    take_part(*layout, "story", settings.layout.story);
    take_word(*layout, "panes", panes_words, settings.layout.panes);
    if (layout->contains("hidden")) take_hidden((*layout)["hidden"], settings.layout);
    float cluster = 0;
    take_part(*layout, "cluster", cluster);
    if (cluster > 0) settings.layout.cluster = cluster;
  }
  settings.folder = text_or(kept, "folder", settings.folder);
  if (const auto recent = kept.find("recent"); recent != kept.end() && recent->is_array()) {
    settings.recent.clear();
    for (const json& file : *recent)
      if (file.is_string() && settings.recent.size() < most_recent_files)
        settings.recent.push_back(file.get<std::string>());
  }
  take_yes_no(kept, "welcomed", settings.welcomed);
  take_yes_no(kept, "motion", settings.motion);
  take_word(kept, "axis", axis_words, settings.axis);
  if (kept.contains("sizes")) take_sizes(kept["sizes"], settings);
  if (kept.contains("challenges")) take_challenges(kept["challenges"], settings);
  if (kept.contains("lessons")) take_lessons(kept["lessons"], model);
  if (kept.contains("notebook")) take_notebook(kept["notebook"], model.notebook);
  return std::nullopt;
}

std::optional<Sentence> read_settings(Model& model, const std::string& path) {
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) return std::nullopt;
  constexpr std::uint64_t largest = std::uint64_t{16} << 20;
  const auto text = sim::read_whole(path, largest);
  if (const auto* problem = std::get_if<sim::Problem>(&text)) return sim::sentence(*problem);
  const auto wrong = take_settings(model, std::get<std::string>(text));
  if (!wrong) return std::nullopt;
  const std::string aside = path + ".broken";
  fs::rename(path, aside, error);
  if (error) return say("{}: {}", path, *wrong);
  return say("{}: {}; it was renamed to {}", path, *wrong, aside);
}

std::optional<Sentence> write_settings(const std::string& path, const std::string& text) {
  if (path.empty()) return std::nullopt;
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return say("{}: {}", path, error.message());
  if (const auto problem = sim::write_whole(path, {text})) return sim::sentence(*problem);
  return std::nullopt;
}

}  // namespace locklab::app

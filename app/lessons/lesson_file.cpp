#include "app/lessons/lesson_file.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "app/runs/judged_run.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

constexpr std::uint64_t largest_lesson = std::uint64_t{4} << 20;

/// Why the run of a step cannot be opened; nullopt if it can.
std::optional<sim::Problem> unknown_run(const sim::Library& library, const LessonStep& step,
                                        const std::string& path) {
  if (!step.showing || step.showing->scenario.empty()) return std::nullopt;
  const auto opened = open_named(library, step.showing->scenario);
  const auto* wrong = std::get_if<sim::Problem>(&opened);
  if (!wrong) return std::nullopt;
  return sim::Problem{path, step.showing->line, 0, say("{}: {}", step.title, wrong->what),
                      wrong->instead};
}

}  // namespace

bool names_lesson(std::string_view path) { return path.ends_with(".md"); }

std::variant<Lesson, sim::Problem> load_lesson(const sim::Library& library,
                                               const std::string& path) {
  const auto text = sim::read_whole(path, largest_lesson);
  if (const auto* problem = std::get_if<sim::Problem>(&text)) return *problem;
  const std::string& markdown = std::get<std::string>(text);
  if (!is_utf8(markdown))
    return sim::Problem{path, 0, 0, say("the text is not UTF-8"),
                        say("save the file as UTF-8 in your editor")};
  auto read = read_lesson(markdown, path);
  const Lesson* lesson = std::get_if<Lesson>(&read);
  if (!lesson) return read;
  for (const LessonStep& step : lesson->steps)
    if (auto problem = unknown_run(library, step, path)) return std::move(*problem);
  return read;
}

}  // namespace locklab::app

#include "app/workshop/file_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "app/export/page.h"
#include "app/export/svg.h"
#include "app/lessons/lesson_file.h"
#include "sim/check/expectation.h"
#include "sim/scenario/run_name.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_bytes.h"
#include "sim/trace/trace_file.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

namespace fs = std::filesystem;

std::string home() {
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? home : "/";
}

std::string as_folder(const fs::path& path) {
  std::string text = path.lexically_normal().string();
  while (text.ends_with('/')) text.pop_back();
  return text;
}

bool can_be_opened(const std::string& path) {
  return path.ends_with(".toml") || names_lesson(path) || sim::is_trace_file(path);
}

std::variant<std::string, sim::Problem> text_of(const sim::Library& library,
                                                const work::Save& save) {
  if (save.kind == FileKind::trace) return sim::trace_bytes(save.run->trace());
  if (save.kind == FileKind::svg) return write_svg(*save.run, save.language, save.story);
  if (save.kind == FileKind::page) {
    if (save.run->trace().size() > most_page_events)
      return sim::Problem{save.path, 0, 0,
                          say("a page shows {} events at most, and this run has {}",
                              most_page_events, save.run->trace().size()),
                          say("make the run shorter, or save the timeline as SVG")};
    return write_page(*save.run, save.language, save.story);
  }
  const JudgedRun& run = save.run->judged;
  const auto name = sim::parse_run_name(run.name);
  if (const auto* problem = std::get_if<sim::Problem>(&name)) return *problem;
  return sim::run_as_file(library, std::get<sim::RunName>(name), sim::expecting(run.verdicts),
                          save.story);
}

}  // namespace

intent::FolderListed listed(const work::List& list, std::uint64_t job) {
  intent::FolderListed answer{job, as_folder(list.folder.empty() ? home() : list.folder), {}, {}};
  std::error_code error;
  const fs::path folder = answer.folder.empty() ? "/" : answer.folder;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code unknown;
    const bool is_folder = at->is_directory(unknown);
    const bool opening = list.ending.empty();
    const bool fits =
        opening ? can_be_opened(at->path().string()) : name.ends_with("." + list.ending);
    // A save dialog also shows hidden files, which would otherwise be overwritten without a
    // question.
    const bool hidden = name.starts_with('.') && (is_folder || opening);
    if (hidden || (!is_folder && !fits)) continue;
    answer.entries.push_back({name, is_folder});
  }
  if (error) answer.problem = say("{}: {}", folder.string(), error.message());
  std::sort(answer.entries.begin(), answer.entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) {
              return a.folder != b.folder ? a.folder : a.name < b.name;
            });
  return answer;
}

Intent read(const sim::Library& library, const work::ReadLesson& file, std::uint64_t job) {
  auto lesson = load_lesson(library, file.path);
  if (const auto* problem = std::get_if<sim::Problem>(&lesson))
    return intent::LessonRead{job, file.path, nullptr, sim::sentence(*problem)};
  return intent::LessonRead{
      job, file.path, std::make_shared<const Lesson>(std::move(std::get<Lesson>(lesson))), {}};
}

Intent saved(const work::SaveNotebook& save, std::uint64_t job) {
  if (const auto problem = sim::write_whole(save.path, {save.text}))
    return intent::NotSaved{job, sim::sentence(*problem)};
  return intent::Saved{job, FileKind::notebook, save.path, {}, {}};
}

Intent saved(const sim::Library& library, const work::Save& save, std::uint64_t job) {
  const auto text = text_of(library, save);
  if (const auto* problem = std::get_if<sim::Problem>(&text))
    return intent::NotSaved{job, sim::sentence(*problem)};
  if (const auto problem = sim::write_whole(save.path, {std::get<std::string>(text)}))
    return intent::NotSaved{job, sim::sentence(*problem)};
  return intent::Saved{job, save.kind, save.path, save.run->judged.name,
                       save.kind == FileKind::trace ? save.run : nullptr};
}

}  // namespace locklab::app

#include "app/lessons/lesson_list.h"

#include "app/words/embedded.h"

namespace locklab::app {

namespace {

std::vector<Lesson> read_all(std::string_view folder) {
  std::vector<Lesson> all;
  for (const embedded::File& file : embedded::lessons()) {  // sorted by name
    if (!file.path.starts_with(folder)) continue;
    auto read = read_lesson(file.text, file.path);
    if (auto* lesson = std::get_if<Lesson>(&read)) all.push_back(std::move(*lesson));
  }
  return all;
}

}  // namespace

const std::vector<Lesson>& lessons(Language language) {
  static const std::vector<Lesson> english = read_all("assets/lessons/en/");
  static const std::vector<Lesson> chinese = read_all("assets/lessons/zh/");
  return language == Language::chinese ? chinese : english;
}

}  // namespace locklab::app

#include "app/gui/update/screens.h"

#include <iterator>

#include "app/lessons/lesson_file.h"

namespace locklab::app {

std::string_view name(Screen screen) {
  static constexpr std::string_view names[] = {"lab", "matrix", "challenges", "stress"};
  static_assert(std::size(names) == screen_count);
  return names[static_cast<std::size_t>(screen)];
}

Screen next_screen(Screen screen) {
  return static_cast<Screen>((static_cast<std::size_t>(screen) + 1) % screen_count);
}

void show_screen(Model& model, Screen screen) {
  if (screen != Screen::lab) model.playing = false;
  model.screen = screen;
}

std::vector<Intent> first_wishes(const Settings& settings, const std::string& name) {
  const std::string example = "F06_pause_past_ttl";
  // The example is shown behind a lesson whose first step has no run, or that cannot be read.
  if (names_lesson(name)) return {intent::Open{example}, intent::Open{name}};
  if (!name.empty()) return {intent::Open{name}};
  if (settings.reading) return {intent::Open{example}, intent::OpenLesson{}};
  if (settings.welcomed) return {intent::Open{example}};
  return {intent::OpenBroken{example, sim::Property::mutual_exclusion}};
}

}  // namespace locklab::app

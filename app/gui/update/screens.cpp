#include "app/gui/update/screens.h"

#include <iterator>

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
  if (!name.empty()) return {intent::Open{name}};
  const std::string example = "F06_pause_past_ttl";
  if (settings.reading) return {intent::Open{example}, intent::OpenLesson{}};
  if (settings.welcomed) return {intent::Open{example}};
  return {intent::OpenBroken{example, sim::Property::mutual_exclusion}};
}

}  // namespace locklab::app

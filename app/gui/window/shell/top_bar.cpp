// The top bar: menus and tabs of the screens; scenario, variation, strategy and live run;
// lessons, presenter mode, theme, language and help.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/screens.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/bar.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// The scenario's name without the variation: "F06_pause_past_ttl" for "F06_pause_past_ttl/fenced".
std::string_view base_of(std::string_view name) { return name.substr(0, name.find('/')); }

void scenario_menu(const View& view, float width) {
  const std::string now = view.model.run ? view.model.run->judged.scenario.name : "";
  std::string title = view.model.run ? view.model.run->judged.scenario.title : "";
  for (const sim::ScenarioEntry& entry : view.scenarios)
    if (entry.name == base_of(now)) title = entry.title;
  // The title would answer the open question.
  if (hides_title(view.model)) title = view.say("top.scenario.asked");
  if (!view.menu("scenario", view.tell(title), width, view.say("top.scenario.tip"))) return;
  for (const sim::ScenarioEntry& entry : view.scenarios) {
    if (entry.problem) continue;
    const std::string number = entry.failure.empty() ? "" : entry.failure + "  ";
    if (ImGui::Selectable((number + view.tell(entry.title) + "##" + entry.name).c_str(),
                          entry.name == base_of(now)))
      view.want(intent::Open{entry.name});
    view.name_last("scenario " + entry.name);
  }
  ImGui::EndCombo();
}

/// Draws the menu of the variations of the current story.
void variation_menu(const View& view, float width) {
  const std::string now = view.model.run ? view.model.run->judged.scenario.name : "";
  for (const sim::ScenarioEntry& entry : view.scenarios) {
    if (entry.name != base_of(now) || entry.variations.empty()) continue;
    std::string shown(view.say("top.as_told"));
    for (const sim::VariationName& variation : entry.variations)
      if (entry.name + "/" + variation.name == now)
        shown = variation.title.empty() ? variation.name : view.tell(variation.title);
    if (!view.menu("variation", shown, width, view.say("top.variation.tip"))) return;
    if (ImGui::Selectable(view.say.c("top.as_told"), entry.name == now))
      view.want(intent::Open{entry.name});
    view.name_last("variation base");
    for (const sim::VariationName& variation : entry.variations) {
      const std::string full = entry.name + "/" + variation.name;
      const std::string title =
          variation.title.empty() ? variation.name : view.tell(variation.title);
      if (ImGui::Selectable((title + "##" + variation.name).c_str(), full == now))
        view.want(intent::Open{full});
      view.name_last("variation " + variation.name);
    }
    ImGui::EndCombo();
  }
}

/// Whether the run is a recording, which cannot be changed.
bool is_record(const View& view) { return view.model.run && view.model.run->recorded; }

std::string_view lock_shown(const View& view) {
  if (!view.model.run) return {};
  return view.say.lock_name(view.model.run->judged.scenario.strategy);
}

void strategy_menu(const View& view, float width) {
  const std::string now = view.model.run ? view.model.run->judged.scenario.strategy : "";
  if (!view.menu("strategy", lock_shown(view), width, view.say("top.strategy.tip"))) return;
  if (ImGui::Selectable(fmt::format("{}   E", view.say("menu.explore")).c_str()))
    view.want(intent::ShowExplore{true, now});
  view.name_last("strategy explore", view.say("menu.explore.tip"));
  ImGui::Separator();
  for (const Strategy& strategy : strategies()) {
    const std::string label =
        fmt::format("{}##{}", view.say.lock_name(strategy.id, strategy.title), strategy.id);
    const auto can = is_record(view) ? ImGuiSelectableFlags_Disabled : ImGuiSelectableFlags_None;
    if (ImGui::Selectable(label.c_str(), strategy.id == now, can) && view.model.run)
      view.want(intent::ChangeStrategy{std::string(strategy.id)});
    view.name_last(fmt::format("strategy {}", strategy.id));
  }
  ImGui::EndCombo();
}

void live_button(const View& view) {
  ImGui::BeginDisabled(view.model.pending && !view.model.pending->slid);
  if (view.button("live", view.say("top.live"), view.say("top.live.tip")))
    view.want(intent::ShowLive{true});
  ImGui::EndDisabled();
}

bool has_variations(const View& view) {
  if (!view.model.run) return false;
  const std::string_view now = base_of(view.model.run->judged.scenario.name);
  return std::any_of(view.scenarios.begin(), view.scenarios.end(),
                     [&](const sim::ScenarioEntry& entry) {
                       return entry.name == now && !entry.variations.empty();
                     });
}

/// The state of the live run in progress, as the label of the button that leads back to it. Shown
/// on every screen except the lab, which shows the run itself.
std::string live_label(const View& view) { return fmt::format("• {}", live_words(view)); }

void back_to_live(const View& view) {
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.good);
  if (view.button("live elsewhere", live_label(view), view.say("top.live.back")))
    view.want(intent::ShowScreen{Screen::lab});
  ImGui::PopStyleColor();
}

void stop_live(const View& view) {
  if (view.button("live stop", view.say("top.stop"), view.say("top.live.stop")))
    view.want(intent::Cancel{});
}

/// Priorities of the bar's widgets; the lowest move into the menu first.
enum Keep : std::uint8_t {
  theme = 5,
  menus = 25,  ///< their commands are also in the command list (Ctrl+P)
  language = 35,
  variation = 50,
  live = 52,
  strategy = 55,
  other_tab = 62,  ///< tabs of the other screens
  shown_tab = 64,
  present = 70,
  lessons = 80,
  help = 85,
  scenario = 90
};

/// The bar's widgets from left to right.
class Widgets {
 public:
  explicit Widgets(const View& view) : view_(view), gap_(ImGui::GetStyle().ItemSpacing.x) {}

  std::vector<BarWidget> all() {
    const bool in_lab = view_.model.screen == Screen::lab;
    button(view_.say("menu.title"), Keep::menus, [this] { lab_menu(view_); });
    button(view_.say("view.title"), Keep::menus, [this] { view_menu(view_); });
    tabs();
    if (in_lab) the_run();
    if (!in_lab && view_.model.pending && view_.model.pending->live) {
      button(view_.say("top.stop"), Keep::live, [this] { stop_live(view_); });
      // Last, since its width changes.
      button(live_label(view_), Keep::live, [this] { back_to_live(view_); });
    }
    right_ = true;
    at_right(in_lab);
    return std::move(widgets_);
  }

 private:
  template <class Draw>
  void button(std::string_view label, Keep keep, Draw draw) {
    const float wide = button_width(label);
    widgets_.push_back({{wide, wide, keep, widgets_.empty() ? 0 : gap_},
                        [draw](float) { draw(); },
                        std::exchange(right_, false)});
  }
  /// Adds a list between `least` and `most` pixels wide at 100 %.
  void list(float least, float most, Keep keep, void (*draw)(const View&, float)) {
    widgets_.push_back({{view_.px(least), view_.px(most), keep, gap_},
                        [this, draw](float width) { draw(view_, width / view_.scale); }});
  }

  void tabs() {
    for (std::size_t i = 0; i < screen_count; ++i) {
      const auto screen = static_cast<Screen>(i);
      button(view_.say(fmt::format("screen.{}", name(screen))),
             screen == view_.model.screen ? Keep::shown_tab : Keep::other_tab,
             [this, screen] { screen_tab(view_, screen); });
      widgets_.back().item.gap = view_.px(i == 0 ? 16.0f : 2.0f);
    }
  }

  /// Adds the widgets that choose the run and change its settings.
  void the_run() {
    list(110, 480, Keep::scenario, scenario_menu);
    if (has_variations(view_)) list(80, 340, Keep::variation, variation_menu);
    // A shortened lock name could be mistaken for another one.
    const float lock = std::min(View::menu_width(lock_shown(view_)) / view_.scale + 1, 190.0f);
    list(lock, 190, Keep::strategy, strategy_menu);
    if (!view_.model.run) return;
    button(view_.say("top.live"), Keep::live, [this] { live_button(view_); });
  }

  /// Adds the widgets that do not depend on the run.
  void at_right(bool in_lab) {
    const Model& m = view_.model;
    const bool reading = in_lab && m.lesson;
    const std::string_view to_lessons = view_.say(reading ? "lesson.close" : "top.lessons");
    button(to_lessons, Keep::lessons, [this, reading, to_lessons] {
      if (!view_.button("lessons", to_lessons, view_.say("top.lessons.tip"))) return;
      if (reading) {
        view_.want(intent::CloseLesson{});
      } else {
        view_.want(intent::ListLessons{true});
      }
    });
    if (in_lab)
      button(view_.say("top.present"), Keep::present, [this] {
        if (view_.button("present", view_.say("top.present"), view_.say("top.present.tip")))
          view_.want(intent::Present{true});
      });
    button(view_.say("top.theme"), Keep::theme, [this] {
      static constexpr ThemeName next[] = {ThemeName::light, ThemeName::projector, ThemeName::dark};
      if (view_.button("theme", view_.say("top.theme"), view_.say("top.theme.tip")))
        view_.want(intent::SetTheme{next[static_cast<int>(view_.model.settings.theme)]});
    });
    const bool chinese = m.settings.language == Language::chinese;
    const std::string_view other = chinese ? "English" : "中文";
    button(other, Keep::language, [this, chinese, other] {
      if (view_.button("language", other))
        view_.want(intent::SetLanguage{chinese ? Language::english : Language::chinese});
    });
    button("?", Keep::help, [this] {
      if (view_.button("help", "?", view_.say("top.help.tip"))) view_.want(intent::Help{true});
    });
  }

  const View& view_;
  float gap_;
  bool right_ = false;
  std::vector<BarWidget> widgets_;
};

}  // namespace

void top_bar(const View& view) {
  Widgets widgets(view);
  bar(view, "top more", widgets.all());
}

}  // namespace locklab::app

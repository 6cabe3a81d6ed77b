// What runs and how the window looks: strategy, scenario and seed; language, theme, help.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/window/view.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// "F06_pause_past_ttl" for "F06_pause_past_ttl/fenced".
std::string_view base_of(std::string_view name) { return name.substr(0, name.find('/')); }

void scenario_menu(const View& view, float width) {
  const std::string now = view.model.run ? view.model.run->judged.scenario.name : "";
  std::string title = view.model.run ? view.model.run->judged.scenario.title : "";
  for (const sim::ScenarioEntry& entry : view.scenarios)
    if (entry.name == base_of(now)) title = entry.title;
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

/// The same story with one thing changed.
void variation_menu(const View& view, float width) {
  const std::string now = view.model.run ? view.model.run->judged.scenario.name : "";
  for (const sim::ScenarioEntry& entry : view.scenarios) {
    if (entry.name != base_of(now) || entry.variations.empty()) continue;
    std::string shown(view.say("top.as_told"));
    for (const sim::VariationName& variation : entry.variations)
      if (entry.name + "/" + variation.name == now)
        shown = variation.title.empty() ? variation.name : view.tell(variation.title);
    ImGui::SameLine();
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

void strategy_menu(const View& view, float width) {
  const std::string now = view.model.run ? view.model.run->judged.scenario.strategy : "";
  ImGui::SameLine();
  if (!view.menu("strategy", now, width, view.say("top.strategy.tip"))) return;
  for (const Strategy& strategy : strategies()) {
    const std::string label =
        fmt::format("{}   {}##{}", strategy.id, view.tell(strategy.title), strategy.id);
    if (ImGui::Selectable(label.c_str(), strategy.id == now) && view.model.run)
      view.want(intent::ChangeStrategy{std::string(strategy.id)});
    view.name_last(fmt::format("strategy {}", strategy.id));
  }
  ImGui::EndCombo();
}

void next_seed(const View& view) {
  if (!view.model.run) return;
  ImGui::SameLine();
  const sim::Scenario& scenario = view.model.run->judged.scenario;
  const std::string label = fmt::format("{} {}", view.say("top.seed"), scenario.seed);
  if (view.button("seed", label, view.say("top.seed.tip")))
    view.want(intent::ChangeSeed{scenario.seed + 1});
}

void live_button(const View& view) {
  if (!view.model.run) return;
  ImGui::SameLine();
  ImGui::BeginDisabled(view.model.pending.has_value());
  if (view.button("live", view.say("top.live"), view.say("top.live.tip")))
    view.want(intent::ShowLive{true});
  ImGui::EndDisabled();
}

/// What is not of the run. The theme is in the View menu too: where room is short, only there.
struct RightSide {
  std::string_view lessons, present, theme, language;

  RightSide(const View& view, bool in_lab, bool short_of_room)
      : lessons(view.say(in_lab && view.model.lesson ? "lesson.close" : "top.lessons")),
        present(!in_lab ? "" : view.say(view.model.presenting ? "top.lab" : "top.present")),
        theme(short_of_room ? "" : view.say("top.theme")),
        language(view.model.settings.language == Language::chinese ? "English" : "中文") {}
  float width() const {
    const ImGuiStyle& style = ImGui::GetStyle();
    float all = 0;
    for (const std::string_view label : {lessons, present, theme, language, std::string_view("?")})
      if (!label.empty())
        all += ImGui::CalcTextSize(label.data(), label.data() + label.size()).x +
               2 * style.FramePadding.x + style.ItemSpacing.x;
    return all;
  }
};

void at_right(const View& view, const RightSide& side) {
  const bool chinese = view.model.settings.language == Language::chinese;
  static constexpr ThemeName next_theme[] = {ThemeName::light, ThemeName::projector,
                                             ThemeName::dark};
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SameLine(ImGui::GetWindowWidth() - side.width() - style.WindowPadding.x +
                  style.ItemSpacing.x);
  if (view.button("lessons", side.lessons, view.say("top.lessons.tip"))) {
    if (view.model.lesson && view.model.screen == Screen::lab) {
      view.want(intent::CloseLesson{});
    } else {
      view.want(intent::OpenLesson{});
    }
  }
  ImGui::SameLine();
  if (!side.present.empty()) {
    if (view.button("present", side.present, view.say("top.present.tip")))
      view.want(intent::Present{!view.model.presenting});
    ImGui::SameLine();
  }
  if (!side.theme.empty()) {
    if (view.button("theme", side.theme, view.say("top.theme.tip")))
      view.want(intent::SetTheme{next_theme[static_cast<int>(view.model.settings.theme)]});
    ImGui::SameLine();
  }
  if (view.button("language", side.language))
    view.want(intent::SetLanguage{chinese ? Language::english : Language::chinese});
  ImGui::SameLine();
  if (view.button("help", "?", view.say("top.help.tip"))) view.want(intent::Help{true});
}

/// Which run it is, and how it is made.
void the_run(const View& view, const RightSide& side) {
  const float seed = ImGui::CalcTextSize(view.say.c("top.seed")).x + view.px(80) +
                     ImGui::CalcTextSize(view.say.c("top.live")).x + view.px(30);
  const float room = (ImGui::GetContentRegionAvail().x - side.width() - seed) / view.scale;
  scenario_menu(view, std::clamp(room * 0.42f, 80.0f, 480.0f));
  variation_menu(view, std::clamp(room * 0.32f, 60.0f, 340.0f));
  strategy_menu(view, std::clamp(room * 0.20f, 60.0f, 190.0f));
  next_seed(view);
  live_button(view);
}

void said(const View& view, const char* name, const std::string& words, ImU32 colour) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour), "%s", words.c_str());
  ImGui::PopTextWrapPos();
  view.name_last(name);
}

}  // namespace

void top_bar(const View& view) {
  lab_menu(view);
  ImGui::SameLine();
  view_menu(view);
  ImGui::SameLine();
  screen_tabs(view);
  ImGui::SameLine();
  const bool in_lab = view.model.screen == Screen::lab;
  const bool short_of_room = in_lab && ImGui::GetMainViewport()->Size.x < view.px(1200);
  const RightSide side(view, in_lab, short_of_room);
  if (in_lab) the_run(view, side);
  at_right(view, side);
  if (!view.model.warning.empty()) {
    if (view.button("warning close", "×##warning", view.say("help.close")))
      view.want(intent::PutWarningAway{});
    ImGui::SameLine();
    said(view, "warning", view.tell(view.model.warning), view.theme.warning);
  }
  if (!view.model.problem.empty())
    said(view, "problem", view.tell(view.model.problem), view.theme.violation);
}

}  // namespace locklab::app

// The Explore dialog: a lock, bounds and a budget of faults. It searches for a schedule that breaks
// a property, while the window stays responsive, and lists the results. A button opens the run that
// broke a property.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <tuple>

#include "app/explore/parallel_search.h"
#include "app/gui/window/lab/explore_parts.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/words/verdict_name.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

void row(const View& view, const char* key) {
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(view.say.c(key));
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
}

/// Draws a number with buttons: "-  2  +"; `zero` is shown for 0.
void stepper(const View& view, const std::string& name, std::uint32_t& number, std::uint32_t least,
             std::uint32_t most, std::string_view zero = {}) {
  ImGui::PushID(name.c_str());
  ImGui::BeginDisabled(number <= least);
  if (view.button("fewer " + name, "-")) --number;
  ImGui::EndDisabled();
  ImGui::SameLine(0, view.px(4));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(number == 0 && !zero.empty() ? std::string(zero).c_str()
                                                      : std::to_string(number).c_str());
  view.name_last(name);
  ImGui::SameLine(0, view.px(4));
  ImGui::BeginDisabled(number >= most);
  if (view.button("more " + name, "+")) ++number;
  ImGui::EndDisabled();
  ImGui::PopID();
}

/// Draws a drop-down list of choices; sets `now` to the clicked one.
template <class Value, class Label>
void choice(const View& view, const std::string& widget, Value& now,
            const std::vector<std::pair<Value, std::string>>& values, const Label& label) {
  const bool open = ImGui::BeginCombo(("##" + widget).c_str(), std::string(label(now)).c_str(),
                                      ImGuiComboFlags_HeightLargest);
  view.name_last(widget);
  if (!open) return;
  const Value before = now;
  for (const auto& [value, id] : values) {
    if (ImGui::Selectable((std::string(label(value)) + "##" + id).c_str(), value == before))
      now = value;
    view.name_last(fmt::format("{} {}", widget, id));
  }
  ImGui::EndCombo();
}

class SearchForm {
 public:
  SearchForm(const View& view, ExploreForm& form) : view_(view), form_(form) {}

  /// `problem`: of the settings; empty if there is none.
  void question(const Sentence& problem) {
    constexpr float name = 1;
    constexpr float value = 1.7f;
    if (!ImGui::BeginTable("question", 4, ImGuiTableFlags_SizingStretchProp)) return;
    for (const float part : {name, value, name, value})
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, part);
    lock();
    row(view_, "explore.property");
    property();
    row(view_, "explore.clients");
    stepper(view_, "explore clients", form_.clients, 1, most_explored_clients);
    row(view_, "explore.search");
    kind_of_search();
    row(view_, "explore.nodes");
    stepper(view_, "explore nodes", form_.nodes, 0, most_explored_nodes,
            view_.say("explore.usual"));
    row(view_, "explore.seconds");
    seconds();
    row(view_, "explore.rounds");
    stepper(view_, "explore rounds", form_.rounds, 1, most_explored_rounds);
    row(view_, "explore.set");
    focus_if_wrong(!problem.empty(), "##set");
    entered_ = ImGui::InputTextWithHint("##set", view_.say.c("explore.set.hint"), &form_.set,
                                        ImGuiInputTextFlags_EnterReturnsTrue);
    view_.name_last("explore set", problem.empty() ? view_.say("explore.set.tip") : "");
    if (!problem.empty()) tell_wrong(view_, "explore problem", view_.tell(problem));
    row(view_, "explore.outage");
    least_outage();
    ImGui::EndTable();
  }

  /// Whether Enter was pressed in the settings field.
  bool entered() const { return entered_; }

  void budget() {
    ImGui::TextUnformatted(view_.say.c("explore.budget"));
    std::optional<std::size_t> gone;
    for (std::size_t i = 0; i < form_.strikes.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (!strike(i)) gone = i;
      ImGui::PopID();
    }
    if (gone) form_.strikes.erase(form_.strikes.begin() + static_cast<std::ptrdiff_t>(*gone));
    std::uint32_t all = 0;
    for (const StrikeRow& one : form_.strikes) all += one.count;
    ImGui::BeginDisabled(all >= sim::most_strikes);
    if (view_.button("explore add", view_.say("explore.add"), view_.say("explore.add.tip")))
      form_.strikes.push_back({});
    ImGui::EndDisabled();
    if (!form_.strikes.empty()) return;
    ImGui::SameLine();
    ImGui::TextDisabled("%s", view_.say.c("explore.no_faults"));
  }

 private:
  void lock() {
    row(view_, "explore.strategy");
    std::vector<std::pair<std::string, std::string>> locks;
    for (const Strategy& one : strategies()) locks.emplace_back(one.id, one.id);
    const std::string before = form_.strategy;
    choice(view_, "explore strategy", form_.strategy, locks,
           [&](const std::string& id) { return view_.say.lock_name(id); });
    if (form_.strategy != before) suit_strikes(form_, before);
  }

  /// The wanted properties: a single one or, if nullopt, all promises (false) or all properties
  /// (true).
  using Sought = std::pair<std::optional<sim::Property>, bool>;

  void property() {
    std::vector<std::pair<Sought, std::string>> all{{{std::nullopt, false}, "promised"},
                                                    {{std::nullopt, true}, "all"}};
    for (std::size_t i = 0; i < sim::property_count; ++i)
      all.push_back({{static_cast<sim::Property>(i), false},
                     std::string(name(static_cast<sim::Property>(i)))});
    Sought sought{form_.property, form_.unpromised};
    choice(view_, "explore property", sought, all, [&](const Sought& one) {
      return one.first ? view_.tell(property_name(*one.first))
                       : std::string(view_.say(one.second ? "explore.all" : "explore.promised"));
    });
    std::tie(form_.property, form_.unpromised) = sought;
  }

  void kind_of_search() {
    std::vector<std::pair<sim::SearchKind, std::string>> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(sim::SearchKind::count_); ++i)
      all.emplace_back(static_cast<sim::SearchKind>(i), name(static_cast<sim::SearchKind>(i)));
    choice(view_, "explore search", form_.search, all, [&](sim::SearchKind kind) {
      return view_.say(fmt::format("explore.search.{}", name(kind)));
    });
  }

  void seconds() {
    std::vector<std::pair<double, std::string>> all;
    for (const int most : {10, 60, 600, 3600, 0}) all.emplace_back(most, std::to_string(most));
    choice(view_, "explore seconds", form_.seconds, all, [&](double most) {
      return most > 0 ? view_.say.fill("explore.seconds.most", most)
                      : std::string(view_.say("explore.seconds.all"));
    });
  }

  void least_outage() {
    std::vector<std::pair<std::uint32_t, std::string>> all;
    for (const std::uint32_t ms : {0, 1, 10, 50, 100, 500, 1000})
      all.emplace_back(ms, std::to_string(ms));
    choice(view_, "explore outage", form_.least_outage_ms, all, [&](std::uint32_t ms) {
      return ms > 0 ? view_.say.fill("explore.outage.least", ms)
                    : std::string(view_.say("explore.outage.usual"));
    });
    if (view_.shows_tips() && ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", view_.say.c("explore.outage.tip"));
  }

  /// Draws one line of the budget; returns false if the user removed it.
  bool strike(std::size_t number) {
    StrikeRow& row = form_.strikes[number];
    const std::string name = fmt::format("strike {}", number);
    std::vector<std::pair<sim::StrikeKind, std::string>> kinds;
    for (std::size_t i = 0; i < static_cast<std::size_t>(sim::StrikeKind::count_); ++i)
      kinds.emplace_back(static_cast<sim::StrikeKind>(i),
                         sim::name(static_cast<sim::StrikeKind>(i)));
    ImGui::SetNextItemWidth(view_.px(150));
    choice(view_, name, row.kind, kinds, [&](sim::StrikeKind kind) {
      return view_.say(fmt::format("strike.{}", sim::name(kind)));
    });
    if (view_.shows_tips() && ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", view_.say.c(fmt::format("strike.{}.tip", sim::name(row.kind))));
    ImGui::SameLine();
    stepper(view_, name + " count", row.count, 1, sim::most_strikes);
    ImGui::SameLine();
    phase(name + " phase", row);
    ImGui::SameLine();
    place(name + " place", row);
    ImGui::SameLine();
    return !view_.button(name + " remove", "×", view_.say("explore.remove.tip"));
  }

  void phase(const std::string& widget, StrikeRow& row) {
    std::vector<std::pair<std::optional<sim::Phase>, std::string>> all{{std::nullopt, "any"}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(sim::Phase::count_); ++i)
      all.emplace_back(static_cast<sim::Phase>(i), sim::name(static_cast<sim::Phase>(i)));
    ImGui::SetNextItemWidth(view_.px(150));
    choice(view_, widget, row.phase, all, [&](std::optional<sim::Phase> one) {
      return one ? view_.say(fmt::format("phase.{}", sim::name(*one))) : view_.say("phase.any");
    });
  }

  void place(const std::string& widget, StrikeRow& row) {
    std::vector<std::pair<std::string, std::string>> all{{"", "any"}};
    for (const std::string& one : places_of(form_)) all.emplace_back(one, one);
    ImGui::SetNextItemWidth(view_.px(120));
    choice(view_, widget, row.place, all, [&](const std::string& one) {
      return one.empty() ? std::string(view_.say("explore.anywhere")) : one;
    });
  }

  const View& view_;
  ExploreForm& form_;
  bool entered_ = false;
};

/// Draws common questions, shown until there is an answer; a click on one fills in the form.
void questions(const View& view) {
  struct Asked {
    const char* id;
    const char* strategy;
    sim::StrikeKind strike;
  };
  static constexpr Asked all[] = {{"crash", "setnx_del", sim::StrikeKind::crash},
                                  {"pause", "set_px_lua", sim::StrikeKind::pause},
                                  {"jump", "redlock", sim::StrikeKind::clock_jump}};
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  ImGui::TextUnformatted(view.say.c("explore.try"));
  for (const Asked& one : all) {
    ExploreForm form;
    form.strategy = one.strategy;
    form.strikes = {StrikeRow{one.strike}};
    if (view.button(fmt::format("explore try {}", one.id),
                    view.say(fmt::format("explore.try.{}", one.id))))
      view.want(intent::SetExplore{form});
  }
}

void buttons(const View& view) {
  const Exploring& exploring = view.model.exploring;
  if (exploring.job) {
    ImGui::BeginDisabled(exploring.stopping);
    if (view.button("explore stop", view.say("explore.stop"), view.say("explore.stop.tip"),
                    ButtonKind::dangerous))
      view.want(intent::StopExploring{});
    ImGui::EndDisabled();
  } else {
    if (view.button("explore start", view.say("explore.start"), "Enter", ButtonKind::primary))
      view.want(intent::Explore{});
  }
  ImGui::SameLine();
  if (view.button("explore close", view.say("help.close"))) view.want(intent::ShowExplore{false});
  if (!exploring.job) return;
  ImGui::SameLine(0, view.px(16));
  std::string words = searched_words(view, exploring.now);
  if (const auto percent = percent_searched(exploring.now.counts))
    words += view.say.fill("explore.estimate", *percent);
  ImGui::TextUnformatted(exploring.stopping ? view.say.c("explore.stopping") : words.c_str());
  view.name_last("explore progress");
}

}  // namespace

void explore_dialog(const View& view) {
  const Exploring& exploring = view.model.exploring;
  if (!exploring.shown) return;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  begin_dialog(view, "explore",
               {view.px(860), std::min(view.px(620), screen.Size.y - view.px(16))});
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("explore.title"));
  ImGui::PopFont();
  const float below = 2 * ImGui::GetFrameHeightWithSpacing() - ImGui::GetFrameHeight();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, view.theme.raised);
  ImGui::BeginChild("explore form", {0, ImGui::GetContentRegionAvail().y - below}, false);
  ImGui::PopStyleColor();
  second_text(view, std::string(view.say("explore.text")));
  ExploreForm form = exploring.form;
  ImGui::BeginDisabled(exploring.job.has_value());
  SearchForm fields(view, form);
  const bool misread = !exploring.problem.empty() && !wrong_settings(form.set).empty();
  fields.question(misread ? exploring.problem : Sentence{});
  fields.budget();
  if (!exploring.found) questions(view);
  ImGui::EndDisabled();
  if (!(form == exploring.form)) view.want(intent::SetExplore{form});
  if (fields.entered() && !exploring.job) view.want(intent::Explore{});
  if (!exploring.problem.empty() && !misread) {
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.violation);
    wrapped_text(view, view.tell(exploring.problem), ImGui::GetContentRegionAvail().x);
    ImGui::PopStyleColor();
    view.name_last("explore problem");
  }
  if (exploring.found) {
    ImGui::Separator();
    explore_answer(view, *exploring.found);
  }
  ImGui::EndChild();
  buttons(view);
  end_dialog();
}

}  // namespace locklab::app

// The tables below the charts of the Stress screen: the loads, and the violations of the selected
// one.
#include <fmt/format.h>
#include <imgui/imgui.h>

#include <algorithm>
#include <utility>

#include "app/gui/window/shortened.h"
#include "app/gui/window/stress/chart_painter.h"
#include "app/gui/window/stress/stress_parts.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/load/work_words.h"
#include "app/words/figures.h"

namespace locklab::app {

namespace {

constexpr ImGuiTableFlags table_flags =
    ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg;

/// Sets up columns by heading and width in pixels at 100 %; a column of width 0 takes the remaining
/// width.
void columns(const View& view, std::initializer_list<std::pair<const char*, float>> all) {
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const auto& [key, width] : all)
    ImGui::TableSetupColumn(
        *key ? view.say.c(key) : "",
        width > 0 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
        view.px(width));
  ImGui::PushFont(view.fonts.small);
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.second_text);
  ImGui::PushStyleColor(ImGuiCol_TableHeaderBg, view.theme.panel);
  ImGui::TableHeadersRow();
  ImGui::PopStyleColor(2);
  ImGui::PopFont();
}

void cell(const std::string& text) {
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text.c_str());
}

void coloured_cell(const std::string& text, ImU32 colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  cell(text);
  ImGui::PopStyleColor();
}

void export_buttons(const View& view) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(view.say.c("stress.loads"));
  const bool none = chosen_results(view.model.stress).empty();
  ImGui::SameLine(0, view.px(16));
  ImGui::BeginDisabled(none);
  for (const auto& [label, kind] : {std::pair{"HTML", FileKind::load_page},
                                    {"JSON", FileKind::load_json},
                                    {"CSV", FileKind::load_csv}}) {
    const std::string words = view.say.fill("stress.export", label);
    if (view.button(fmt::format("load export {}", ending(kind)), words,
                    view.say("stress.export.tip")))
      view.want(intent::OpenDialog{true, kind});
    ImGui::SameLine(0, view.px(4));
  }
  ImGui::EndDisabled();
  if (view.button("load import", view.say("stress.import"), view.say("stress.import.tip")))
    view.want(intent::OpenDialog{false, FileKind::load_json});
  ImGui::SameLine(0, view.px(4));
  if (view.model.notice.empty()) {
    ImGui::NewLine();
    return;
  }
  ImGui::SameLine(0, view.px(8));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.good), "✓ %s",
                     view.model.notice.substr(view.model.notice.rfind('/') + 1).c_str());
  view.name_last("load saved", view.model.notice);
}

std::string time_or_dash(const std::optional<std::uint64_t>& us) {
  return us ? short_time(*us) : "–";
}

/// Formats a load's percentage of the limit. A contended lock is far below it, but never at "0 %".
std::string percent_text(double percent) {
  if (percent < 0.1) return "< 0.1 %";
  return percent < 10 ? fmt::format("{:.1f} %", percent) : fmt::format("{:.0f} %", percent);
}

/// The outcome of a load, as a sign or word and its colour.
std::pair<std::string, ImU32> outcome(const View& view, const ShownLoad& load) {
  if (!load.result) return {std::string(view.say("stress.outcome.runs")), view.theme.second_text};
  const Safety safety = safety_of(*load.result);
  const std::string count = grouped(load.violations_so_far);
  if (safety == Safety::broken) return {"× " + count, view.theme.violation};
  if (safety == Safety::unpromised) return {"○ " + count, view.theme.warning};
  if (load.result->problem || load.result->interrupted)
    return {std::string(view.say("stress.outcome.short")), view.theme.warning};
  if (safety == Safety::unmeasured) return {"–", view.theme.warning};
  if (safety == Safety::unchecked) return {"?", view.theme.warning};
  return {"✓ 0", view.theme.good};
}

std::string outcome_tip(const View& view, const ShownLoad& load) {
  if (!load.result) return {};
  const StressResult& result = *load.result;
  std::string words;
  const auto add = [&](std::string_view line) {
    words.append(words.empty() ? "" : "\n").append(line);
  };
  if (result.problem) add(view.tell(sentence(*result.problem)));
  if (result.interrupted) add(view.say("stress.interrupted"));
  for (const Sentence& remark : load.remarks) add(view.tell(remark));
  switch (safety_of(result)) {
    case Safety::broken:
      add(view.say("stress.broken"));
      break;
    case Safety::unpromised:
      add(view.say("stress.unpromised"));
      break;
    case Safety::unmeasured:
      add(view.say("stress.unmeasured"));
      break;
    case Safety::unchecked:  // a remark says so
      break;
    case Safety::safe:
      add(view.say(load.work.critical_sections() ? "stress.safe" : "stress.counted"));
  }
  return words;
}

void load_row(const View& view, std::size_t i) {
  const StressView& stress = view.model.stress;
  const ShownLoad& load = stress.loads[i];
  const bool runs = stress.running() == &load;
  ImGui::PushID(static_cast<int>(load.number));
  ImGui::TableNextRow();
  if (i == stress.selected)
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, faded(view.theme.accent, 0.18f));
  ImGui::TableNextColumn();
  bool shown = load.shown;
  if (checkbox("##shown", &shown)) view.want(intent::ShowLoad{i, shown});
  view.name_last(fmt::format("load shown {}", load.number), view.say("stress.shown.tip"));
  ImGui::SameLine(0, view.px(6));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + ImGui::GetFrameHeight() / 2;
  ChartPainter(view).sample({at.x, middle}, {at.x + view.px(28), middle},
                            look_of_load(view.theme, load.number));
  ImGui::Dummy({view.px(28), ImGui::GetFrameHeight()});
  ImGui::SameLine(0, view.px(6));
  ImGui::AlignTextToFramePadding();
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string name = load_name(view.say, load.work.label());
  const std::string label = fmt::format("{} {}", load.number, name);
  if (ImGui::Selectable(shortened(label, room).c_str(), false, ImGuiSelectableFlags_None,
                        {room, ImGui::GetTextLineHeight()}))
    view.want(intent::SelectLoad{i});
  const StressResult* over = load.result.get();
  const std::string p99 = time_or_dash(over ? over->measures.acquire.percentile(99) : std::nullopt);
  view.name_last(
      fmt::format("load {}", load.number),
      fmt::format("{}\n{}\np50 {}, p99 {}", name, view.tell(about(load.work)),
                  time_or_dash(over ? over->measures.acquire.percentile(50) : std::nullopt), p99));
  const auto percent = over ? over->share() : std::nullopt;
  const auto fairness = over ? over->fairness() : std::nullopt;
  cell(over                   ? grouped(static_cast<std::uint64_t>(over->rate()))
       : load.seconds.empty() ? "–"
                              : grouped(load.seconds.back().locks));
  cell(percent ? percent_text(*percent) : "–");
  cell(p99);
  cell(fairness ? fmt::format("{:.3f}", *fairness) : "–");
  const auto [words, colour] = outcome(view, load);
  coloured_cell(words, colour);
  view.name_last(fmt::format("load outcome {}", load.number), outcome_tip(view, load));
  ImGui::TableNextColumn();
  ImGui::BeginDisabled(runs);
  if (view.button(fmt::format("load remove {}", load.number), "×", view.say("stress.remove.tip")))
    view.want(intent::RemoveLoad{i});
  ImGui::EndDisabled();
  ImGui::PopID();
}

std::string lines(const std::string& first, const std::string& second) {
  return first + "\n" + second;
}

std::string token_text(const Hold& hold) {
  return hold.token >= 0 ? std::to_string(hold.token) : "–";
}

void violation_row(const View& view, const StressResult& result, std::size_t i) {
  const Violation& one = result.violations[i];
  const auto time_text = [&](std::int64_t us) {
    return fmt::format("{:.6f} s", static_cast<double>(us - result.measured_from_us) / 1e6);
  };
  const auto left = [&](const Hold& hold) {
    return hold.left_us >= 0 ? time_text(hold.left_us) : std::string("–");
  };
  const auto line = [](const std::string& text) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text.c_str());
  };
  ImGui::PushID(static_cast<int>(i));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const float high = 2 * ImGui::GetTextLineHeight();
  const std::string kind(view.say(fmt::format("stress.harm.{}", name(one.harm))));
  const bool selected = view.model.stress.violation == i;
  constexpr auto flags =
      ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick;
  // The arrow marks a violation that the timeline can show. It is in front of the lock, since a
  // narrow column might cut it off at the end.
  const std::string words =
      lines(kind, (one.window ? "→ " : "") + view.say.fill("stress.lock", one.lock + 1));
  if (ImGui::Selectable((words + "##row").c_str(), selected, flags, {0, high})) {
    view.want(intent::SelectViolation{i});
    if (one.window && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
      view.want(intent::OpenViolation{i});
  }
  std::string tip(view.say(fmt::format("stress.harm.{}.tip", name(one.harm))));
  if (one.second.entered_us < result.measured_from_us)
    tip += "\n" + std::string(view.say("stress.in_warm_up"));
  if (one.window) tip += "\n→ " + std::string(view.say("stress.open"));
  view.name_last(fmt::format("violation {}", i), tip);
  if (selected && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  line(lines(std::to_string(one.first.client + 1), std::to_string(one.second.client + 1)));
  line(lines(time_text(one.first.entered_us), time_text(one.second.entered_us)));
  line(lines(left(one.first), left(one.second)));
  line(lines(token_text(one.first), token_text(one.second)));
  ImGui::PopID();
}

std::string_view why_none_is_listed(const ShownLoad& load) {
  if (!load.result) return "stress.violations.later";
  switch (safety_of(*load.result)) {
    case Safety::unmeasured:
      return "stress.unmeasured";
    case Safety::safe:
      return load.work.critical_sections() ? "stress.violations.none" : "stress.counted";
    default:
      return "stress.violations.unlisted";
  }
}

/// The name of the load and, if only some of its violations are listed, their number and the total.
/// Without the name or cut off if it does not fit.
std::string violations_heading(const View& view, const ShownLoad& load, float room) {
  const std::string label = load_name(view.say, load.work.label());
  const std::uint64_t all = load.violations_so_far;
  const std::size_t listed = load.violations().size();
  if (all <= listed || listed == 0)
    return shortened(view.say.fill("stress.violations", label), room);
  std::string whole = view.say.fill("stress.violations.first", label, listed, grouped(all));
  if (ImGui::CalcTextSize(whole.c_str()).x <= room) return whole;
  return shortened(view.say.fill("stress.violations.few", listed, grouped(all)), room);
}

/// Draws the heading, and the button that opens the selected violation if the timeline can show it.
void violations_head(const View& view, const ShownLoad& load) {
  const auto chosen = view.model.stress.violation;
  const bool opens =
      chosen && *chosen < load.violations().size() && load.violations()[*chosen].window;
  const float gap = view.px(16);
  const char* const words = view.say.c("stress.open");
  float room = ImGui::GetContentRegionAvail().x;
  if (opens) room -= gap + ImGui::CalcTextSize(words).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(violations_heading(view, load, room).c_str());
  if (!opens) return;
  ImGui::SameLine(0, gap);
  if (view.button("violation open", words, view.say("stress.open.tip"), ButtonKind::primary))
    view.want(intent::OpenViolation{*chosen});
}

/// Draws buttons that fill in the form with typical loads.
void loads_to_begin_with(const View& view) {
  struct Preset {
    const char* id;
    const char* keys;
    const char* ttl;
    const char* hold;
  };
  // A clock jump can cause violations if a client is in the critical section for longer than the
  // others wait between retries.
  static constexpr Preset all[] = {{"speed", "own", "10000", ""},
                                   {"queue", "one", "10000", ""},
                                   {"jump", "one", "500", "20000"}};
  second_text(view, view.say("stress.try"));
  const float right = ImGui::GetContentRegionMax().x;
  bool first = true;
  for (const Preset& one : all) {
    StressForm form;
    form.keys = one.keys;
    form.ttl = one.ttl;
    form.hold = one.hold;
    const std::string_view label = view.say(fmt::format("stress.try.{}", one.id));
    if (!std::exchange(first, false)) {
      ImGui::SameLine();
      if (ImGui::GetCursorPosX() + button_width(label) > right) ImGui::NewLine();
    }
    if (view.button(fmt::format("load try {}", one.id), label)) view.want(intent::SetLoad{form});
  }
}

}  // namespace

float stress_loads(const View& view, ImVec2 size) {
  ImGui::BeginChild("loads", size, false);
  const StressView& stress = view.model.stress;
  export_buttons(view);
  if (stress.loads.empty()) {
    second_text(view, view.say("stress.loads.none"));
    if (!stress.runs()) loads_to_begin_with(view);
  } else if (ImGui::BeginTable("loads", 7, table_flags, ImGui::GetContentRegionAvail())) {
    columns(view, {{"stress.column.load", 0},
                   {"stress.column.rate", 56},
                   {"stress.column.limit", 46},
                   {"stress.column.p99", 58},
                   {"stress.column.fairness", 48},
                   {"stress.column.violations", 80},
                   {"", 24}});
    for (std::size_t i = 0; i < stress.loads.size(); ++i) load_row(view, i);
    ImGui::EndTable();
  }
  const float end = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
  const float height = stress.loads.empty() ? end : 0;
  ImGui::EndChild();
  return height;
}

void stress_violations(const View& view, ImVec2 size) {
  ImGui::BeginChild("violations", size, false);
  const StressView& stress = view.model.stress;
  if (stress.selected < stress.loads.size()) {
    const ShownLoad& load = stress.loads[stress.selected];
    violations_head(view, load);
    if (load.violations().empty()) {
      second_text(view, view.say(why_none_is_listed(load)));
      view.name_last("violations none");
    } else if (ImGui::BeginTable("violations", 5, table_flags, ImGui::GetContentRegionAvail())) {
      columns(view, {{"stress.column.kind", 0},
                     {"stress.column.client", 52},
                     {"stress.column.entered", 84},
                     {"stress.column.left", 84},
                     {"stress.column.token", 44}});
      for (std::size_t i = 0; i < load.violations().size(); ++i)
        violation_row(view, *load.result, i);
      ImGui::EndTable();
    }
  }
  ImGui::EndChild();
}

}  // namespace locklab::app

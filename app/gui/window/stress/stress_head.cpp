// The head of the Stress screen: Start and Stop, the load's current phase, and the fault buttons.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>

#include "app/gui/window/stress/stress_parts.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/words/figures.h"

namespace locklab::app {

namespace {

void start_or_stop(const View& view) {
  const StressView& stress = view.model.stress;
  const ImVec2 size{view.px(96), 0};
  if (stress.runs()) {
    ImGui::BeginDisabled(stress.stopping);
    if (view.button("load stop", view.say(stress.stopping ? "stress.stopping" : "stress.stop"),
                    view.say("stress.stop.tip"), ButtonKind::dangerous, size))
      view.want(intent::StopLoad{});
    ImGui::EndDisabled();
    return;
  }
  ImGui::BeginDisabled(!stress.mistakes.empty());
  if (view.button("load start", view.say("stress.start"), view.say("stress.start.tip"),
                  ButtonKind::primary, size))
    view.want(intent::StartLoad{});
  ImGui::EndDisabled();
}

std::string progress_words(const View& view, const ShownLoad& load) {
  const StressPhase phase = view.model.stress.phase;
  if (view.model.stress.stopping) return std::string(view.say("stress.stopping"));
  if (phase != StressPhase::measuring || load.seconds.empty())
    return std::string(view.say(fmt::format("stress.phase.{}", name(phase))));
  const StressSecond& last = load.seconds.back();
  std::uint64_t failures = 0;
  for (const StressSecond& second : load.seconds) failures += second.failures;
  return view.say.fill("stress.progress", load.seconds.size(),
                       static_cast<double>(us(load.work.duration)) / 1e6, grouped(last.locks),
                       last.p99_us ? short_time(*last.p99_us) : "–", grouped(failures),
                       grouped(load.violations_so_far));
}

std::string whose_words(const View& view, const ShownLoad& load) {
  const std::string name = load_name(view.say, load.work.label());
  return load.of == 1 ? name : view.say.fill("stress.nth", name, load.nth, load.of);
}

void progress(const View& view, float width) {
  const StressView& stress = view.model.stress;
  const ShownLoad* load = stress.running();
  const auto part = static_cast<float>(done_part(stress));
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, faded(view.theme.accent, 0.45f));
  ImGui::ProgressBar(std::min(part, 1.0f), {width, ImGui::GetFrameHeight()}, "");
  ImGui::PopStyleColor();
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  view.name_last("load progress");
  const std::string words = load ? fmt::format("{}{}{}", whose_words(view, *load),
                                               view.say("list.colon"), progress_words(view, *load))
                                 : std::string(view.say("stress.phase.preparing"));
  ImGui::PushClipRect(from, to, true);
  ImGui::GetWindowDrawList()->AddText(
      {from.x + view.px(8), from.y + ImGui::GetStyle().FramePadding.y}, view.theme.text,
      words.c_str());
  ImGui::PopClipRect();
}

/// Shows why the last load did not begin, or a fault had no effect.
void load_problem(const View& view, float width) {
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.violation);
  wrapped_text(view, view.tell(view.model.stress.problem), width);
  ImGui::PopStyleColor();
  view.name_last("load problem");
}

/// Shows what to do next, or a problem.
void said(const View& view, float width) {
  const StressView& stress = view.model.stress;
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
  if (!stress.problem.empty()) return load_problem(view, width);
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.second_text);
  wrapped_text(view, view.say(start_hint(stress)), width);
  ImGui::PopStyleColor();
  view.name_last("load hint");
}

/// The buttons for faults, in as many rows as they need.
class Faults {
 public:
  Faults(const View& view, float width)
      : view_(view), load_(view.model.stress.running()), right_(ImGui::GetCursorPosX() + width) {}

  void draw() {
    const StressView& stress = view_.model.stress;
    const bool measures = load_ && stress.phase == StressPhase::measuring && !stress.stopping;
    const bool own = load_ ? load_->work.own_servers : stress.form.own;
    const bool holders = !load_ || load_->work.critical_sections();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(view_.say.c("stress.faults"));
    view_.name_last("load faults", view_.say("stress.faults.tip"));
    ImGui::BeginDisabled(!own || (load_ && load_->work.servers == 0));
    server();
    ImGui::BeginDisabled(!measures);
    Strike server;
    server.node = stress.server;
    if (!load_ || load_->work.cluster == 0) {
      button("stop", sim::FaultKind::stop, server);
      button("kill", sim::FaultKind::kill, server);
      button("restart", sim::FaultKind::restart, server);
      jump(server);
      refuse(server);
    }
    ImGui::EndDisabled();
    ImGui::EndDisabled();
    if (load_ ? load_->work.breaks_links() : stress.form.links) {
      ImGui::BeginDisabled(!measures || (load_ && load_->work.servers == 0));
      button("slow", sim::FaultKind::slow, server);
      button("cut", sim::FaultKind::cut, server);
      button("reset", sim::FaultKind::reset, server);
      button("heal", sim::FaultKind::heal, server);
      ImGui::EndDisabled();
    }
    ImGui::BeginDisabled(!measures || !holders);
    Strike holder;
    holder.holder = true;
    button("pause_holder", sim::FaultKind::pause, holder);
    button("crash_holder", sim::FaultKind::crash, holder);
    ImGui::EndDisabled();
    length();
  }

 private:
  /// Continues the row if a widget `width` pixels wide fits, otherwise begins a new one.
  void next(float width) {
    ImGui::SameLine();
    if (ImGui::GetCursorPosX() + width > right_) ImGui::NewLine();
  }

  void server() {
    const auto servers = load_ ? static_cast<std::uint32_t>(load_->work.servers) : 1u;
    const std::uint32_t now = std::min(view_.model.stress.server, std::max(servers, 1u) - 1);
    const float width = view_.px(64);
    next(width);
    ImGui::SetNextItemWidth(width);
    const bool open = ImGui::BeginCombo("##server", fmt::format("n{}", now + 1).c_str());
    if (!open) view_.name_last("load server", view_.say("stress.server.tip"));
    if (!open) return;
    for (std::uint32_t i = 0; i < servers; ++i) {
      if (ImGui::Selectable(fmt::format("n{}", i + 1).c_str(), i == now))
        view_.want(intent::AimAtLoad{i, view_.model.stress.lasts_ms});
      view_.name_last(fmt::format("load server n{}", i + 1));
    }
    ImGui::EndCombo();
  }

  /// Draws the button for a clock jump: greyed out, with the reason, if it would have no effect.
  void jump(const Strike& server) {
    const std::string_view why = vain_jump(view_.model.stress);
    ImGui::BeginDisabled(!why.empty());
    button("jump", sim::FaultKind::jump, server,
           why.empty() ? "" : view_.say.fill(why, view_.model.stress.lasts_ms));
    ImGui::EndDisabled();
  }

  /// Draws a drop-down list of the reasons why a server can refuse writes.
  void refuse(Strike strike) {
    const char* label = view_.say.c("stress.fault.refuse");
    const float width = ImGui::CalcTextSize(label).x + ImGui::GetFrameHeight() +
                        2 * ImGui::GetStyle().FramePadding.x;
    next(width);
    ImGui::SetNextItemWidth(width);
    const bool open = ImGui::BeginCombo("##refuse", label);
    if (!open) view_.name_last("load fault refuse", view_.say("stress.fault.refuse.tip"));
    if (!open) return;
    strike.fault.kind = sim::FaultKind::refuse;
    for (std::size_t i = 0; i < sim::write_refusal_words.size(); ++i) {
      const std::string_view why = sim::write_refusal_words[i];
      strike.fault.refusal = static_cast<sim::WriteRefusal>(i);
      if (ImGui::Selectable(view_.say.c(fmt::format("stress.refuse.{}", why))))
        view_.want(intent::StrikeLoad{strike});
      view_.name_last(fmt::format("load fault refuse_{}", why));
    }
    ImGui::EndCombo();
  }

  void button(std::string_view id, sim::FaultKind fault, Strike strike,
              const std::string& instead = {}) {
    strike.fault.kind = fault;
    const std::string_view label = view_.say(fmt::format("stress.fault.{}", id));
    next(ImGui::CalcTextSize(label.data(), label.data() + label.size()).x +
         2 * ImGui::GetStyle().FramePadding.x);
    if (view_.button(fmt::format("load fault {}", id), fmt::format("{}##{}", label, id),
                     instead.empty() ? view_.say(fmt::format("stress.fault.{}.tip", id))
                                     : std::string_view(instead)))
      view_.want(intent::StrikeLoad{strike});
  }

  void length() {
    std::string text = view_.model.stress.lasts_ms;
    const float field = view_.px(64);
    const float unit = ImGui::CalcTextSize("ms").x;
    const float label = ImGui::CalcTextSize(view_.say.c("stress.lasts")).x;
    next(label + field + unit + 2 * ImGui::GetStyle().ItemSpacing.x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(view_.say.c("stress.lasts"));
    ImGui::SameLine();
    const bool wrong = !pause_of(view_.model.stress);
    if (wrong) {
      ImGui::PushStyleColor(ImGuiCol_Border, view_.theme.violation);
      ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, view_.px(1.5f));
    }
    ImGui::SetNextItemWidth(field);
    ImGui::InputText("##lasts", &text);
    if (wrong) {
      ImGui::PopStyleVar();
      ImGui::PopStyleColor();
    }
    view_.name_last("load lasts", view_.say("stress.lasts.tip"));
    ImGui::SameLine();
    ImGui::TextUnformatted("ms");
    view_.name_last("load lasts unit");
    if (text != view_.model.stress.lasts_ms)
      view_.want(intent::AimAtLoad{view_.model.stress.server, text});
  }

  const View& view_;
  const ShownLoad* load_;
  float right_;
};

}  // namespace

std::string mark_words(const View& view, const Strike& strike) {
  const sim::Fault& fault = strike.fault;
  const std::string whom = strike.node     ? fmt::format("n{}", *strike.node + 1)
                           : strike.client ? view.say.fill("stress.client", *strike.client + 1)
                                           : std::string(view.say("stress.holder"));
  const std::string words = view.say.fill(fmt::format("stress.mark.{}", name(fault.kind)), whom);
  const bool later = fault.kind == sim::FaultKind::slow || fault.kind == sim::FaultKind::delay;
  const std::int64_t by = us(later ? fault.duration.value_or(0us) : fault.amount);
  const auto time = [](std::int64_t us) { return short_time(static_cast<std::uint64_t>(us)); };
  if (by != 0) return fmt::format("{} {}{}", words, by > 0 ? "+" : "-", time(std::abs(by)));
  const std::int64_t lasts = us(strike.lasts());
  return lasts > 0 ? fmt::format("{} {}", words, time(lasts)) : words;
}

float stress_head(const View& view, float width) {
  const float from = ImGui::GetCursorPosY();
  start_or_stop(view);
  ImGui::SameLine();
  const float room = width - ImGui::GetCursorPosX();
  if (view.model.stress.runs()) {
    progress(view, room);
  } else {
    said(view, room);
    // A hint of one line is as high as the progress bar, so that the charts do not move when a load
    // begins.
    const float below = from + ImGui::GetFrameHeightWithSpacing();
    if (ImGui::GetCursorPosY() - below <= ImGui::GetStyle().FramePadding.y + 0.5f)
      ImGui::SetCursorPosY(below);
  }
  Faults(view, width).draw();
  if (view.model.stress.runs() && !view.model.stress.problem.empty()) load_problem(view, width);
  return ImGui::GetCursorPosY() - from - ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace locklab::app

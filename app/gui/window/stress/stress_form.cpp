// The form of a load. Mistakes are shown below their fields, in front of the form.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>

#include "app/gui/window/stress/stress_fields.h"
#include "app/gui/window/stress/stress_parts.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/rich_text.h"
#include "lock/strategy.h"

namespace locklab::app {

void LoadFields::usual() {
  strategies();
  servers();
  field("clients", form_.clients, "--clients");
  keys();
  field("hold", form_.hold, "--hold",
        view_.say(form_.keys == "own" ? "stress.hold.own" : "stress.hold.shared"));
  field("duration", form_.duration, "--duration");
  field("ttl", form_.ttl, "--ttl");
}

void LoadFields::label(std::string_view id) {
  const std::string key = fmt::format("stress.{}", id);
  label(std::string(view_.say(key)), std::string(view_.say(key + ".tip")));
}

float LoadFields::label_width() const {
  // The longest choice of servers must fit.
  const float servers = std::max({View::menu_width(view_.say("stress.servers.usual")),
                                  View::menu_width(view_.say("stress.servers.named")),
                                  View::menu_width(view_.say.fill("stress.servers.cluster", 3))});
  const float room = ImGui::GetWindowContentRegionMax().x;
  return std::clamp(room - servers - view_.px(4), room * 0.36f, room * 0.47f);
}

void LoadFields::label(const std::string& words, const std::string& tip) {
  ImGui::AlignTextToFramePadding();
  const float from = ImGui::GetCursorPosX();
  const float width = label_width();
  const std::string shown = shortened(words, width - ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::TextUnformatted(shown.c_str());
  if (view_.shows_tips() && ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", shown == words ? tip.c_str() : (words + "\n" + tip).c_str());
  ImGui::SameLine();
  ImGui::SetCursorPosX(from + width);
  ImGui::SetNextItemWidth(-1);
}

void LoadFields::wrong(std::string_view option) {
  const auto found = view_.model.stress.mistakes.find(option);
  if (found == view_.model.stress.mistakes.end()) return;
  tell_reason(view_, fmt::format("load wrong {}", option), view_.tell(found->second),
              is_awaited(option) ? view_.theme.second_text : view_.theme.violation);
}

bool LoadFields::is_awaited(std::string_view option) const {
  return option == "--redis" && form_.awaits_servers();
}

std::string_view LoadFields::tip_of(std::string_view option, std::string_view tip) const {
  return view_.model.stress.mistakes.contains(option) ? std::string_view() : tip;
}

void LoadFields::field(std::string_view id, std::string& text, std::string_view option,
                       std::string_view hint, ImGuiInputTextFlags flags) {
  label(id);
  input(id, text, option, hint, flags);
  view_.name_last(fmt::format("load {}", id),
                  tip_of(option, view_.say(fmt::format("stress.{}.tip", id))));
  if (!option.empty()) wrong(option);
}

void LoadFields::input(std::string_view id, std::string& text, std::string_view option,
                       std::string_view hint, ImGuiInputTextFlags flags) {
  const bool bad = view_.model.stress.mistakes.contains(option) && !is_awaited(option);
  if (bad) {
    ImGui::PushStyleColor(ImGuiCol_Border, view_.theme.violation);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, view_.px(1.5f));
  }
  ImGui::InputTextWithHint(fmt::format("##{}", id).c_str(), std::string(hint).c_str(), &text,
                           flags);
  if (bad) {
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
  }
}

void LoadFields::strategies() {
  label("strategies");
  const std::string shown = form_.strategies.size() == 1
                                ? load_name(view_.say, form_.strategies.front())
                                : view_.say.fill("stress.strategies.many", form_.strategies.size());
  const bool open = ImGui::BeginCombo("##strategies", shown.c_str(), ImGuiComboFlags_HeightLargest);
  if (!open) view_.name_last("load strategies", view_.say("stress.strategies.tip"));
  if (open) {
    for (const Strategy& one : locklab::strategies()) strategy(one);
    ImGui::EndCombo();
  }
  wrong("--strategy");
}

void LoadFields::strategy(const Strategy& one) {
  const std::string id(one.id);
  const auto found = std::find(form_.strategies.begin(), form_.strategies.end(), id);
  bool chosen = found != form_.strategies.end();
  if (checkbox(fmt::format("{}##{}", view_.say.lock_name(id, one.title), id).c_str(), &chosen)) {
    if (chosen) {
      form_.strategies.push_back(id);
    } else {
      form_.strategies.erase(found);
    }
  }
  view_.name_last("load strategy " + id);
}

void LoadFields::choose(std::uint32_t servers, bool cluster) {
  form_.own = true;
  form_.servers = servers;
  form_.cluster = cluster;
}

void LoadFields::servers() {
  constexpr std::uint32_t masters = 3;
  label("servers");
  const auto words = [&](std::uint32_t servers) {
    return servers == 0 ? std::string(view_.say("stress.servers.usual"))
                        : view_.say.fill("stress.servers.own", servers);
  };
  const std::string chosen = !form_.own      ? std::string(view_.say("stress.servers.named"))
                             : form_.cluster ? view_.say.fill("stress.servers.cluster", masters)
                                             : words(form_.servers);
  const bool open = ImGui::BeginCombo("##servers", chosen.c_str(), ImGuiComboFlags_HeightLargest);
  if (!open) view_.name_last("load servers", view_.say("stress.servers.tip"));
  if (open) {
    for (const std::uint32_t servers : {0u, 1u, 3u, 5u}) {
      const bool is_chosen = form_.own && !form_.cluster && form_.servers == servers;
      if (ImGui::Selectable(words(servers).c_str(), is_chosen)) choose(servers, false);
      view_.name_last(fmt::format("load servers {}", servers));
    }
    const std::string cluster = view_.say.fill("stress.servers.cluster", masters);
    if (ImGui::Selectable(cluster.c_str(), form_.own && form_.cluster)) choose(masters, true);
    view_.name_last("load servers cluster");
    if (ImGui::Selectable(view_.say.c("stress.servers.named"), !form_.own)) form_.own = false;
    view_.name_last("load servers named");
    ImGui::EndCombo();
  }
  if (form_.own) {
    wrong("--local");
    wrong("--cluster");
    wrong("--redis");
    return;
  }
  field("named", form_.named, "--redis", "127.0.0.1:6379");
  field("user", form_.user, "");
  field("password", form_.password, "", {}, ImGuiInputTextFlags_Password);
  checkbox(view_.say.c("stress.disturb"), &form_.disturb);
  view_.name_last("load disturb", view_.say("stress.disturb.tip"));
}

void LoadFields::keys() {
  label("keys");
  const auto words = [&](std::string_view keys) {
    return view_.say.c(fmt::format("stress.keys.{}", keys));
  };
  const bool open = ImGui::BeginCombo("##keys", words(form_.keys), ImGuiComboFlags_HeightLargest);
  if (!open) view_.name_last("load keys", view_.say("stress.keys.tip"));
  if (open) {
    for (const std::string_view keys : {"own", "one", "uniform", "zipf"}) {
      if (ImGui::Selectable(words(keys), form_.keys == keys)) form_.keys = keys;
      view_.name_last(fmt::format("load keys {}", keys));
    }
    ImGui::EndCombo();
  }
  if (form_.chooses_locks()) field("locks", form_.locks, "--keys");
}

void stress_form(const View& view, ImVec2 size) {
  const StressView& stress = view.model.stress;
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {style.ItemSpacing.x, view.px(5)});
  ImGui::BeginChild("stress form", size, false);
  StressForm form = stress.form;
  LoadFields fields(view, form);
  ImGui::BeginDisabled(stress.runs());
  fields.usual();
  ImGui::EndDisabled();
  ImGui::SetNextItemOpen(stress.more);
  const std::string more =
      fmt::format("{}{}###more", view.say("stress.more"), more_is_changed(form) ? " *" : "");
  const bool open = ImGui::TreeNodeEx(more.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                                        ImGuiTreeNodeFlags_SpanAvailWidth |
                                                        ImGuiTreeNodeFlags_FramePadding);
  view.name_last("load more", view.say("stress.more.tip"));
  if (open != stress.more) view.want(intent::UnfoldLoad{open});
  if (open) {
    ImGui::BeginDisabled(stress.runs());
    fields.seldom();
    ImGui::EndDisabled();
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (!(form == stress.form)) view.want(intent::SetLoad{form});
}

}  // namespace locklab::app

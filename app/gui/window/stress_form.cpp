// The form of a load. What is wrong stands below its field.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/gui/window/rich_text.h"
#include "app/gui/window/stress_parts.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

class LoadForm {
 public:
  LoadForm(const View& view, StressForm& form) : view_(view), form_(form) {}

  void fields() {
    strategies();
    servers();
    field("clients", form_.clients, "--clients");
    field("connections", form_.connections, "--connections");
    keys();
    field("hold", form_.hold, "--hold",
          view_.say(form_.keys == "own" ? "stress.hold.own" : "stress.hold.shared"));
    field("think", form_.think, "--think");
    field("duration", form_.duration, "--duration");
    field("warm_up", form_.warm_up, "--warm-up");
    field("ttl", form_.ttl, "--ttl");
    field("retry", form_.retry, "--retry");
    field("rate", form_.rate, "--rate");
  }

 private:
  /// The label at the left; the cursor is where the field begins.
  void label(std::string_view id) {
    ImGui::AlignTextToFramePadding();
    const float from = ImGui::GetCursorPosX();
    const std::string key = fmt::format("stress.{}", id);
    ImGui::TextUnformatted(view_.say.c(key));
    if (!view_.covered && ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", view_.say.c(key + ".tip"));
    ImGui::SameLine();
    ImGui::SetCursorPosX(from + ImGui::GetWindowContentRegionMax().x * 0.47f);
    ImGui::SetNextItemWidth(-1);
  }

  void wrong(std::string_view option) {
    const auto found = view_.model.stress.mistakes.find(option);
    if (found == view_.model.stress.mistakes.end()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, view_.theme.violation);
    wrapped_text(view_, view_.tell(found->second), ImGui::GetContentRegionAvail().x);
    ImGui::PopStyleColor();
    view_.name_last(fmt::format("load wrong {}", option));
  }

  void field(std::string_view id, std::string& text, std::string_view option,
             std::string_view hint = {}, ImGuiInputTextFlags flags = 0) {
    label(id);
    const bool bad = view_.model.stress.mistakes.contains(option);
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
    view_.name_last(fmt::format("load {}", id), view_.say(fmt::format("stress.{}.tip", id)));
    if (!option.empty()) wrong(option);
  }

  void strategies() {
    label("strategies");
    const std::string shown =
        form_.strategies.size() == 1
            ? form_.strategies.front()
            : view_.say.fill("stress.strategies.many", form_.strategies.size());
    const bool open = ImGui::BeginCombo("##strategies", shown.c_str(), ImGuiComboFlags_HeightLarge);
    if (!open) view_.name_last("load strategies", view_.say("stress.strategies.tip"));
    if (open) {
      for (const Strategy& one : locklab::strategies()) strategy(one);
      ImGui::EndCombo();
    }
    wrong("--strategy");
  }

  void strategy(const Strategy& one) {
    const std::string id(one.id);
    const auto found = std::find(form_.strategies.begin(), form_.strategies.end(), id);
    bool chosen = found != form_.strategies.end();
    if (ImGui::Checkbox(fmt::format("{}   {}##{}", id, view_.tell(one.title), id).c_str(),
                        &chosen)) {
      if (chosen) {
        form_.strategies.push_back(id);
      } else {
        form_.strategies.erase(found);
      }
    }
    view_.name_last("load strategy " + id);
  }

  void servers() {
    label("servers");
    const auto words = [&](std::uint32_t servers) {
      return servers == 0 ? std::string(view_.say("stress.servers.usual"))
                          : view_.say.fill("stress.servers.own", servers);
    };
    const bool open = ImGui::BeginCombo(
        "##servers", form_.own ? words(form_.servers).c_str() : view_.say.c("stress.servers.named"),
        ImGuiComboFlags_HeightLargest);
    if (!open) view_.name_last("load servers", view_.say("stress.servers.tip"));
    if (open) {
      for (const std::uint32_t servers : {0u, 1u, 3u, 5u}) {
        if (ImGui::Selectable(words(servers).c_str(), form_.own && form_.servers == servers)) {
          form_.own = true;
          form_.servers = servers;
        }
        view_.name_last(fmt::format("load servers {}", servers));
      }
      if (ImGui::Selectable(view_.say.c("stress.servers.named"), !form_.own)) form_.own = false;
      view_.name_last("load servers named");
      ImGui::EndCombo();
    }
    if (form_.own) {
      wrong("--local");
      wrong("--redis");
      return;
    }
    field("named", form_.named, "--redis", "127.0.0.1:6379");
    field("user", form_.user, "");
    field("password", form_.password, "", {}, ImGuiInputTextFlags_Password);
    ImGui::Checkbox(view_.say.c("stress.disturb"), &form_.disturb);
    view_.name_last("load disturb", view_.say("stress.disturb.tip"));
  }

  void keys() {
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

  const View& view_;
  StressForm& form_;
};

}  // namespace

void stress_form(const View& view, ImVec2 size) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {style.ItemSpacing.x, view.px(5)});
  ImGui::BeginChild("stress form", size, false);
  StressForm form = view.model.stress.form;
  ImGui::BeginDisabled(view.model.stress.runs());
  LoadForm(view, form).fields();
  ImGui::EndDisabled();
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (!(form == view.model.stress.form)) view.want(intent::SetLoad{form});
}

}  // namespace locklab::app

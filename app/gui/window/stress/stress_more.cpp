// The rarely needed fields of a load's form, and a field for each switch of the chosen locks,
// generated from the lock's declarations.
#include <fmt/format.h>
#include <imgui/imgui.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/changes/switch_value.h"
#include "app/gui/window/stress/stress_fields.h"
#include "app/gui/window/widgets/rich_text.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// The lock as the form configures it without any switches: the default one with the form's lease,
/// if that is valid.
LockConfig usual_lock(const Strategy& strategy, const StressForm& form) {
  LockConfig lock = default_lock(strategy);
  std::int64_t ttl_ms = 0;
  std::from_chars(form.ttl.data(), form.ttl.data() + form.ttl.size(), ttl_ms);
  if (ttl_ms > 0 && ttl_ms <= us(longest_time) / 1000) lock.ttl = Duration(ttl_ms * 1000);
  return lock;
}

/// The valid values of a switch: "1 .. 99" for a range, or all words.
std::string range_of(const Switch& one) {
  if (one.type == SwitchType::choice) return fmt::format("{}", fmt::join(one.words, ", "));
  if (one.type == SwitchType::flag) return "true, false";
  const char* unit = one.type == SwitchType::duration ? " ms" : "";
  return fmt::format("{} .. {}{}", switch_text(one, one.least), switch_text(one, one.most), unit);
}

}  // namespace

void LoadFields::seldom() {
  field("warm_up", form_.warm_up, "--warm-up");
  field("connections", form_.connections, "--connections");
  field("threads", form_.threads, "--threads");
  field("think", form_.think, "--think");
  field("retry", form_.retry, "--retry");
  field("rate", form_.rate, "--rate");
  field("seed", form_.seed, "--seed");
  if (form_.own) {
    on_disk();
    field("replicas", form_.replicas, "--replicas", view_.say("stress.replicas.usual"));
  }
  checkbox(view_.say.c("stress.links"), &form_.links);
  view_.name_last("load links", view_.say("stress.links.tip"));
  for (const std::string& id : form_.strategies)
    if (const Strategy* const strategy = find_strategy(id)) switches(*strategy);
}

/// Draws the choice of fsync policies. Each chosen policy makes a load, for comparison.
void LoadFields::on_disk() {
  label("fsync");
  std::vector<std::string>& chosen = form_.fsync;
  const std::string shown = fmt::format("{}", fmt::join(chosen, ", "));
  const bool open = ImGui::BeginCombo("##fsync", shown.c_str(), ImGuiComboFlags_HeightLargest);
  if (!open) view_.name_last("load fsync", view_.say("stress.fsync.tip"));
  if (open) {
    for (const char* value : {"off", "no", "everysec", "always"}) {
      const auto found = std::find(chosen.begin(), chosen.end(), value);
      bool on = found != chosen.end();
      if (checkbox(fmt::format("{}   {}##{}", value,
                               view_.say(fmt::format("stress.fsync.{}", value)), value)
                       .c_str(),
                   &on)) {
        if (on) {
          chosen.emplace_back(value);
        } else if (chosen.size() > 1) {
          chosen.erase(found);
        }
      }
      view_.name_last(fmt::format("load fsync {}", value));
    }
    ImGui::EndCombo();
  }
  wrong("--appendfsync");
}

void LoadFields::switches(const Strategy& strategy) {
  const std::vector<const Switch*> all = form_switches(strategy);
  if (all.empty()) return;
  ImGui::Spacing();
  second_text(view_, view_.say.fill("stress.switches", strategy.id));
  view_.name_last(fmt::format("load switches {}", strategy.id));
  ImGui::PushID(strategy.id.data(), strategy.id.data() + strategy.id.size());
  for (const Switch* one : all) one_switch(strategy, *one);
  ImGui::PopID();
}

void LoadFields::one_switch(const Strategy& strategy, const Switch& one) {
  const std::string name(view_.say(fmt::format("setup.{}", one.name)));
  const std::string tip = fmt::format("{}\n{}{}{}", view_.tell(one.meaning), one.name,
                                      view_.say("list.colon"), range_of(one));
  label(name, tip);
  const std::string option = switch_option(strategy.id, one.name);
  const std::string usual = switch_text(one, one.value(usual_lock(strategy, form_)));
  const std::string before = form_.of_switch(strategy.id, one.name);
  std::string text = before.empty() ? usual : before;
  const std::string id = fmt::format("##{}", one.name);
  const std::string widget = fmt::format("load set {} {}", strategy.id, one.name);
  bool named = false;
  if (one.type == SwitchType::flag) {
    bool on = text == "true";
    if (checkbox(id.c_str(), &on)) text = on ? "true" : "false";
  } else if (one.type == SwitchType::choice) {
    if (ImGui::BeginCombo(id.c_str(), text.c_str(), ImGuiComboFlags_HeightLargest)) {
      named = true;
      for (const std::string_view word : one.words) {
        if (ImGui::Selectable(std::string(word).c_str(), word == text)) text = word;
        view_.name_last(fmt::format("{} {}", widget, word));
      }
      ImGui::EndCombo();
    }
  } else {
    text = before;
    input(one.name, text, option, usual);
  }
  if (!named) view_.name_last(widget, tip_of(option, tip));
  wrong(option);
  if (text == usual && one.type != SwitchType::duration && one.type != SwitchType::count)
    text.clear();
  if (text != before) form_.set_switch(strategy.id, one.name, text);
}

}  // namespace locklab::app

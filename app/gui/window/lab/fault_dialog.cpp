// The form that edits a fault: its target, its size and its time. A problem is shown at its field
// or, if it is of the whole run, below all fields.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>

#include "app/changes/fault_tools.h"
#include "app/gui/window/widgets/fields.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

/// The palette's tool for the form's fault, preferably one with the same directions; nullptr if
/// there is none.
const BreakingTool* tool_of(const FaultForm& form) {
  const BreakingTool* found = nullptr;
  for (const BreakingTool& tool : breaking_tools()) {
    if (tool.kind != form.kind || tool.power != form.power || tool.refusal != form.refusal ||
        tool.removal != form.removal)
      continue;
    const bool same_way = tool.requests == form.requests && tool.replies == form.replies;
    if (!found || same_way) found = &tool;
  }
  return found;
}

class Form {
 public:
  Form(const View& view, FaultForm& form)
      : view_(view),
        run_(*view.model.branches[form.branch].run),
        form_(form),
        shape_(form_shape(form.kind)) {}

  void fields() {
    if (!ImGui::BeginTable("fields", 2, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 1);
    target();
    if (shape_.size != SizeKind::none) {
      row(view_.say(size_words(form_.kind)));
      if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
      text("size", form_.size);
    }
    if (form_.kind == FaultKind::slow) {
      row(view_.say("form.jitter"));
      text("jitter", form_.jitter_ms);
    }
    if (shape_.lasts) {
      row(view_.say("form.size.lasting"));
      text("lasts", form_.lasts);
    }
    if (shape_.direction) direction();
    if (shape_.count) {
      row(view_.say("form.count"));
      text("count", form_.count);
      row(view_.say("form.command"));
      text("command", form_.command);
    }
    if (form_.kind == FaultKind::kill) {
      row(view_.say("form.power"));
      checkbox("##power", &form_.power);
      view_.name_last("form power");
    }
    if (form_.kind == FaultKind::promote) promotion();
    if (form_.kind == FaultKind::remove) removal();
    if (form_.kind == FaultKind::migrate) {
      row(view_.say("form.to"));
      choice("to", form_.to, node_choices(run_, form_.kind), view_.say("form.next_master"));
    }
    moment();
    ImGui::EndTable();
  }

 private:
  void row(std::string_view label) const {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(label.data(), label.data() + label.size());
    ImGui::PopTextWrapPos();
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
  }

  void text(const char* field, std::string& typed) const {
    const std::string label = fmt::format("##form {}", field);
    focus_if_wrong(form_.wrong == field, label);
    ImGui::InputText(label.c_str(), &typed, ImGuiInputTextFlags_AutoSelectAll);
    view_.name_last(fmt::format("form {}", field));
    mark(field);
  }

  void mark(std::string_view field) const {
    if (form_.wrong == field) tell_wrong(view_, "form problem", form_.problem);
  }

  /// Draws a choice among `names` and, unless `none` is empty, an empty choice, which is shown as
  /// `none`.
  void choice(const char* field, std::string& chosen, const std::vector<std::string>& names,
              std::string_view none) const {
    const std::string now = chosen.empty() ? std::string(none) : chosen;
    const std::string name = fmt::format("form {}", field);
    const bool open = ImGui::BeginCombo(fmt::format("##{}", name).c_str(), now.c_str());
    view_.name_last(name);
    if (!open) return mark(field);
    if (!none.empty()) {
      if (ImGui::Selectable(std::string(none).c_str(), chosen.empty())) chosen.clear();
      view_.name_last(name + " every");
    }
    for (const std::string& each : names) {
      if (ImGui::Selectable(each.c_str(), each == chosen)) chosen = each;
      view_.name_last(fmt::format("{} {}", name, each));
    }
    ImGui::EndCombo();
  }

  void target() {
    const auto clients = client_choices(run_);
    const auto nodes = node_choices(run_, form_.kind);
    if (shape_.client && shape_.node && !shape_.any && !shape_.for_client) {
      // A client or a node, not both.
      row(view_.say("form.whom"));
      std::vector<std::string> all = clients;
      all.insert(all.end(), nodes.begin(), nodes.end());
      std::string chosen = form_.client.empty() ? form_.node : form_.client;
      choice("whom", chosen, all, {});
      mark("target");
      const bool client = std::find(clients.begin(), clients.end(), chosen) != clients.end();
      form_.client = client ? chosen : "";
      form_.node = client ? "" : chosen;
      return;
    }
    if (shape_.client) {
      row(view_.say("form.client"));
      const bool may_be_left_open = shape_.any || shape_.for_client;
      choice("client", form_.client, clients,
             may_be_left_open ? view_.say("form.every_client") : "");
    }
    if (shape_.node) {
      row(view_.say("form.node"));
      choice("node", form_.node, nodes, shape_.any ? view_.say("form.every_node") : "");
    }
    mark("target");
  }

  void direction() {
    row(view_.say("form.direction"));
    const std::string both(view_.say("form.both"));
    const std::string requests(view_.say("form.requests"));
    const std::string replies(view_.say("form.replies"));
    const std::string now =
        form_.requests && form_.replies ? both : (form_.requests ? requests : replies);
    std::string chosen = now;
    choice("direction", chosen, {both, requests, replies}, {});
    if (chosen == now) return;
    form_.requests = chosen != replies;
    form_.replies = chosen != requests;
  }

  /// Draws the choice of how keys are removed, by the names of the tools.
  void removal() {
    row(view_.say("form.removal"));
    std::vector<std::string> names;
    std::string chosen;
    for (const BreakingTool& tool : breaking_tools()) {
      if (tool.kind != FaultKind::remove) continue;
      names.push_back(view_.tell(tool.label));
      if (tool.removal == form_.removal) chosen = names.back();
    }
    choice("removal", chosen, names, {});
    for (const BreakingTool& tool : breaking_tools())
      if (tool.kind == FaultKind::remove && view_.tell(tool.label) == chosen)
        form_.removal = tool.removal;
  }

  void promotion() {
    row(view_.say("form.untold"));
    checkbox("##untold", &form_.untold);
    view_.name_last("form untold");
    row(view_.say("form.after"));
    text("after", form_.after_ms);
  }

  void moment() {
    row("");
    if (radio(view_.say.c("form.at_time"), !form_.at_event)) form_.at_event = false;
    view_.name_last("form at_time");
    ImGui::SameLine();
    if (radio(view_.say.c("form.at_event"), form_.at_event)) form_.at_event = true;
    view_.name_last("form at_event");
    if (!form_.at_event) {
      row(view_.say("form.at"));
      return text("at", form_.at_ms);
    }
    row(view_.say("form.moment"));
    text("moment", form_.moment);
    row(view_.say("form.plus"));
    text("plus", form_.plus_ms);
  }

  const View& view_;
  const ShownRun& run_;
  FaultForm& form_;
  FormShape shape_;
};

}  // namespace

void fault_dialog(const View& view) {
  if (!view.model.form || view.model.form->branch >= view.model.branches.size()) return;
  FaultForm form = *view.model.form;
  begin_dialog(view, "fault", {view.px(480), 0});
  const BreakingTool* tool = tool_of(form);
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(
      (tool ? view.tell(tool->label) : std::string(sim::name(form.kind))).c_str());
  ImGui::PopFont();
  if (tool) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                       view.tell(tool->tip).c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::Spacing();
  Form(view, form).fields();
  if (!form.problem.empty() && form.wrong.empty()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.violation), "%s",
                       form.problem.c_str());
    ImGui::PopTextWrapPos();
    view.name_last("form problem");
  }
  ImGui::Spacing();
  if (!(form == *view.model.form)) {
    form.wrong.clear();
    form.problem.clear();
    view.want(intent::SetForm{form});
  }
  if (view.button("form accept", view.say("form.accept"), {}, ButtonKind::primary) ||
      enter_pressed(view))
    view.want(intent::AcceptForm{});
  ImGui::SameLine();
  if (form.fault) {
    if (view.button("form remove", view.say("form.remove"), view.say("break.remove.tip"),
                    ButtonKind::dangerous))
      view.want(intent::RemoveFault{*form.fault, form.branch});
    ImGui::SameLine();
  }
  if (view.button("form close", view.say("dialog.cancel"))) view.want(intent::CloseForm{});
  end_dialog();
}

}  // namespace locklab::app

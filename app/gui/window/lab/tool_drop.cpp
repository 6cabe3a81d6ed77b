#include "app/gui/window/lab/tool_drop.h"

#include <fmt/format.h>

#include "app/gui/update/live_state.h"
#include "app/gui/update/placed_faults.h"
#include "app/gui/window/lab/break_parts.h"
#include "app/gui/window/widgets/icons.h"
#include "app/timeline/words/wording.h"
#include "app/workshop/refused_live.h"

namespace locklab::app {

namespace {

constexpr const char* payload = "tool";
constexpr const char* menu = "what can be done here";

std::string lane_name(const View& view, std::uint16_t lane) {
  const auto& lanes = view.model.run->scene.lanes;
  return lane < lanes.size() ? lanes[lane].name : std::string();
}

/// Shows a tool at the pointer: its icon with `words`, and `where` on a second line.
void carried_tool(const View& view, const BreakingTool& tool, const std::string& words,
                  const std::string& where) {
  ImGui::BeginTooltip();
  const float size = view.px(18);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({size, size});
  draw_icon(*ImGui::GetWindowDrawList(), tool.icon, {at.x + size / 2, at.y + size / 2}, size,
            view.theme.accent);
  ImGui::SameLine(0, view.px(6));
  ImGui::TextUnformatted(words.c_str());
  if (!where.empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s", where.c_str());
  view.name_place("carried tool", ImGui::GetWindowPos(), ImGui::GetWindowSize());
  ImGui::EndTooltip();
}

}  // namespace

std::string plain_size(const View& view, const BreakingTool& tool, std::optional<double> size) {
  if (!size) return {};
  if (tool.size == SizeKind::drift) return view.tell(pace_words(static_cast<std::int64_t>(*size)));
  const auto us = static_cast<std::int64_t>(*size * 1000);
  return tool.size == SizeKind::shift ? signed_span_text(us) : span_text(us);
}

void drag_tool(const View& view, std::uint16_t tool, std::string_view label) {
  if (!ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoPreviewTooltip)) return;
  ImGui::SetDragDropPayload(payload, &tool, sizeof tool);
  // Over a possible target, the tooltip describes the tool's effect.
  const ImGuiPayload* carried = ImGui::GetDragDropPayload();
  if (carried && !carried->Preview)
    carried_tool(view, breaking_tools()[tool], std::string(label), view.say.c("break.carry.tip"));
  ImGui::EndDragDropSource();
}

std::optional<ToolOver> tool_over() {
  if (!ImGui::BeginDragDropTarget()) return std::nullopt;
  std::optional<ToolOver> over;
  if (const ImGuiPayload* carried =
          ImGui::AcceptDragDropPayload(payload, ImGuiDragDropFlags_AcceptBeforeDelivery |
                                                    ImGuiDragDropFlags_AcceptNoDrawDefaultRect))
    over = ToolOver{*static_cast<const std::uint16_t*>(carried->Data), carried->IsDelivery()};
  ImGui::EndDragDropTarget();
  return over;
}

void say_drop(const View& view, std::uint16_t tool, const Spot& spot, std::optional<double> at_us) {
  const BreakingTool& of = breaking_tools()[tool];
  const std::string label = view.tell(of.label);
  if (!applies(of, *view.model.run, spot)) {
    return carried_tool(view, of, view.say.fill("break.not_here", label), "");
  }
  const auto size = size_of(view.model, *view.model.run, tool);
  const std::string sized = size ? label + " " + plain_size(view, of, size) : label;
  // A tool for links dropped on a message affects the message's link.
  Spot struck = spot;
  if (spot.kind == SpotKind::message && !of.on_message) struck.kind = SpotKind::link;
  // A fault of a message takes effect when the message is sent; any other at `when`.
  const double when = at_us.value_or(view.model.cursor.at_us);
  if (is_stepped_live(view.model)) {
    if (struck.kind == SpotKind::message) struck.kind = SpotKind::link;
    return carried_tool(view, of, sized,
                        view.say.fill("break.carry.now", spot_words(view, struck)));
  }
  const std::string whom = spot_words(view, struck);
  carried_tool(view, of, sized,
               struck.kind == SpotKind::message
                   ? whom
                   : view.say.fill("break.carry.at", whom, fmt::format("{:.3f} ms", when / 1000)));
}

void drop_on(const View& view, const Spot& spot, std::optional<double> at_us) {
  const auto over = tool_over();
  if (!over && view.model.tool && ImGui::IsItemHovered())
    say_drop(view, *view.model.tool, spot, at_us);
  if (!over) return;
  if (over->dropped) {
    view.want(intent::Break{spot, over->tool, at_us, view.model.branch});
    return;
  }
  say_drop(view, over->tool, spot, at_us);
  if (applies(breaking_tools()[over->tool], *view.model.run, spot))
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                        view.theme.accent, view.px(4), 0, view.px(2));
}

void click_on(const View& view, const Spot& spot, std::optional<double> at_us, Intent otherwise) {
  if (!view.model.tool) return view.want(std::move(otherwise));
  view.want(intent::Break{spot, *view.model.tool, at_us, view.model.branch});
}

std::string spot_words(const View& view, const Spot& spot) {
  if (spot.kind == SpotKind::lane) return lane_name(view, spot.lane);
  if (spot.kind == SpotKind::link)
    return fmt::format("{} – {}", lane_name(view, spot.lane), lane_name(view, spot.node));
  if (!can_be_struck(view.model)) return {};
  return view.say.fill(spot.reply ? "break.reply" : "break.request", lane_name(view, spot.lane),
                       lane_name(view, spot.node));
}

namespace {

/// The frame in which the menu was asked for; 0 if it is open, or was not.
int& asked_in() { return *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("menu asked in")); }

}  // namespace

void open_spot_menu(const View& view, const Spot& spot, double at_us) {
  view.want(intent::PointAt{{spot, at_us, view.model.branch}});
  asked_in() = ImGui::GetFrameCount();
}

namespace {

/// Draws the menu items that set, zoom to and remove the two marks between which time is measured.
void mark_items(const View& view, double at_us) {
  const auto offer = [&](const char* name, const char* key, const char* keys, Intent wanted) {
    if (ImGui::MenuItem(view.say.c(key), keys)) view.want(std::move(wanted));
    view.name_last(name);
  };
  offer("menu mark A", "menu.mark.a", "", intent::SetMark{0, at_us});
  offer("menu mark B", "menu.mark.b", "", intent::SetMark{1, at_us});
  const auto& marks = view.model.marks;
  if (marks[0] && marks[1]) offer("menu marks zoom", "marks.zoom", "", intent::ZoomToMarks{});
  if (marks[0] || marks[1]) offer("menu marks clear", "marks.clear", "Esc", intent::ClearMarks{});
}

}  // namespace

void tool_items(const View& view, const Pointed& pointed) {
  const bool live = is_stepped_live(view.model);
  const auto tools = breaking_tools();
  bool parted = pointed.spot.kind != SpotKind::message;
  const auto offer = [&](std::uint16_t tool) {
    const BreakingTool& of = tools[tool];
    const bool sized = of.size != SizeKind::none;
    const auto refused = live ? refused_live(view.model, of) : std::nullopt;
    std::string label = view.tell(of.label);
    if (live && sized)
      label += " " + plain_size(view, of, size_of(view.model, *view.model.run, tool));
    // A tool with a size opens the form; others are applied at once, as are all in a live run.
    if (ImGui::MenuItem((label + (sized && !live ? " …" : "")).c_str(), nullptr, false, !refused)) {
      if (sized && !live) {
        view.want(intent::NewFault{pointed.spot, tool, pointed.at_us, pointed.branch});
      } else {
        view.want(intent::Break{pointed.spot, tool, pointed.at_us, pointed.branch});
      }
    }
    std::string tip = view.tell(of.tip);
    if (refused) tip += "\n" + view.say.fill("break.not_live", view.tell(refused->what));
    view.name_last(fmt::format("menu {}", of.id), tip);
  };
  for (const bool message : {true, false}) {
    for (std::size_t at = 0; at < tools.size(); ++at) {
      const auto i = static_cast<std::uint16_t>(at);
      if (!applies(tools[i], *view.model.run, pointed.spot)) continue;
      const bool of_message = pointed.spot.kind == SpotKind::message && tools[i].on_message;
      if ((of_message && !live) != message) continue;  // a live message has already been sent
      if (!message && !parted) {
        ImGui::Separator();
        ImGui::TextColored(
            ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
            spot_words(view, {SpotKind::link, pointed.spot.lane, pointed.spot.node}).c_str());
        parted = true;
      }
      offer(i);
    }
  }
}

void spot_menu(const View& view) {
  const auto& pointed = view.model.pointed;
  // The model has the new target one frame later. ImGui places a popup by the size of its first
  // frame, so the items of the former target would let the menu end below the window.
  if (asked_in() != 0 && asked_in() < ImGui::GetFrameCount()) {
    asked_in() = 0;
    ImGui::OpenPopup(menu);
  }
  if (!ImGui::BeginPopup(menu)) return;
  if (pointed && pointed->branch == view.model.branch) {
    mark_items(view, pointed->at_us);
    ImGui::Separator();
  }
  const bool can = can_be_struck(view.model);
  if (!pointed || pointed->branch != view.model.branch || !can) {
    if (!can) ImGui::TextUnformatted(view.say.c("break.recorded"));
    return ImGui::EndPopup();
  }
  const bool live = is_stepped_live(view.model);
  const std::string whom = spot_words(view, pointed->spot);
  ImGui::TextColored(
      ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
      (live && pointed->spot.kind != SpotKind::message ? view.say.fill("break.carry.now", whom)
                                                       : whom)
          .c_str());
  if (pointed->spot.kind == SpotKind::message) {
    const bool only = view.model.only_message;
    if (ImGui::MenuItem(view.say.c("menu.only_message"), "O", only)) {
      view.want(intent::SeekEvent{view.model.run->scene.messages[pointed->spot.message].sent});
      view.want(intent::OnlyMessage{!only});
    }
    view.name_last("menu only message");
    ImGui::Separator();
  }
  tool_items(view, *pointed);
  ImGui::EndPopup();
}

}  // namespace locklab::app

// The hints of the first start: a legend of the picture, and three large buttons to play the run,
// prepare a first fault, or begin the lessons. Shown in place of the source.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/gui/window/view.h"
#include "app/gui/window/widgets/icons.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

using Sign = void (*)(const View&, ImVec2 middle, float size);

void client_sign(const View& view, ImVec2 middle, float size) {
  ImGui::GetWindowDrawList()->AddCircleFilled(middle, size / 2, view.theme.client(0));
}
void server_sign(const View& view, ImVec2 middle, float size) {
  ImGui::GetWindowDrawList()->AddCircle(middle, size / 2, view.theme.text, 0, view.px(2.5f));
}
void stock_sign(const View& view, ImVec2 middle, float size) {
  const float half = size / 2;
  ImGui::GetWindowDrawList()->AddRect({middle.x - half, middle.y - half},
                                      {middle.x + half, middle.y + half}, view.theme.text,
                                      view.px(2), 0, view.px(2));
}
void lease_sign(const View& view, ImVec2 middle, float size) {
  const float half = size / 2;
  ImGui::GetWindowDrawList()->AddTriangleFilled(
      {middle.x - half, middle.y - half}, {middle.x - half, middle.y + half},
      {middle.x + half, middle.y + half}, view.theme.client(0));
}

/// Draws the legend. `brief`: only the most important entries, with shorter words.
void legend(const View& view, bool brief) {
  struct Entry {
    const char* key;
    Sign sign;
  };
  const std::vector<Entry> whole{{"welcome.clients", client_sign},
                                 {"welcome.server", server_sign},
                                 {"welcome.lease", lease_sign},
                                 {"welcome.stock", stock_sign}};
  const std::vector<Entry> short_ones{{"welcome.clients.brief", client_sign},
                                      {"welcome.server.brief", server_sign},
                                      {"welcome.lease.brief", lease_sign}};
  for (const auto& [key, sign] : brief ? short_ones : whole) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = view.px(13);
    sign(view, {at.x + view.px(10), at.y + ImGui::GetTextLineHeight() / 2}, size);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + view.px(26));
    wrapped_text(view, view.say(key), ImGui::GetContentRegionAvail().x - view.px(8));
    view.name_place("welcome line", at,
                    {ImGui::GetItemRectMax().x - at.x, ImGui::GetItemRectMax().y - at.y});
  }
}

/// Draws a button across the panel, with fewer words if not all fit. Returns true if it was
/// pressed.
bool large_button(const View& view, const char* name, const char* icon, std::string key, bool first,
                  float pad) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {view.px(12), pad});
  const ButtonLook look(view.theme, first ? ButtonKind::primary : ButtonKind::plain);
  const float room = ImGui::GetContentRegionAvail().x - view.px(8);
  if (icon_button_width(view, view.say(key)) > room) key += ".brief";
  const bool pressed = icon_button(view, name, icon, view.say(key), "", room);
  view.name_place("words of " + std::string(name), ImGui::GetItemRectMin(),
                  {icon_button_width(view, view.say(key)), 1});
  ImGui::PopStyleVar();
  return pressed;
}

void things_to_do(const View& view, bool brief) {
  const float pad = view.px(brief ? 5 : 9);
  if (large_button(view, "welcome play", "play", "welcome.play", true, pad)) {
    view.want(intent::GoToStart{});
    view.want(intent::PlayOrPause{});
  }
  const bool live = view.model.pending && view.model.pending->live;
  ImGui::BeginDisabled(live);
  if (large_button(view, "welcome break", "pause", "welcome.break", false, pad))
    view.want(intent::BreakFirst{});
  ImGui::EndDisabled();
  if (live) view.name_last("welcome break later", view.say("welcome.break.live"));
  if (large_button(view, "welcome learn", "lesson", "welcome.learn", false, pad))
    view.want(intent::OpenLesson{0});
}

}  // namespace

bool welcomes(const Model& model) {
  return !model.settings.welcomed && model.run && !model.lesson && !model.presenting;
}

float welcome_height(const View& view, bool brief) {
  const float lines = brief ? 3 : 5;  // of the legend; one of four entries wraps if not brief
  constexpr float buttons = 3;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = ImGui::GetTextLineHeight();
  return view.px(2 * 10) + ImGui::GetFrameHeight() +
         lines * (line + view.px(usual_gap) + style.ItemSpacing.y) + 2 * style.ItemSpacing.y +
         buttons * (line + view.px(brief ? 10 : 18) + style.ItemSpacing.y);
}

float welcome(const View& view, ImVec2 size, bool brief) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, faded(view.theme.accent, 0.10f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {view.px(12), view.px(10)});
  ImGui::BeginChild("welcome", size, true, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  const float right = ImGui::GetWindowContentRegionMax().x;
  const float close =
      ImGui::CalcTextSize(view.say.c("welcome.close")).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(view.say.c("welcome.title"));
  ImGui::SameLine(right - close);
  if (view.button("welcome close", view.say("welcome.close"), view.say("welcome.close.tip")))
    view.want(intent::Welcomed{});
  legend(view, brief);
  ImGui::Spacing();
  things_to_do(view, brief);
  const float needed = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + view.px(10);
  ImGui::EndChild();
  ImGui::PopStyleColor();
  return needed;
}

}  // namespace locklab::app

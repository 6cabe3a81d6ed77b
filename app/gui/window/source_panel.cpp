// The strategy's own C++ with the line at which the selected client stands, and beside it what it
// said to Redis and what Redis said.
#include <fmt/format.h>

#include "app/gui/source_state.h"
#include "app/gui/window/view.h"
#include "app/timeline/wording.h"
#include "lock/embedded.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

std::string_view source_of(std::string_view path) {
  for (const embedded::File& file : embedded::sources())
    if (file.path == path) return file.text;
  return {};
}

std::uint16_t client_shown(const Model& model) {
  const bool client = model.lane && *model.lane < model.run->scene.clients;
  if (client) return *model.lane;
  if (model.event) {
    const ClientId who = model.run->trace()[*model.event].client;
    if (index(who) < model.run->scene.clients) return index(who);
  }
  return 0;
}

/// `glow`: how strongly the line glows.
void code(const View& view, std::string_view text, const SourceState& state, ImU32 colour,
          float glow) {
  ImGui::PushFont(view.fonts.mono);
  const float line_height = ImGui::GetTextLineHeight() + view.px(2);
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  std::uint32_t line = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view words = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (line == state.line) {
      const float right = at.x + ImGui::GetWindowWidth() + ImGui::GetScrollMaxX();
      canvas.AddRectFilled({at.x - view.px(4), at.y - view.px(1)}, {right, at.y + line_height},
                           faded(colour, (state.waits ? 0.35f : 0.15f) + 0.4f * glow));
      canvas.AddRectFilled({at.x - view.px(4), at.y - view.px(1)},
                           {at.x - view.px(1), at.y + line_height}, colour);
      ImGui::SetScrollHereY(0.4f);
    }
    const bool comment = words.find_first_not_of(' ') != std::string_view::npos &&
                         words.substr(words.find_first_not_of(' ')).starts_with("//");
    const std::string row = fmt::format("{:>3}  {}", line, words);
    canvas.AddText(at, comment ? view.theme.second_text : view.theme.text, row.c_str());
    ImGui::Dummy(
        {ImGui::CalcTextSize(row.c_str()).x, line_height - ImGui::GetStyle().ItemSpacing.y});
  }
  ImGui::PopFont();
}

void redis(const View& view, const SourceState& state) {
  const Trace& trace = view.model.run->trace();
  if (state.file.empty()) {
    ImGui::TextDisabled("%s", view.say.c("source.nothing_sent"));
    return;
  }
  const Event& sent = trace[state.sent];
  ImGui::PushFont(view.fonts.mono);
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.accent), "%s>",
                     std::string(trace.node_name(sent.node)).c_str());
  ImGui::SameLine();
  ImGui::TextUnformatted(short_command(trace, sent).c_str());
  if (state.reply) {
    const Event& answer = trace[*state.reply];
    const std::string words = answer.kind == EventKind::received
                                  ? view.tell(short_reply(trace, answer))
                                  : std::string(view.say("source.no_reply"));
    ImGui::TextColored(
        ImGui::ColorConvertU32ToFloat4(answer.kind == EventKind::received ? view.theme.good
                                                                          : view.theme.warning),
        "%s", words.c_str());
  } else {
    ImGui::TextDisabled("%s", view.say.c("source.waits"));
  }
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace

void source_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("source_panel", size, false, ImGuiWindowFlags_NoScrollbar);
  if (!view.model.run) return ImGui::EndChild();
  const ShownRun& run = *view.model.run;
  const std::uint16_t client = client_shown(view.model);
  SourceState state;
  if (client < run.scene.events.size())
    state = source_state(run.trace(), run.scene.events[client], view.model.cursor.events);
  const Strategy* strategy = find_strategy(run.judged.scenario.strategy);
  const std::string file =
      !state.file.empty() ? state.file : std::string(strategy ? strategy->file : "");
  const std::string who = client < run.scene.lanes.size() ? run.scene.lanes[client].name : "";

  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("source.title"));
  ImGui::SameLine();
  ImGui::TextUnformatted(fmt::format("{}  {}", who, file).c_str());
  view.name_last("source");
  const float redis_height = view.px(96);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, view.theme.background);
  view.name_place("source code", ImGui::GetCursorScreenPos(),
                  {size.x, ImGui::GetContentRegionAvail().y - redis_height});
  ImGui::BeginChild("code", {0, ImGui::GetContentRegionAvail().y - redis_height}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::Dummy({0, view.px(2)});
  ImGui::Indent(view.px(6));
  code(view, source_of(file), state, view.theme.client(client),
       view.changed && view.changed->asked == client ? view.glow : 0);
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("source.redis"));
  view.name_last("redis");
  view.name_place("redis words", ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail());
  redis(view, state);
  ImGui::EndChild();
}

}  // namespace locklab::app

// The C++ source at the selected client's current line, with the other clients in the same file,
// and below it the client's commands as redis-cli takes them, with their replies.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/layout/cluster_words.h"
#include "app/gui/window/view.h"
#include "app/timeline/source_state.h"
#include "app/timeline/wording.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

std::uint16_t client_shown(const Model& model) {
  const bool client = model.lane && *model.lane < model.run->scene.clients;
  if (client) return *model.lane;
  if (model.event) {
    const ClientId who = model.run->trace()[*model.event].client;
    if (index(who) < model.run->scene.clients) return index(who);
  }
  return 0;
}

/// Another client in the same file.
struct Reader {
  std::uint16_t client = 0;
  std::uint32_t line = 0;
};

/// The other clients in this file.
std::vector<Reader> others_in(const View& view, std::uint16_t client, std::string_view file) {
  constexpr std::size_t most = 16;
  std::vector<Reader> others;
  const ShownRun& run = *view.model.run;
  for (std::uint16_t i = 0; i < std::min(run.scene.clients, most); ++i) {
    if (i == client) continue;
    const SourceState state =
        source_state(run.trace(), run.scene.events[i], view.model.cursor.events);
    if (state.line > 0 && state.file == file) others.push_back({i, state.line});
  }
  return others;
}

class CodeText {
 public:
  /// `glow`: brightness of the client's line.
  CodeText(const View& view, std::uint16_t client, const SourceState& state, float glow)
      : view_(view),
        client_(client),
        state_(state),
        glow_(glow),
        others_(others_in(view, client, state.file)),
        canvas_(*ImGui::GetWindowDrawList()),
        line_height_(ImGui::GetTextLineHeight() + view.px(2)) {}

  void draw(std::string_view text) {
    std::uint32_t line = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      row(++line, text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

 private:
  void row(std::uint32_t line, std::string_view words) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (line == state_.line) {
      mark(at, client_, (state_.waits ? 0.35f : 0.15f) + 0.4f * glow_);
      ImGui::SetScrollHereY(0.4f);
      view_.name_place("source line", at, {view_.px(20), line_height_});
    }
    const std::size_t first = words.find_first_not_of(' ');
    const bool comment = first != std::string_view::npos && words.substr(first).starts_with("//");
    const std::string numbered = fmt::format("{:>3}  {}", line, words);
    canvas_.AddText(at, comment ? view_.theme.second_text : view_.theme.text, numbered.c_str());
    float x = at.x + ImGui::CalcTextSize(numbered.c_str()).x + view_.px(12);
    for (const Reader& other : others_)
      if (other.line == line) x = stand(at, x, line != state_.line, other.client);
    ImGui::Dummy(
        {ImGui::CalcTextSize(numbered.c_str()).x, line_height_ - ImGui::GetStyle().ItemSpacing.y});
  }

  void mark(ImVec2 at, std::uint16_t client, float strength) const {
    const float right = at.x + ImGui::GetWindowWidth() + ImGui::GetScrollMaxX();
    const ImU32 colour = view_.theme.client(client);
    canvas_.AddRectFilled({at.x - view_.px(4), at.y - view_.px(1)}, {right, at.y + line_height_},
                          faded(colour, strength));
    canvas_.AddRectFilled({at.x - view_.px(4), at.y - view_.px(1)},
                          {at.x - view_.px(1), at.y + line_height_}, colour);
  }

  /// Marks another client's line with its colour, and with its name after the code or, if that is
  /// too long, at the right edge. Returns where the next name begins.
  float stand(ImVec2 at, float x, bool alone, std::uint16_t client) const {
    const char* name = view_.model.run->scene.lanes[client].name.c_str();
    const ImU32 colour = view_.theme.client(client);
    if (alone) mark(at, client, 0.08f);
    const float wide = ImGui::CalcTextSize(name).x + view_.px(8);
    const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - wide - view_.px(12);
    const float left = std::min(x, edge);
    canvas_.AddRectFilled({left, at.y}, {left + wide, at.y + line_height_ - view_.px(2)}, colour,
                          view_.px(3));
    canvas_.AddText({left + view_.px(4), at.y}, Theme::text_on(colour), name);
    view_.name_place(fmt::format("source line {}", name), {left, at.y}, {wide, line_height_});
    return left + wide + view_.px(4);
  }

  const View& view_;
  std::uint16_t client_;
  const SourceState& state_;
  float glow_;
  std::vector<Reader> others_;
  ImDrawList& canvas_;
  float line_height_;
};

ImVec4 colour(ImU32 of) { return ImGui::ColorConvertU32ToFloat4(of); }

/// The commands as "n1> SET …"; the same command to several nodes is shown once.
void commands(const View& view, const std::vector<Asked>& asked) {
  const sim::Trace& trace = view.model.run->trace();
  for (std::size_t i = 0; i < asked.size();) {
    const std::string words = typed_command(trace, trace[asked[i].sent]);
    std::string nodes;
    for (; i < asked.size() && typed_command(trace, trace[asked[i].sent]) == words; ++i)
      nodes += (nodes.empty() ? "" : " ") + std::string(trace.node_name(trace[asked[i].sent].node));
    ImGui::TextColored(colour(view.theme.accent), "%s>", nodes.c_str());
    ImGui::SameLine();
    ImGui::TextUnformatted(words.c_str());
  }
}

void replies(const View& view, const std::vector<Asked>& asked) {
  const sim::Trace& trace = view.model.run->trace();
  for (const Asked& one : asked) {
    if (asked.size() > 1) {
      ImGui::TextColored(colour(view.theme.second_text), "%s",
                         std::string(trace.node_name(trace[one.sent].node)).c_str());
      ImGui::SameLine();
    }
    if (!one.reply) {
      ImGui::TextDisabled("%s", view.say.c("source.waits"));
      continue;
    }
    const sim::Event& answer = trace[*one.reply];
    const bool received = answer.kind == sim::EventKind::received;
    const std::string words =
        received ? view.tell(short_reply(trace, answer)) : std::string(view.say("source.no_reply"));
    ImGui::TextColored(colour(received ? view.theme.good : view.theme.warning), "%s",
                       words.c_str());
  }
}

/// The script that the command runs; empty: none.
std::string_view script_of(const View& view, const SourceState& state) {
  const sim::Trace& trace = view.model.run->trace();
  return state.asked.empty() ? std::string_view()
                             : script_text(trace, trace[state.asked.back().sent]);
}

void redis(const View& view, const SourceState& state) {
  const sim::Trace& trace = view.model.run->trace();
  if (state.asked.empty()) {
    ImGui::TextDisabled("%s", view.say.c("source.nothing_sent"));
    return;
  }
  ImGui::PushFont(view.fonts.mono);
  ImGui::PushTextWrapPos(0);
  commands(view, state.asked);
  replies(view, state.asked);
  const std::string_view script = script_of(view, state);
  if (!script.empty()) {
    ImGui::TextColored(colour(view.theme.second_text), "-- %s",
                       command_name(trace, trace[state.asked.back().sent]).c_str());
    view.name_last("script");
    ImGui::TextUnformatted(script.data(), script.data() + script.size());
  }
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

/// The client's name, with the file that it is in, or with what it is doing if it is at no line.
std::string who_and_where(const View& view, std::uint16_t client, const SourceState& state,
                          std::string_view file) {
  const Scene& scene = view.model.run->scene;
  const std::string who = client < scene.lanes.size() ? scene.lanes[client].name : "";
  if (state.line > 0 || client >= scene.clients) return fmt::format("{}  {}", who, file);
  const ClusterState now = cluster_at(view.model.run->trace(), scene, view.model.cursor.events,
                                      static_cast<std::int64_t>(view.model.cursor.at_us));
  return fmt::format("{} ({})  {}", who, client_state_words(view.say, now.clients[client]), file);
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

  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("source.title"));
  ImGui::SameLine();
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(who_and_where(view, client, state, file).c_str());
  ImGui::PopTextWrapPos();
  view.name_last("source");
  // A script is read together with the command that runs it.
  const float room = ImGui::GetContentRegionAvail().y;
  const float redis_height = !script_of(view, state).empty() ? std::max(view.px(112), room * 0.5f)
                             : state.asked.size() > 1        ? std::max(view.px(112), room * 0.4f)
                                                             : view.px(112);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, view.theme.background);
  view.name_place("source code", ImGui::GetCursorScreenPos(),
                  {size.x, ImGui::GetContentRegionAvail().y - redis_height});
  ImGui::BeginChild("code", {0, ImGui::GetContentRegionAvail().y - redis_height}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::Dummy({0, view.px(2)});
  ImGui::Indent(view.px(6));
  ImGui::PushFont(view.fonts.mono);
  CodeText(view, client, state, view.changed && view.changed->asked == client ? view.glow : 0)
      .draw(source_text(file));
  ImGui::PopFont();
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     view.say.c("source.redis"));
  view.name_last("redis");
  view.name_place("redis words", ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail());
  ImGui::BeginChild("redis words", {0, 0}, false);
  redis(view, state);
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace locklab::app

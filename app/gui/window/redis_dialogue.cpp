// What a client and its servers have said to each other, as redis-cli would show it.
#include <algorithm>
#include <vector>

#include "app/gui/window/source_parts.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

constexpr std::size_t most_shown = 40;  ///< commands

ImVec4 text_colour(ImU32 of) { return ImGui::ColorConvertU32ToFloat4(of); }

constexpr float few_lines = 5;  ///< with fewer, commands are shortened: a token takes a whole line

/// The commands as "n1> SET …"; the same command to several nodes is shown once.
void asked_commands(const View& view, const std::vector<Asked>& asked) {
  const sim::Trace& trace = view.model.run->trace();
  const bool low = ImGui::GetWindowHeight() < few_lines * ImGui::GetTextLineHeight();
  const auto typed = [&](const sim::Event& sent) {
    const bool by_name = low || !script_text(trace, sent).empty();
    return by_name ? short_command(trace, sent) : typed_command(trace, sent);
  };
  for (std::size_t i = 0; i < asked.size();) {
    const std::string words = typed(trace[asked[i].sent]);
    std::string nodes;
    for (; i < asked.size() && typed(trace[asked[i].sent]) == words; ++i)
      nodes += (nodes.empty() ? "" : " ") + std::string(trace.node_name(trace[asked[i].sent].node));
    ImGui::TextColored(text_colour(view.theme.accent), "%s>", nodes.c_str());
    ImGui::SameLine();
    ImGui::TextUnformatted(words.c_str());
  }
}

void replies(const View& view, const std::vector<Asked>& asked) {
  const sim::Trace& trace = view.model.run->trace();
  for (const Asked& one : asked) {
    if (asked.size() > 1) {
      ImGui::TextColored(text_colour(view.theme.second_text), "%s",
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
        received ? view.tell(short_reply(trace, answer))
                 : std::string(
                       view.say(was_refused(trace, answer) ? "source.refused" : "source.no_reply"));
    ImGui::TextColored(text_colour(received ? view.theme.good : view.theme.warning), "%s",
                       words.c_str());
  }
}

}  // namespace

float dialogue_scroll(float begin, float answered, float end, float height) {
  for (const float last : {end, answered})
    if (last - begin <= height) return std::max(last - height, 0.0f);
  return begin;
}

void redis_dialogue(const View& view, std::uint16_t client, const SourceState& state) {
  const ShownRun& run = *view.model.run;
  if (state.asked.empty() || client >= run.scene.events.size()) {
    ImGui::TextDisabled("%s", view.say.c("source.nothing_sent"));
    return;
  }
  const sim::Trace& trace = run.trace();
  ImGui::PushFont(view.fonts.mono);
  ImGui::PushTextWrapPos(0);
  float begin = 0;  // of the last command
  for (const std::vector<Asked>& asked :
       dialogue(trace, run.scene.events[client], view.model.cursor.events, most_shown)) {
    begin = ImGui::GetCursorPosY();
    asked_commands(view, asked);
    replies(view, asked);
  }
  const float answered = ImGui::GetCursorPosY();
  const sim::Event& last = trace[state.asked.back().sent];
  if (const std::string_view script = script_text(trace, last); !script.empty()) {
    ImGui::TextColored(text_colour(view.theme.second_text), "-- %s",
                       command_name(trace, last).c_str());
    view.name_last("script");
    ImGui::TextUnformatted(script.data(), script.data() + script.size());
  }
  // It follows the cursor; the user may scroll back in between.
  int* const seen = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("said until"), -1);
  const auto now = static_cast<int>(view.model.cursor.events);
  if (*seen != now)
    ImGui::SetScrollY(
        dialogue_scroll(begin, answered, ImGui::GetCursorPosY(), ImGui::GetWindowHeight()));
  *seen = now;
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace locklab::app

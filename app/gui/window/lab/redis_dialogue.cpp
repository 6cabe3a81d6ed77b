// The dialogue between a client and its servers, as redis-cli would show it.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/window/lab/source_parts.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

constexpr std::size_t most_shown = 40;  ///< number of commands; one to several nodes counts once

ImVec4 text_colour(ImU32 of) { return ImGui::ColorConvertU32ToFloat4(of); }

/// Draws a command, which a click copies. If it is shortened, the tooltip shows it in full.
void command(const View& view, const std::string& shown, const std::string& whole) {
  ImGui::TextUnformatted(shown.c_str());
  if (ImGui::IsItemClicked()) view.want(intent::CopyWords{whole});
  view.name_last("redis command",
                 shown == whole ? std::string() : view.say.fill("source.copy.tip", whole));
}

/// Whether the panel is short: commands are then shortened further, and no reply is repeated.
bool is_low() {
  constexpr float few_lines = 5;
  return ImGui::GetWindowHeight() < few_lines * ImGui::GetTextLineHeight();
}

/// Draws the commands as "n1> SET …"; the same command to several nodes is shown once.
void asked_commands(const View& view, const std::vector<Asked>& asked) {
  const sim::Trace& trace = view.model.run->trace();
  const bool low = is_low();
  const auto shown = [&](const sim::Event& sent) {
    return low || !script_text(trace, sent).empty() ? short_command(trace, sent)
                                                    : brief_command(trace, sent);
  };
  for (std::size_t i = 0; i < asked.size();) {
    const sim::Event& sent = trace[asked[i].sent];
    const std::string words = shown(sent);
    std::string nodes;
    for (; i < asked.size() && shown(trace[asked[i].sent]) == words; ++i)
      nodes += (nodes.empty() ? "" : " ") + std::string(trace.node_name(trace[asked[i].sent].node));
    ImGui::TextColored(text_colour(view.theme.accent), "%s>", nodes.c_str());
    ImGui::SameLine();
    command(view, words, as_typed(trace.words(sent)));
  }
}

struct Answer {
  std::string words;
  ImU32 colour = 0;
};

Answer answer_of(const View& view, const Asked& asked) {
  if (!asked.reply) return {std::string(view.say("source.waits")), view.theme.second_text};
  const sim::Trace& trace = view.model.run->trace();
  const sim::Event& answer = trace[*asked.reply];
  if (answer.kind == sim::EventKind::received)
    return {view.tell(short_reply(trace, answer)), view.theme.good};
  const bool refused = was_refused(answer);
  return {std::string(view.say(refused ? "source.refused" : "source.no_reply")),
          view.theme.warning};
}

/// Draws equal replies together: "n1 n2: nil  n3 n4 n5: OK".
void summed_replies(const View& view, const std::vector<Asked>& asked) {
  std::vector<std::pair<Answer, std::string>> sums;
  for (const Asked& one : asked) {
    Answer answer = answer_of(view, one);
    const std::string node(
        view.model.run->trace().node_name(view.model.run->trace()[one.sent].node));
    const auto same = std::find_if(
        sums.begin(), sums.end(), [&](const auto& sum) { return sum.first.words == answer.words; });
    if (same == sums.end()) {
      sums.emplace_back(std::move(answer), node);
    } else {
      same->second += " " + node;
    }
  }
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  std::string all;
  for (const auto& [answer, nodes] : sums) {
    const std::string words = nodes + std::string(view.say("list.colon")) + answer.words;
    if (!all.empty()) {
      ImGui::SameLine(0, 2 * ImGui::CalcTextSize(" ").x);
      if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(words.c_str()).x > right) ImGui::NewLine();
    }
    ImGui::TextColored(text_colour(answer.colour), "%s", words.c_str());
    view.name_last("redis replies");
    all += words;
  }
}

/// Draws each node's reply; with several nodes, first a line that summarises them, and in a short
/// panel only this line.
void replies(const View& view, const std::vector<Asked>& asked) {
  const sim::Trace& trace = view.model.run->trace();
  if (asked.size() > 1) summed_replies(view, asked);
  if (asked.size() > 1 && is_low()) return;
  for (const Asked& one : asked) {
    if (asked.size() > 1) {
      ImGui::TextColored(text_colour(view.theme.second_text), "%s",
                         std::string(trace.node_name(trace[one.sent].node)).c_str());
      ImGui::SameLine();
    }
    const Answer answer = answer_of(view, one);
    ImGui::TextColored(text_colour(answer.colour), "%s", answer.words.c_str());
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
  float begin = 0;  // top of the last command
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
  // Scrolls only when the cursor moves or the panel's size changes, so that the user can scroll
  // back.
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  int* const seen = kept.GetIntRef(ImGui::GetID("said until"), -1);
  float* const end = kept.GetFloatRef(ImGui::GetID("said end"), -1);
  const auto now = static_cast<int>(view.model.cursor.events);
  const float height = ImGui::GetCursorPosY() + ImGui::GetWindowHeight();
  if (*seen != now || *end != height)
    ImGui::SetScrollY(
        dialogue_scroll(begin, answered, ImGui::GetCursorPosY(), ImGui::GetWindowHeight()));
  *seen = now;
  *end = height;
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace locklab::app

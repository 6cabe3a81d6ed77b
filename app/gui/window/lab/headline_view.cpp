// The headline above the timeline: the story's title, and one large sentence about the event at the
// cursor, the outcome or a lesson's question. Its height does not depend on the words, so that
// nothing below it moves.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/headline.h"
#include "app/gui/update/story_form.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/icons.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/words/figures.h"
#include "app/words/verdict_name.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

constexpr float edge = 4;  ///< width of the coloured bar on the left, in pixels at 100 %
/// Height in pixels at 100 % that must be left for the panels; with less, there is no headline,
/// except the title of a live run.
constexpr float least_below = 330;
/// Available height in pixels at 100 %; with less, only a live run has a title.
constexpr float with_title = 440;

std::string words_of(const View& view, const Headline& headline) {
  if (!headline.broken) {
    const bool is_tail = view.model.run->trace().info.lacks_beginning();
    if (headline.now.empty()) return std::string(view.say(is_tail ? "event.kept" : "event.start"));
    const char* const sign = headline.ends_broken ? "× " : headline.saves ? "✓ " : "";
    return sign + view.tell(headline.now);
  }
  const sim::Verdict& verdict = view.model.run->judged.verdicts[*headline.broken];
  return fmt::format("{} {}{}{}", headline.promised ? "×" : "(×)",
                     verdict_label(view.say, verdict.property, verdict.kept, headline.promised),
                     view.say("list.colon"), view.tell(headline.now));
}

/// The sentence's colour. Unpromised properties look as they do among the verdicts.
ImU32 colour_of(const View& view, const Headline& headline) {
  if (headline.is_alarm()) return view.theme.violation;
  if (headline.saves) return view.theme.good;
  if (headline.asks) return view.theme.accent;
  return headline.promised ? view.theme.text : view.theme.second_text;
}

constexpr float between_lines = -3;  ///< added to the font's line height, in pixels at 100 %

/// The height of the sentence: two lines of large letters.
float sentence_height(const View& view) {
  return 2 * view.fonts.large->FontSize + view.px(between_lines);
}

/// The width at which text `wide` pixels long wraps so that its second line is not too short;
/// `room` if it fits into one line.
float width_of_lines(float wide, float room) {
  return wide <= room ? room : std::min(std::max(0.58f * wide, 0.78f * room), room);
}

/// Draws the sentence in large letters, in one or two lines; in letters of normal size if it would
/// need three.
void sentence(const View& view, const std::string& words, ImU32 colour, ImVec2 room) {
  const auto width_in = [&](const ImFont* font) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, words.data(), words.data() + words.size())
        .x;
  };
  constexpr float most_lines = 1.9f;  // wrapped lines are not completely full
  ImFont* const large = view.fonts.large;
  ImFont* const font = width_in(large) <= most_lines * room.x ? large : view.fonts.text;
  const float wide = width_in(font);
  const float gap = font == large ? between_lines : 0;
  const float lines = wide <= room.x ? font->FontSize : 2 * font->FontSize + view.px(gap);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushFont(font);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max((room.y - lines) / 2, 0.0f));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  wrapped_text(view, words, width_of_lines(wide, room.x), gap);
  ImGui::PopFont();
  ImGui::PopStyleColor();
  view.name_place("headline letters", at, {std::min(wide, room.x), font->FontSize});
}

/// Draws the button that edits the story: a pencil after the title.
void edit_button(const View& view) {
  const float size = view.fonts.small->FontSize;
  ImGui::SameLine(0, view.px(8));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("##edit title", {size + view.px(6), size}))
    view.want(intent::EditStory{});
  const bool lit = ImGui::IsItemHovered() && !view.covered;
  draw_icon(*ImGui::GetWindowDrawList(), "edit", {at.x + size / 2 + view.px(3), at.y + size / 2},
            size * 0.75f, lit ? view.theme.accent : view.theme.second_text);
  view.name_last("headline edit", view.say("story.edit.tip"));
}

/// At most `most` addresses of a live run's servers, after the version of the first:
/// "7.0.15 at 127.0.0.1:6379". Empty if none is known.
std::string servers_text(const View& view, std::size_t most) {
  const auto& servers = view.model.run->trace().info.servers;
  std::string words;
  for (std::size_t i = 0; i < std::min(most, servers.size()); ++i)
    words += fmt::format("{}{}", i == 0 ? "" : view.say("list.comma"), servers[i].address);
  if (words.empty()) return words;
  if (servers.size() > most)
    words = view.say.fill("headline.live.more", words, servers.size() - most);
  return view.say.fill("headline.live.at", servers.front().version, words);
}

/// Draws a badge for runs on real servers: which ones, whether the run is held, and whether events
/// are missing at its beginning or end.
void live_badge(const View& view) {
  const auto& pending = view.model.pending;
  const bool held = pending && pending->shown_as == view.model.branch && pending->stepped &&
                    pending->stepped->held;
  std::string words(view.say("headline.live"));
  if (const std::string where = servers_text(view, 1); !where.empty()) words += " " + where;
  if (held) words += view.say("headline.live.held");
  const sim::TraceInfo& info = view.model.run->trace().info;
  if (info.lacks_beginning()) words += view.say.fill("headline.live.tail", *info.omitted);
  if (info.cut_short) words += view.say("headline.live.cut_short");
  words = shortened(words, ImGui::GetContentRegionAvail().x - view.px(12));
  const float wide = ImGui::CalcTextSize(words.c_str()).x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{wide + view.px(12), view.fonts.bold->FontSize};
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  canvas.AddRectFilled(at, {at.x + size.x, at.y + size.y}, view.theme.good, view.px(4));
  canvas.AddText({at.x + view.px(6), at.y}, Theme::text_on(view.theme.good), words.c_str());
  ImGui::Dummy(size);
  constexpr std::size_t in_tip = 16;
  std::string where = servers_text(view, in_tip);
  if (info.began_us && !where.empty()) where += "\n" + sim::time_of_day(*info.began_us);
  if (info.late_us && !where.empty())
    where += "\n" + view.tell(say("late by up to {}",
                                  short_time(static_cast<std::uint64_t>(*info.late_us))));
  const std::string_view tip = view.say(held ? "top.held.tip" : "headline.live.tip");
  view.name_last("live badge",
                 where.empty() ? std::string(tip) : fmt::format("{}\n{}", where, tip));
  ImGui::SameLine(0, view.px(8));
}

void story_title(const View& view, const std::string& title) {
  if (is_live(*view.model.run)) live_badge(view);
  if (title.empty()) return ImGui::NewLine();
  ImGui::PushFont(view.fonts.bold);
  const float room = ImGui::GetContentRegionAvail().x - view.fonts.small->FontSize - view.px(16);
  ImGui::TextUnformatted(shortened(view.tell(title), room).c_str());
  ImGui::PopFont();
  view.name_last("headline title", view.tell(title));
  if (can_edit_story(view.model)) edit_button(view);
}

}  // namespace

void headline(const View& view) {
  if (!view.model.run) return;
  const Headline says = headline_of(view.model);
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const bool live = is_live(*view.model.run);
  // A live run has its badge in a window of any size.
  const bool roomy = live || ImGui::GetContentRegionAvail().y >= view.px(with_title);
  const float pad = view.px(3);
  const float title = roomy ? view.fonts.bold->FontSize + view.px(2) : 0;
  const float whole = pad + title + sentence_height(view) + pad;
  const bool fits = ImGui::GetContentRegionAvail().y - whole - gap >= view.px(least_below);
  if (!fits && !live) return;
  const float height = fits ? whole : pad + title + pad;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImU32 colour = says.is_alarm() ? view.theme.violation
                       : says.saves    ? view.theme.good
                                       : view.theme.accent;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  if (says.is_alarm())
    canvas.AddRectFilled(at, {at.x + width, at.y + height}, faded(view.theme.violation, 0.12f),
                         view.px(4));
  canvas.AddRectFilled(at, {at.x + view.px(edge), at.y + height}, colour, view.px(2));
  const float left = view.px(edge + 8);
  ImGui::SetCursorScreenPos({at.x + left, at.y + pad});
  ImGui::BeginChild("headline", {width - left, height - pad}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                        ImGuiWindowFlags_NoBackground);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, view.px(2)});
  // A title that would answer the question is omitted; the sentence is then centred in the whole
  // height.
  if (live || (roomy && !says.title.empty())) story_title(view, says.title);
  if (fits) {
    const std::string words = words_of(view, says);
    ImGui::BeginGroup();
    sentence(view, words, colour_of(view, says), ImGui::GetContentRegionAvail());
    ImGui::EndGroup();
    view.name_last(says.broken ? "broken promise" : "headline", words);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace locklab::app

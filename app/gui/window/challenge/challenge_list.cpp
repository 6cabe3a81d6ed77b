// The list of challenges with the player's results.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/gui/update/challenge_moves.h"
#include "app/gui/window/challenge/challenge_parts.h"
#include "app/gui/window/shortened.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

constexpr float star_size = 9;    ///< radius, in pixels at 100 %
constexpr float row_pad = 8;      ///< in pixels at 100 %
constexpr float badge_size = 15;  ///< radius, in pixels at 100 %

std::string told_of(const View& view, const Level& level, std::string_view what) {
  return std::string(view.say(fmt::format("challenge.{}.{}", level.id, what)));
}

/// Draws the level's number in a circle, which is filled once the level is solved.
void badge(const View& view, ImVec2 at, std::size_t number, bool done) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float r = view.px(badge_size);
  const ImVec2 middle{at.x + r, at.y + r + view.px(2)};
  const ImU32 colour = done ? view.theme.good : view.theme.accent;
  canvas.AddCircleFilled(middle, r, faded(colour, done ? 1.0f : 0.22f), 32);
  canvas.AddCircle(middle, r, colour, 32, view.px(1.5f));
  const std::string text = std::to_string(number + 1);
  ImFont* const font = view.fonts.bold;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.c_str());
  canvas.AddText(font, font->FontSize, {middle.x - size.x / 2, middle.y - size.y / 2},
                 done ? Theme::text_on(colour) : view.theme.text, text.c_str());
}

/// The height of a group's tallest card in the previous frame. Records the height of this card for
/// the next one.
float high(const char* group, std::size_t number, float own) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  const auto key = [&](const char* what) {
    return ImGui::GetID(fmt::format("{} {} {}", group, number, what).c_str());
  };
  const int frame = ImGui::GetFrameCount();
  if (kept.GetInt(key("frame"), -1) != frame) {
    kept.SetInt(key("frame"), frame);
    kept.SetFloat(key("before"), kept.GetFloat(key("now"), 0));
    kept.SetFloat(key("now"), 0);
  }
  kept.SetFloat(key("now"), std::max(kept.GetFloat(key("now"), 0), own));
  return kept.GetFloat(key("before"), 0);
}

void level_row(const View& view, std::size_t number, const Level& level) {
  const auto& kept = view.model.settings.challenges;
  const auto found = kept.find(level.id);
  const LevelScore score = found == kept.end() ? LevelScore{} : found->second;
  const bool marked = marked_level(view.model) == number;
  const ImU32 edge = marked            ? view.theme.accent
                     : score.stars > 0 ? faded(view.theme.good, 0.7f)
                                       : 0;
  const bool chosen =
      row_button(view, "level " + level.id, {view.theme.raised, edge}, [&](float width) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float right = stars_width(view);
        const float left = view.px(2 * badge_size + row_pad + 4);
        stars(view, {at.x + width - right, at.y}, score.stars);
        badge(view, at, number, score.stars > 0);
        // The level's sign is in the row of the title, so that all levels fit into the window. It
        // begins in the middle of the row, or further left if its words need more space.
        const std::string title = told_of(view, level, "title");
        const ImFont& bold = *view.fonts.bold;
        const float titled =
            left + bold.CalcTextSizeA(bold.FontSize, 1e9f, 0, title.c_str()).x + view.px(row_pad);
        const float sign = std::clamp(width - right - level_sign_width(view, level),
                                      std::min(titled, width / 2), width / 2);
        ImGui::SetCursorScreenPos({at.x + sign, at.y});
        level_sign(view, level, width - right - sign);
        ImGui::SetCursorScreenPos(at);
        ImGui::Indent(left);
        ImGui::PushFont(view.fonts.bold);
        wrapped_text(view, title, width / 2 - left - view.px(row_pad));
        ImGui::PopFont();
        coloured_text(
            view,
            fmt::format("{} · {}", view.say.lock_name(level.spec.run.scenario.strategy),
                        view.say.fill("challenge.goal", view.say(fmt::format("challenge.goal.{}",
                                                                             name(level.goal))))),
            view.theme.second_text, width - left);
        if (score.stars > 0)
          coloured_text(view,
                        score.moves == 0 ? std::string(view.say("challenge.best.claimed"))
                                         : view.say.fill("challenge.best", score.moves, level.par),
                        view.theme.good, width - left);
        ImGui::Unindent(left);
        // A card is at least as high as the tallest card of its row and the tallest unsolved card
        // were in the last frame.
        const float own = ImGui::GetCursorScreenPos().y - at.y;
        const float wanted =
            std::max(high("row", number / 2, own), high("open", 0, score.stars > 0 ? 0 : own));
        const float missing = wanted - own - ImGui::GetStyle().ItemSpacing.y;
        if (missing > 0) ImGui::Dummy({0, missing});
      });
  if (marked) view.name_last("marked level");
  if (marked &&
      ImGui::GetStateStorage()->GetInt(ImGui::GetID("seen"), -1) != static_cast<int>(number)) {
    ImGui::SetScrollHereY();
    ImGui::GetStateStorage()->SetInt(ImGui::GetID("seen"), static_cast<int>(number));
  }
  if (chosen) wish(view, challenge::OpenLevel{number});
}

}  // namespace

void coloured_text(const View& view, std::string_view text, ImU32 colour, float width) {
  Theme tinted = view.theme;
  tinted.text = colour;
  const View other{view.model, tinted,         view.say,   view.fonts,
                   view.scale, view.scenarios, view.wants, view.named};
  wrapped_text(other, text, width > 0 ? width : ImGui::GetContentRegionAvail().x);
}

float stars_width(const View& view, float size) {
  return view.px(2.3f * star_size) * size * static_cast<float>(most_stars);
}

void stars(const View& view, ImVec2 at, std::uint32_t filled, float size) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float outer = view.px(star_size) * size;
  const float step = view.px(2.3f * star_size) * size;
  for (std::uint32_t i = 0; i < most_stars; ++i) {
    const ImVec2 middle{at.x + step * (static_cast<float>(i) + 0.5f), at.y + outer};
    ImVec2 corner[10];
    for (int c = 0; c < 10; ++c) {
      const float angle = static_cast<float>(c) * 0.628318f - 1.570796f;
      const float radius = c % 2 == 0 ? outer : outer * 0.42f;
      corner[c] = {middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)};
    }
    if (i < filled) {
      // A star is not convex, so its points and its middle are drawn separately.
      for (int c = 0; c < 10; c += 2)
        canvas.AddTriangleFilled(corner[c], corner[(c + 1) % 10], corner[(c + 9) % 10],
                                 view.theme.warning);
      const ImVec2 inner[5] = {corner[1], corner[3], corner[5], corner[7], corner[9]};
      canvas.AddConvexPolyFilled(inner, 5, view.theme.warning);
    } else {
      canvas.AddPolyline(corner, 10, view.theme.second_text, ImDrawFlags_Closed, view.px(1.5f));
    }
  }
}

bool row_button(const View& view, const std::string& name, RowLook look,
                const std::function<void(float width)>& draw) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = view.px(row_pad);
  canvas.ChannelsSplit(2);
  canvas.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({at.x + gap, at.y + gap / 2});
  ImGui::BeginGroup();
  draw(width - 2 * gap);
  ImGui::EndGroup();
  const ImVec2 size{width, ImGui::GetItemRectSize().y + gap};
  ImGui::SetCursorScreenPos(at);
  const bool clicked = ImGui::InvisibleButton(name.c_str(), size);
  view.name_last(name);
  canvas.ChannelsSetCurrent(0);
  const ImVec2 end{at.x + size.x, at.y + size.y};
  const bool lit = ImGui::IsItemHovered() && !look.still;
  canvas.AddRectFilled(at, end, lit ? faded(view.theme.accent, 0.3f) : look.ground, view.px(4));
  if (look.edge) canvas.AddRect(at, end, look.edge, view.px(4), 0, view.px(1.5f));
  canvas.ChannelsMerge();
  return clicked;
}

namespace {

/// Draws an introductory line and the player's results, on the same line if both fit.
void head(const View& view, std::uint32_t won, std::uint32_t all_stars) {
  const std::string_view intro = view.say("challenge.intro");
  const std::string so_far = view.say.fill("challenge.progress", won, levels().size(), all_stars);
  const float room = ImGui::GetContentRegionAvail().x;
  const float wide = ImGui::CalcTextSize(so_far.c_str()).x;
  const std::string shown = shortened(std::string(intro), room);
  ImGui::TextUnformatted(shown.c_str());
  view.name_last("challenge intro", shown == intro ? std::string_view() : intro);
  if (ImGui::CalcTextSize(shown.c_str()).x + view.px(24) + wide <= room)
    ImGui::SameLine(ImGui::GetContentRegionMax().x - wide);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s", so_far.c_str());
  view.name_last(fmt::format("challenge progress {}", won));
}

}  // namespace

void challenge_list(const View& view) {
  std::uint32_t won = 0;
  std::uint32_t all_stars = 0;
  for (const auto& [id, score] : view.model.settings.challenges) {
    ++won;
    all_stars += score.stars;
  }
  head(view, won, all_stars);
  // Shows whole rows only, with the row height of the last frame.
  float* const row = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("row of levels"), 0);
  const float keys = ImGui::GetTextLineHeight() + view.px(8);
  const float room = ImGui::GetContentRegionAvail().y - keys;
  const float whole = *row > 0 && *row < room ? std::floor(room / *row) * *row : room;
  const std::size_t before = view.named.size();
  ImGui::BeginChild("levels", {0, whole}, false);
  view.name_place("levels", ImGui::GetWindowPos(), ImGui::GetWindowSize());
  if (ImGui::BeginTable("levels", 2, ImGuiTableFlags_SizingStretchSame)) {
    for (std::size_t i = 0; i < levels().size(); ++i) {
      ImGui::TableNextColumn();
      level_row(view, i, levels()[i]);
    }
    ImGui::EndTable();
  }
  std::vector<float> tops;
  for (std::size_t i = before; i < view.named.size(); ++i)
    if (view.named[i].name.starts_with("level ")) tops.push_back(view.named[i].from.y);
  if (tops.size() > 2) *row = tops[2] - tops[0];
  ImGui::EndChild();
  const std::string words(view.say("challenge.keys"));
  const std::string shown = shortened(words, ImGui::GetContentRegionAvail().x);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s", shown.c_str());
  view.name_last("challenge keys", shown == words ? std::string_view() : words);
}

void challenges_screen(const View& view) {
  if (view.model.play) {
    challenge_board(view);
  } else {
    challenge_list(view);
  }
}

}  // namespace locklab::app

#include "app/gui/window/lab/tale_rows.h"

#include <fmt/format.h>

#include "app/gui/update/tale.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/gui/window/widgets/strokes.h"
#include "app/timeline/causes/plain_wording.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

std::string moment_text(std::int64_t at_us) {
  return fmt::format("{:.3f}", static_cast<double>(at_us) / 1000);
}

bool is_promised(const View& view, std::uint16_t verdict) {
  return view.model.run->judged.verdicts[verdict].promised;
}

ImU32 colour_of_row(const View& view, std::uint32_t event, std::optional<std::uint16_t> broken) {
  if (broken) return is_promised(view, *broken) ? view.theme.violation : view.theme.second_text;
  if (event >= view.model.cursor.events) return view.theme.second_text;
  return strikes(view.model.run->trace()[event].kind) ? view.theme.warning : view.theme.text;
}

Sentence words_of_row(const View& view, const TaleRow& row, std::optional<std::uint16_t> broken) {
  const ShownRun& run = *view.model.run;
  if (row.names_promise && broken)
    if (const sim::Verdict& verdict = run.judged.verdicts[*broken]; is_of_waiting(verdict.property))
      return broken_words(verdict);
  return row.why ? cause_words(run.trace(), run.scene, *row.why)
                 : event_words(run.trace(), row.event);
}

/// Draws the line from an effect to its cause below.
void elbow(const View& view, ImVec2 at, float height) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float left = at.x - view.px(9);
  const ImVec2 way[] = {
      {left, at.y}, {left, at.y + height / 2}, {at.x - view.px(3), at.y + height / 2}};
  canvas.AddPolyline(way, 3, view.theme.second_text, ImDrawFlags_None, view.px(1.2f));
}

}  // namespace

float tale_row_height(const View& view) { return view.fonts.text->FontSize + view.px(5); }

void tale_row(const View& view, const TaleRow& row) {
  const ShownRun& run = *view.model.run;
  const sim::Event& event = run.trace()[row.event];
  const float height = tale_row_height(view);
  const float wide = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const std::string name = fmt::format("told {}", row.event);
  if (ImGui::InvisibleButton(name.c_str(), {wide, height})) view.want(intent::SeekEvent{row.event});
  const bool under = ImGui::IsItemHovered();
  if (row.marked || under)
    canvas.AddRectFilled(at, {at.x + wide, at.y + height},
                         faded(view.theme.accent, row.marked ? 0.1f : 0.06f), view.px(3));

  const auto broken = row.names_promise ? explained(view.model) : broken_by(view.model, row.event);
  const std::string time = moment_text(event.at);
  ImFont* const small = view.fonts.small;
  const auto size_of = [&](const std::string& text) {
    return small->CalcTextSizeA(small->FontSize, 1e9f, 0, text.c_str()).x;
  };
  const float times = size_of(moment_text(run.scene.end)) + view.px(8);
  canvas.AddText(small, small->FontSize,
                 {at.x + times - size_of(time) - view.px(2), at.y + (height - small->FontSize) / 2},
                 view.theme.second_text, time.c_str());
  float x = at.x + times + view.px(8) + row.indent;
  if (row.indent > 0) elbow(view, {x, at.y}, height);
  const std::size_t lane = run.scene.lane_of(event.client);
  if (lane < run.scene.clients)
    client_swatch(view, static_cast<std::uint16_t>(lane), {x, at.y}, height);
  x += view.px(8);

  const char* const sign = !broken ? "" : is_promised(view, *broken) ? "× " : "(×) ";
  const std::string words = sign + view.tell(words_of_row(view, row, broken));
  const std::string shown = shortened(words, at.x + wide - x - view.px(4));
  canvas.AddText({x, at.y + (height - view.fonts.text->FontSize) / 2},
                 colour_of_row(view, row.event, broken), shown.c_str());
  view.name_last(name, shown == words ? "" : words);
  if (row.marked) view.name_place("event words", at, {wide, height});
}

}  // namespace locklab::app

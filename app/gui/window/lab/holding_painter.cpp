#include "app/gui/window/lab/holding_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/gui/update/navigation.h"
#include "app/timeline/words/wording.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

HoldingPainter::HoldingPainter(const View& view, const TimelineShapes& shapes, ImVec2 at,
                               float width)
    : view_(view),
      shapes_(shapes),
      canvas_(*ImGui::GetWindowDrawList()),
      strokes_(canvas_, view.scale),
      at_(at),
      width_(width) {}

bool HoldingPainter::is_lit(const ClashShape& clash) const {
  return lit_verdict(view_.model) == clash.verdict;
}

bool HoldingPainter::is_reached(const ClashShape& clash) const {
  return clash.event < view_.model.cursor.events;
}

void HoldingPainter::strips() {
  for (const LaneRow& strip : shapes_.strips)
    canvas_.AddRectFilled(p(0, strip.y0 + 1), p(width_, strip.y1 - 1), faded(theme().raised, 0.6f));
  for (const BarShape& span : shapes_.holding) strip_bar(span);
  for (const BarShape& span : shapes_.doubted) doubt(span);
}

/// Draws a striped piece in the client's colour: the client believes that it holds, but the servers
/// no longer confirm it.
void HoldingPainter::doubt(const BarShape& bar) {
  if (bar.count > 1) return;
  const ImVec2 from = p(bar.x0, bar.y0 + px(1));
  const ImVec2 to = p(bar.x1, bar.y1 - px(1));
  const ImU32 own = theme().client(bar.owner);
  canvas_.AddRectFilled(from, to, theme().panel);
  strokes_.hatch(from, to, own);
  canvas_.AddRect(from, to, own, px(2), 0, px(1));
  view_.name_place(fmt::format("doubted {}", bar.owner), from, {to.x - from.x, to.y - from.y});
}

/// The reason why the servers no longer confirm that the client holds.
std::string_view HoldingPainter::doubt_reason(const BarShape& bar) const {
  const ShownRun& run = *view_.model.run;
  const Span& doubted = run.scene.doubted[bar.span];
  const std::uint32_t event = doubted.event;
  const sim::EventKind kind =
      event < run.trace().size() ? run.trace()[event].kind : sim::EventKind::key_lost;
  if (run.trace().info.needs > 1) return view_.say("holding.minority");
  if (kept_somewhere(run.scene, doubted.owner, doubted.key, doubted.from))
    return view_.say("holding.no_master");
  if (kind == sim::EventKind::key_expired) return view_.say("holding.over");
  if (kind == sim::EventKind::key_set) return view_.say("holding.taken");
  return view_.say(kind == sim::EventKind::key_deleted ? "holding.deleted" : "holding.lost");
}

/// Whether the words would cover another bar, a holder's name, or a block where several clients are
/// in the critical section.
bool HoldingPainter::covers_a_holder(const FaultLabel& words, const BarShape& of) const {
  const auto covers = [&](const auto& other) { return overlap(words, other); };
  return std::any_of(shapes_.inside.begin(), shapes_.inside.end(), covers) ||
         std::any_of(names_.begin(), names_.end(), [&](const BarShape* bar) {
           const bool mine = bar->owner == of.owner && bar->x0 <= of.x0;
           if (!mine && covers(*bar)) return true;
           // In short rows a name is taller than its bar.
           const float from = std::max(bar->x0, 0.0f);
           const float to = name_end(*bar);
           if (to > std::min(bar->x1, width_)) return false;  // the bar has no name
           const float middle = (bar->y0 + bar->y1) / 2;
           const float half = std::max((bar->y1 - bar->y0) / 2, px(6));
           return covers(FaultLabel{0, from, middle - half, to, middle + half, {}});
         });
}

/// The x position at which the name at the beginning of a holder's bar ends.
float HoldingPainter::name_end(const BarShape& bar) const {
  const std::string name = holder_words(bar, view_.model.run->scene.holding[bar.row]);
  return std::max(bar.x0, 0.0f) + px(8) + Strokes::text_width(name, view_.fonts.small);
}

/// Writes the reason at the beginning of the striped piece, after the holder's name; or elsewhere
/// on the piece if it does not fit there; or nowhere, since the stripes have the same meaning.
void HoldingPainter::doubt_words(const BarShape& bar, float now) {
  if (bar.count > 1) return;
  const std::string_view words = doubt_reason(bar);
  ImFont* font = view_.fonts.small;
  const float wide = Strokes::text_width(words, font);
  float beside = std::max(bar.x0, 0.0f) + px(4);
  for (const BarShape* holds : names_)
    if (holds->owner == bar.owner && holds->y0 == bar.y0 && holds->x0 <= bar.x0 &&
        holds->x1 >= bar.x0)
      beside = std::max(beside, name_end(*holds) + px(3));
  const float middle = (bar.y0 + bar.y1) / 2;
  const float half = (bar.y1 - bar.y0) / 2 - px(1);
  const float end = std::min(bar.x1, width_);
  std::vector<float> places{beside};
  for (const InsideShape& block : shapes_.inside) places.push_back(block.x0 - wide - px(6));
  for (const InsideShape& block : shapes_.inside) places.push_back(block.x1 + px(4));
  places.push_back(end - wide - px(4));
  for (const float left : places) {
    if (left < beside || left + wide + px(4) > end) continue;
    const FaultLabel place{
        0, left - px(2), middle - half, left + wide + px(2), middle + half, std::string(words)};
    if (covers_a_holder(place, bar)) continue;
    canvas_.AddRectFilled(p(place.x0, place.y0), p(place.x1, place.y1), theme().panel, px(2));
    strokes_.text(p(left, middle - font->FontSize / 2 - px(0.5f)),
                  bar.x0 > now + 0.5f ? theme().second_text : theme().text, words, font);
    view_.name_place("doubt words", p(left, middle - half), {wide, 2 * half});
    return;
  }
}

/// Describes how a visit to the resource ended without a write, next to its short bar: otherwise a
/// client that was long in the critical section would seem to have been there only for a moment.
/// Or that the client has gone, while its write is in flight: in the bar, if it extends into the
/// future, because its end is that of the write.
void HoldingPainter::visit_words(const BarShape& bar, float now) {
  static constexpr std::string_view keys[] = {"", "holding.on_its_way", "", "holding.refused",
                                              "holding.never_wrote"};
  if (bar.row != static_cast<std::uint16_t>(Holding::resource) || bar.count > 1) return;
  const VisitEnd end = view_.model.run->scene.visits[bar.span].after(view_.model.cursor.events);
  const std::string_view key = keys[static_cast<std::size_t>(end)];
  if (key.empty()) return;
  const std::string_view words = view_.say(key);
  ImFont* font = view_.fonts.small;
  const float wide = Strokes::text_width(words, font);
  const float x1 = std::max(std::max(bar.x1, bar.x0 + px(3)), 0.0f);
  const bool inside = x1 > now + 0.5f && end == VisitEnd::on_its_way;
  const float left = inside ? name_end(bar) + px(3) : x1 + px(4);
  const float middle = (bar.y0 + bar.y1) / 2;
  const float half = std::max((bar.y1 - bar.y0) / 2 - px(1), px(6));
  const FaultLabel place{0, left - px(2), middle - half, left + wide + px(2), middle + half, {}};
  if (place.x1 > (inside ? std::min(x1, width_) : width_) || covers_a_holder(place, bar)) return;
  canvas_.AddRectFilled(p(place.x0, place.y0), p(place.x1, place.y1), theme().panel, px(2));
  strokes_.text(p(left, middle - font->FontSize / 2 - px(0.5f)),
                end == VisitEnd::refused ? theme().warning : theme().text, words, font);
  view_.name_place("visit words", p(left, middle - half), {wide, 2 * half});
}

std::string HoldingPainter::holder_words(const BarShape& bar,
                                         const std::vector<Span>& spans) const {
  const ShownRun& run = *view_.model.run;
  const std::string& name = run.scene.lanes[bar.owner].name;
  if (!bar.other_lock) return name;
  return short_key(run.trace().name_of(spans[bar.span].key)) +
         std::string(view_.say("list.colon")) + name;
}

void HoldingPainter::strip_bar(const BarShape& bar) {
  const float x1 = std::max(bar.x1, bar.x0 + px(3));
  if (bar.other_lock) {
    canvas_.AddRectFilled(p(bar.x0, bar.y1 - px(4)), p(x1, bar.y1 - px(1)),
                          theme().client(bar.owner));
    names_.push_back(&bar);
    return;
  }
  canvas_.AddRectFilled(p(bar.x0, bar.y0 + px(1)), p(x1, bar.y1 - px(1)), theme().client(bar.owner),
                        px(2));
  strokes_.pattern(p(bar.x0, bar.y0 + px(1)), p(x1, bar.y1 - px(1)), bar.owner,
                   theme().client(bar.owner));
  view_.name_place("bar in a strip", p(bar.x0, bar.y0), {x1 - bar.x0, bar.y1 - bar.y0});
  names_.push_back(&bar);
}

/// Writes the holder's name, since colour is never the only signal. In short rows the letters keep
/// their size, without margins above and below.
void HoldingPainter::strip_name(const BarShape& bar, float now) {
  const Scene& scene = view_.model.run->scene;
  if (bar.owner >= scene.clients) return;
  const std::string name = holder_words(bar, scene.holding[bar.row]);
  ImFont* font = view_.fonts.small;
  const float wide = Strokes::text_width(name, font);
  const float left = std::max(bar.x0, 0.0f) + px(3);
  if (left + wide > std::min(bar.x1, width_)) return;
  const ImU32 colour = theme().client(bar.owner);
  const float middle = (bar.y0 + bar.y1) / 2;
  const float half = std::max((bar.y1 - bar.y0) / 2 - px(1), px(6));  // covers the letters
  const bool later = bar.x0 > now + 0.5f || bar.other_lock;
  canvas_.AddRectFilled(p(left - px(1), middle - half), p(left + wide + px(1), middle + half),
                        later ? theme().panel : colour, px(2));
  strokes_.text(p(left, (bar.y0 + bar.y1 - font->FontSize) / 2 - px(0.5f)),
                later ? theme().second_text : Theme::text_on(colour), name, font);
  view_.name_place("holder name", p(left, middle - half), {wide, 2 * half});
}

void HoldingPainter::names(float x) {
  for (const BarShape* bar : names_) strip_name(*bar, x);
  for (const BarShape& bar : shapes_.doubted) doubt_words(bar, x);
  for (const BarShape* bar : names_) visit_words(*bar, x);
}

void HoldingPainter::lease(const BarShape& bar, float bottom, float height, const AxisView& on) {
  const auto top = [&](float left) { return bottom - std::max(height * left, px(2)); };
  const auto edge = lease_edge(bar, view_.model.run->scene.keys[bar.row][bar.span], on);
  const ImU32 colour = faded(theme().client(bar.owner), 0.85f);
  // Anti-aliased edges would leave seams between adjacent quads.
  const ImDrawListFlags soft = std::exchange(canvas_.Flags, ImDrawListFlags_None);
  for (std::size_t i = 1; i < edge.size(); ++i)
    canvas_.AddQuadFilled(p(edge[i - 1].x, bottom), p(edge[i - 1].x, top(edge[i - 1].left)),
                          p(edge[i].x, top(edge[i].left)), p(edge[i].x, bottom), colour);
  canvas_.Flags = soft;
  if (!edge.empty())
    strokes_.pattern(p(bar.x0, top(edge.back().left)), p(bar.x1, bottom), bar.owner,
                     theme().client(bar.owner));
}

bool HoldingPainter::is_promised(const ClashShape& clash) const {
  return view_.model.run->judged.verdicts[clash.verdict].promised;
}

/// The colour of a clash. Several clients in the critical section are red even if the lock does not
/// promise mutual exclusion; other unpromised properties are grey, as among the verdicts.
ImU32 HoldingPainter::colour_of(const ClashShape& clash) const {
  return clash.inside > 0 || is_promised(clash) ? theme().violation : theme().second_text;
}

void HoldingPainter::clash_bands() {
  for (const ClashShape& clash : shapes_.clashes) clash_band(clash);
}

void HoldingPainter::clash_band(const ClashShape& clash) {
  const bool lit = is_lit(clash);
  const ImVec2 from = p(clash.x0, clash.y0);
  const ImVec2 to = p(clash.x1, clash.y1);
  canvas_.AddRectFilled(from, to, faded(colour_of(clash), lit ? 0.16f : 0.05f));
  if (!lit) return;
  const sim::Property property = view_.model.run->judged.verdicts[clash.verdict].property;
  view_.name_place(fmt::format("clash {}", name(property)), from, {to.x - from.x, to.y - from.y});
  if (clash.inside == 0) strokes_.hatch(from, to, faded(colour_of(clash), 0.45f));
  canvas_.AddRect(from, to, colour_of(clash), 0, 0, px(1.5f));
}

void HoldingPainter::inside() {
  for (const InsideShape& part : shapes_.inside)
    if (is_reached(shapes_.clashes[part.clash])) block(part);
}

void HoldingPainter::counts(std::vector<FaultLabel> taken) {
  for (const ClashShape& clash : shapes_.clashes)
    if (is_reached(clash) && (clash.inside > 0 || is_lit(clash))) count(clash, taken);
}

void HoldingPainter::block(const InsideShape& part) {
  const ImVec2 from = p(part.x0, part.y0 + px(2));
  const ImVec2 to = p(part.x1, part.y1 - px(2));
  view_.name_place("clash block", from, {to.x - from.x, to.y - from.y});
  canvas_.AddRectFilled(from, to, faded(theme().violation, 0.25f));
  strokes_.hatch(from, to, theme().violation);
  canvas_.AddRect(from, to, theme().violation, 0, 0, px(1.5f));
}

/// The words for a clash: the name of its property or, for clients in the critical section, their
/// number, with words if they fit.
std::string HoldingPainter::words_of(const ClashShape& clash) const {
  if (clash.inside == 0) {
    const sim::Property property = view_.model.run->judged.verdicts[clash.verdict].property;
    return verdict_label(view_.say, property, sim::Kept::broken, is_promised(clash));
  }
  std::string number = fmt::format("{}", clash.inside);
  std::string words = view_.say.fill("clash.inside", number);
  const bool fits = Strokes::text_width(words, view_.fonts.small) + px(10) <= clash.x1 - clash.x0;
  return fits ? words : number;
}

/// Writes the words of a clash in the middle of a lane, where no frame around a lane crosses them,
/// and where they cover no other words if the clash has such a place.
void HoldingPainter::count(const ClashShape& clash, std::vector<FaultLabel>& taken) {
  const std::string words = words_of(clash);
  const float pad = px(clash.inside > 0 && words.size() == 1 ? 2 : 5);
  const float wide = Strokes::text_width(words, view_.fonts.small) + 2 * pad;
  const float high = view_.fonts.small->FontSize + px(2);
  std::vector<float> middles;
  for (const InsideShape& part : shapes_.inside)
    if (&shapes_.clashes[part.clash] == &clash) middles.push_back((part.y0 + part.y1) / 2);
  std::sort(middles.begin(), middles.end());
  if (middles.empty()) middles.push_back((clash.y0 + clash.y1) / 2);
  const float most = std::max(width_ - wide, 0.0f);
  const float centre = (clash.x0 + clash.x1 - wide) / 2;
  std::vector<FaultLabel> places;
  // A label wider than its clash is centred on it, so that it extends as little as possible.
  const bool narrow = wide > clash.x1 - clash.x0;
  const std::vector<float> lefts =
      narrow ? std::vector{centre} : std::vector{centre, clash.x0, clash.x1 - wide};
  for (const float x : lefts)
    for (const float middle : middles) {
      const float left = std::clamp(x, 0.0f, most);
      places.push_back({0, left, middle - high / 2, left + wide, middle + high / 2, words});
    }
  const auto is_free = [&](const FaultLabel& label) {
    return std::none_of(taken.begin(), taken.end(),
                        [&](const FaultLabel& other) { return overlap(label, other); });
  };
  const auto free = std::find_if(places.begin(), places.end(), is_free);
  const FaultLabel place = free == places.end() ? places.front() : *free;
  const ImU32 colour = colour_of(clash);
  canvas_.AddRectFilled(p(place.x0, place.y0), p(place.x1, place.y1), colour, px(4));
  strokes_.text(p(place.x0 + pad, place.y0), Theme::text_on(colour), words, view_.fonts.small);
  view_.name_place(clash.inside > 0 ? "two inside" : "clash words", p(place.x0, place.y0),
                   {wide, high});
  counted_.push_back(place);
  taken.push_back(place);
}

}  // namespace locklab::app

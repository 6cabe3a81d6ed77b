#include "app/gui/window/lane_tags.h"

#include <utility>

namespace locklab::app {

LaneTags::LaneTags(const View& view, ImVec2 at)
    : view_(view), canvas_(*ImGui::GetWindowDrawList()), strokes_(canvas_, view.scale), at_(at) {}

void LaneTags::add(ImVec2 at, std::string_view words, ImU32 ink, ImU32 ground, float begins,
                   float most) {
  tags_.push_back({at, std::string(words), ink, ground, canvas_.GetClipRectMin(),
                   canvas_.GetClipRectMax(), begins, most});
}

void LaneTags::paint(float now, const std::vector<FaultLabel>& struck) {
  make_way(struck);
  for (const Tag& tag : tags_) one(tag, now);
}

std::vector<FaultLabel> LaneTags::labels() const {
  std::vector<FaultLabel> labels;
  for (const Tag& tag : tags_) labels.push_back(label_of(tag));
  return labels;
}

float LaneTags::width_of(const Tag& tag) const {
  return Strokes::text_width(tag.words, view_.fonts.small);
}

FaultLabel LaneTags::label_of(const Tag& tag) const {
  const float x = tag.at.x - at_.x;
  const float y = tag.at.y - at_.y;
  return {0, x, y, x + width_of(tag), y + view_.fonts.small->FontSize, tag.words};
}

/// A name in a bar goes behind what struck there, if the bar is long enough; and behind the name of
/// another bar, or it is left out.
void LaneTags::make_way(const std::vector<FaultLabel>& struck) {
  for (const FaultLabel& words : struck)
    for (Tag& tag : tags_) {
      const float behind = at_.x + words.x1 + px(5);
      if (overlap(words, label_of(tag)) && behind <= tag.most) tag.at.x = behind;
    }
  std::vector<Tag> kept;
  for (Tag& tag : tags_) {
    bool fits = true;
    for (const Tag& other : kept) {
      if (tag.most == 0 || !overlap(label_of(other), label_of(tag))) continue;
      const float behind = other.at.x + width_of(other) + px(5);
      fits = behind <= tag.most;
      if (!fits) break;
      tag.at.x = behind;
    }
    if (fits) kept.push_back(std::move(tag));
  }
  tags_ = std::move(kept);
}

void LaneTags::one(const Tag& tag, float now) {
  const bool later = tag.begins > now + 0.5f;
  const float wide = width_of(tag);
  const float high = view_.fonts.small->FontSize;
  canvas_.PushClipRect(tag.clip_from, tag.clip_to, true);
  canvas_.AddRectFilled({tag.at.x - px(2), tag.at.y + px(1)},
                        {tag.at.x + wide + px(2), tag.at.y + high - px(1)},
                        later ? view_.theme.panel : tag.ground, px(2));
  strokes_.text(tag.at, later ? view_.theme.second_text : tag.ink, tag.words, view_.fonts.small);
  if (tag.most > 0) view_.name_place("name on a lane", tag.at, {wide, high});
  canvas_.PopClipRect();
}

}  // namespace locklab::app

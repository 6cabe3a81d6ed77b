#include "app/gui/window/lab/lane_tags.h"

#include <algorithm>
#include <utility>

namespace locklab::app {

LaneTags::LaneTags(const View& view, ImVec2 at)
    : view_(view), canvas_(*ImGui::GetWindowDrawList()), strokes_(canvas_, view.scale), at_(at) {}

void LaneTags::add(ImVec2 at, std::string_view words, ImU32 ink, ImU32 ground, float begins,
                   float most, bool state) {
  tags_.push_back({at, std::string(words), ink, ground, canvas_.GetClipRectMin(),
                   canvas_.GetClipRectMax(), begins, most, state});
}

std::vector<FaultLabel> LaneTags::names() {
  std::vector<FaultLabel> taken;
  std::vector<Tag> kept;
  for (Tag& tag : tags_) {
    const bool moves = tag.most > 0 && !tag.state;
    if (moves && !make_way(tag, taken)) continue;
    if (!tag.state) taken.push_back(label_of(tag));
    kept.push_back(std::move(tag));
  }
  tags_ = std::move(kept);
  return taken;
}

void LaneTags::paint(float now, const std::vector<FaultLabel>& struck) {
  std::vector<FaultLabel> taken = names();
  taken.insert(taken.end(), struck.begin(), struck.end());
  std::vector<Tag> kept;
  for (Tag& tag : tags_)
    if (!tag.state || make_way(tag, taken)) kept.push_back(std::move(tag));
  tags_ = std::move(kept);
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

/// Moves a tag past the labels that it overlaps. Returns false if it finds no free place in its
/// bar.
bool LaneTags::make_way(Tag& tag, const std::vector<FaultLabel>& taken) const {
  for (const FaultLabel& other : taken)
    if (overlap(other, label_of(tag))) tag.at.x = at_.x + other.x1 + px(5);
  return tag.at.x <= tag.most && std::none_of(taken.begin(), taken.end(), [&](const auto& other) {
           return overlap(other, label_of(tag));
         });
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

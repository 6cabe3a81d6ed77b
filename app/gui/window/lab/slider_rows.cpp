// The sliders of the set-up form, which the run follows while they move. An exact value can be
// typed next to each.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/changes/fault_form.h"
#include "app/gui/update/sliding.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

constexpr float exact_width = 74;  ///< width of the exact value's field, in pixels at 100 %
constexpr float label_part = 0.34f;

std::string slider_label(const View& view, const Slider& slider) {
  const std::string of(view.say(slider.label));
  return slider.client.empty() ? of : fmt::format("{} {}", slider.client, of);
}

void slider_row(const View& view, const Slider& slider) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      shortened(slider_label(view, slider), width * label_part - view.px(6)).c_str());
  ImGui::SameLine(left + width * label_part);
  const float unit = ImGui::CalcTextSize("ms").x + view.px(4);
  ImGui::SetNextItemWidth(width * (1 - label_part) - view.px(exact_width) - unit - view.px(8));
  auto place = static_cast<float>(place_of(slider, slider.now));
  const bool moved = ImGui::SliderFloat(("##slider " + slider.key).c_str(), &place, 0, 1, "",
                                        ImGuiSliderFlags_NoInput);
  const double ms = value_at(slider, place);
  if (ImGui::IsItemDeactivatedAfterEdit())
    view.want(intent::Slide{slider.key, moved ? ms : slider.now, true});
  else if (moved && ms != slider.now)
    view.want(intent::Slide{slider.key, ms, false});
  view.name_last("slider " + slider.key,
                 view.say.fill("setup.slider.tip", size_text(slider.from), size_text(slider.to)));
  ImGui::SameLine(0, view.px(4));
  ImGui::SetNextItemWidth(view.px(exact_width));
  const std::string name = "setting " + slider.key;
  if (const auto typed = number_field(view, name, size_text(slider.now)))
    view.want(intent::Slide{slider.key, std::min(*typed, 86'400'000.0), true});
  ImGui::SameLine(0, view.px(4));
  ImGui::TextDisabled("ms");
}

}  // namespace

std::vector<std::string> slider_rows(const View& view) {
  std::vector<std::string> keys;
  for (const Slider& slider : shown_sliders(view.model)) {
    slider_row(view, slider);
    keys.push_back(slider.key);
  }
  return keys;
}

}  // namespace locklab::app

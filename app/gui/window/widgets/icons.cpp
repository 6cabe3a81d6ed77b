#include "app/gui/window/widgets/icons.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <span>
#include <utility>

namespace locklab::app {

namespace {

/// A pen on a square from -1 to 1.
class Pen {
 public:
  Pen(ImDrawList& canvas, ImVec2 middle, float size, ImU32 colour)
      : canvas_(canvas), middle_(middle), half_(size / 2), colour_(colour), wide_(size / 9) {}

  void line(std::initializer_list<ImVec2> points, bool closed = false) {
    std::array<ImVec2, 12> at;
    std::size_t count = 0;
    for (const ImVec2& point : points) at[count++] = place(point);
    canvas_.AddPolyline(at.data(), static_cast<int>(count), colour_,
                        closed ? ImDrawFlags_Closed : ImDrawFlags_None, wide_);
  }
  void fill(std::initializer_list<ImVec2> points) {
    std::array<ImVec2, 12> at;
    std::size_t count = 0;
    for (const ImVec2& point : points) at[count++] = place(point);
    canvas_.AddConvexPolyFilled(at.data(), static_cast<int>(count), colour_);
  }
  void box(ImVec2 from, ImVec2 to) {
    canvas_.AddRectFilled(place(from), place(to), colour_, half_ * 0.15f);
  }
  void frame(ImVec2 from, ImVec2 to) {
    canvas_.AddRect(place(from), place(to), colour_, half_ * 0.25f, 0, wide_);
  }
  void ring(ImVec2 at, float radius) {
    canvas_.AddCircle(place(at), radius * half_, colour_, 20, wide_);
  }
  void dot(ImVec2 at, float radius) {
    canvas_.AddCircleFilled(place(at), radius * half_, colour_, 12);
  }
  /// Draws a part of a circle; angles in turns, clockwise from the right.
  void arc(ImVec2 at, float radius, float from, float to) {
    constexpr float turn = 2 * std::numbers::pi_v<float>;
    canvas_.PathArcTo(place(at), radius * half_, from * turn, to * turn, 20);
    canvas_.PathStroke(colour_, ImDrawFlags_None, wide_);
  }
  void cross(ImVec2 at, float reach) {
    line({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}});
    line({{at.x - reach, at.y + reach}, {at.x + reach, at.y - reach}});
  }

 private:
  ImVec2 place(ImVec2 at) const { return {middle_.x + at.x * half_, middle_.y + at.y * half_}; }

  ImDrawList& canvas_;
  ImVec2 middle_;
  float half_;
  ImU32 colour_;
  float wide_;
};

void clock(Pen& pen) {
  pen.ring({-0.1f, 0.1f}, 0.75f);
  pen.line({{-0.1f, -0.35f}, {-0.1f, 0.1f}, {0.25f, 0.3f}});
}

/// Draws the two ends of a link, between which its fault is drawn.
void link_ends(Pen& pen) {
  pen.dot({-0.8f, 0}, 0.2f);
  pen.dot({0.8f, 0}, 0.2f);
}

void skip(Pen& pen, float way, bool twice) {
  const float shift = twice ? -0.4f * way : 0;
  pen.line({{shift - 0.3f * way, -0.6f}, {shift + 0.3f * way, 0}, {shift - 0.3f * way, 0.6f}});
  if (twice)
    pen.line({{0.4f * way - 0.3f * way, -0.6f},
              {0.4f * way + 0.3f * way, 0},
              {0.4f * way - 0.3f * way, 0.6f}});
}

void to_the_end(Pen& pen, float way) {
  pen.line({{-0.5f * way, -0.6f}, {0.2f * way, 0}, {-0.5f * way, 0.6f}});
  pen.line({{0.6f * way, -0.65f}, {0.6f * way, 0.65f}});
}

using Draw = void (*)(Pen&);

constexpr std::pair<std::string_view, Draw> icons[] = {
    {"steps",
     [](Pen& p) {
       p.line({{-0.95f, 0.6f}, {0.95f, 0.6f}});
       for (const float x : {-0.75f, -0.25f, 0.25f, 0.75f}) p.line({{x, -0.5f}, {x, 0.6f}});
     }},
    {"play",
     [](Pen& p) {
       p.fill({{-0.5f, -0.75f}, {0.75f, 0}, {-0.5f, 0.75f}});
     }},
    {"stand",
     [](Pen& p) {
       p.box({-0.6f, -0.7f}, {-0.15f, 0.7f});
       p.box({0.15f, -0.7f}, {0.6f, 0.7f});
     }},
    {"lesson",
     [](Pen& p) {
       p.line({{0, -0.5f},
               {-0.9f, -0.65f},
               {-0.9f, 0.6f},
               {0, 0.75f},
               {0.9f, 0.6f},
               {0.9f, -0.65f},
               {0, -0.5f},
               {0, 0.75f}});
     }},
    {"edit",
     [](Pen& p) {
       p.line({{-0.8f, 0.8f}, {-0.65f, 0.25f}, {0.45f, -0.85f}, {0.85f, -0.45f}, {-0.25f, 0.65f}},
              true);
     }},
    {"down",
     [](Pen& p) {
       p.line({{-0.45f, -0.2f}, {0, 0.25f}, {0.45f, -0.2f}});
     }},
    {"start", [](Pen& p) { to_the_end(p, -1); }},
    {"end", [](Pen& p) { to_the_end(p, 1); }},
    {"back", [](Pen& p) { skip(p, -1, false); }},
    {"forward", [](Pen& p) { skip(p, 1, false); }},
    {"lane_back", [](Pen& p) { skip(p, -1, true); }},
    {"lane_forward", [](Pen& p) { skip(p, 1, true); }},
    {"crash",
     [](Pen& p) {
       p.cross({0, 0}, 0.65f);
     }},
    {"pause",
     [](Pen& p) {
       p.ring({0, 0}, 0.9f);
       p.line({{-0.25f, -0.4f}, {-0.25f, 0.4f}});
       p.line({{0.25f, -0.4f}, {0.25f, 0.4f}});
     }},
    {"foreign_release",
     [](Pen& p) {
       p.frame({-0.6f, -0.05f}, {0.6f, 0.85f});
       p.arc({0.35f, -0.25f}, 0.45f, 0.5f, 1.0f);
       p.line({{-0.1f, -0.05f}, {-0.1f, -0.25f}});
     }},
    {"jump",
     [](Pen& p) {
       clock(p);
       p.line({{0.45f, -0.85f}, {0.85f, -0.55f}, {0.45f, -0.3f}});
     }},
    {"drift",
     [](Pen& p) {
       clock(p);
       p.line({{0.5f, -0.6f}, {0.7f, -0.8f}, {0.9f, -0.6f}});
     }},
    {"kill",
     [](Pen& p) {
       p.frame({-0.85f, -0.7f}, {0.85f, 0.7f});
       p.cross({0, 0}, 0.3f);
     }},
    {"power",
     [](Pen& p) {
       p.line({{0.25f, -0.9f}, {-0.4f, 0.1f}, {0.35f, -0.05f}, {-0.2f, 0.9f}});
     }},
    {"restart",
     [](Pen& p) {
       p.arc({0, 0}, 0.75f, 0.05f, 0.85f);
       p.line({{0.35f, -0.85f}, {0.5f, -0.5f}, {0.85f, -0.65f}});
     }},
    {"stop",
     [](Pen& p) {
       p.frame({-0.85f, -0.7f}, {0.85f, 0.7f});
       p.line({{-0.2f, -0.3f}, {-0.2f, 0.3f}});
       p.line({{0.2f, -0.3f}, {0.2f, 0.3f}});
     }},
    {"refuse_full",
     [](Pen& p) {
       p.frame({-0.85f, -0.7f}, {0.85f, 0.7f});
       p.box({-0.5f, -0.35f}, {0.5f, 0.35f});
     }},
    {"refuse_read_only",
     [](Pen& p) {
       p.frame({-0.85f, -0.7f}, {0.85f, 0.7f});
       p.line({{-0.4f, 0}, {0.4f, 0}});
     }},
    {"refuse_unsaved",
     [](Pen& p) {
       p.frame({-0.85f, -0.7f}, {0.85f, 0.7f});
       p.line({{0, -0.4f}, {0, 0.1f}});
       p.dot({0, 0.4f}, 0.12f);
     }},
    {"delete",
     [](Pen& p) {
       p.frame({-0.85f, -0.7f}, {0.85f, 0.7f});
       p.cross({0, 0}, 0.35f);
     }},
    {"flush",
     [](Pen& p) {
       p.frame({-0.85f, -0.7f}, {0.85f, 0.7f});
       for (const float x : {-0.45f, 0.0f, 0.45f}) p.line({{x, -0.4f}, {x, 0.4f}});
     }},
    {"evict",
     [](Pen& p) {
       p.line({{0.3f, -0.7f}, {-0.85f, -0.7f}, {-0.85f, 0.7f}, {0.3f, 0.7f}});
       p.line({{-0.3f, 0}, {0.9f, 0}});
       p.line({{0.5f, -0.4f}, {0.9f, 0}, {0.5f, 0.4f}});
     }},
    {"cut",
     [](Pen& p) {
       link_ends(p);
       p.cross({0, 0}, 0.35f);
     }},
    {"cut_requests",
     [](Pen& p) {
       p.line({{-0.9f, -0.45f}, {-0.2f, -0.45f}});
       p.cross({0.3f, -0.45f}, 0.28f);
       p.line({{0.9f, 0.45f}, {-0.9f, 0.45f}, {-0.6f, 0.15f}});
     }},
    {"cut_replies",
     [](Pen& p) {
       p.line({{-0.9f, -0.45f}, {0.9f, -0.45f}, {0.6f, -0.15f}});
       p.line({{0.9f, 0.45f}, {0.3f, 0.45f}});
       p.cross({-0.2f, 0.45f}, 0.28f);
     }},
    {"heal",
     [](Pen& p) {
       link_ends(p);
       p.line({{-0.6f, 0}, {0.6f, 0}});
     }},
    {"slow",
     [](Pen& p) {
       link_ends(p);
       p.line({{-0.5f, 0}, {-0.25f, -0.35f}, {0, 0.35f}, {0.25f, -0.35f}, {0.5f, 0}});
     }},
    {"hold",
     [](Pen& p) {
       link_ends(p);
       p.line({{-0.15f, -0.45f}, {-0.15f, 0.45f}});
       p.line({{0.2f, -0.45f}, {0.2f, 0.45f}});
     }},
    {"reset",
     [](Pen& p) {
       link_ends(p);
       p.line({{-0.6f, 0}, {-0.25f, 0}});
       p.line({{0.25f, 0}, {0.6f, 0}});
     }},
    {"delay",
     [](Pen& p) {
       p.line({{-0.5f, -0.8f}, {0.5f, -0.8f}, {-0.5f, 0.8f}, {0.5f, 0.8f}}, true);
     }},
    {"drop",
     [](Pen& p) {
       p.line({{-0.9f, 0}, {-0.1f, 0}});
       p.cross({0.4f, 0}, 0.4f);
     }},
    {"promote",
     [](Pen& p) {
       p.line({{-0.8f, 0.6f},
               {-0.8f, -0.4f},
               {-0.3f, 0.1f},
               {0, -0.6f},
               {0.3f, 0.1f},
               {0.8f, -0.4f},
               {0.8f, 0.6f}},
              true);
     }},
    {"migrate",
     [](Pen& p) {
       p.line({{-0.9f, -0.5f}, {-0.3f, -0.5f}, {-0.3f, 0.5f}, {-0.9f, 0.5f}}, true);
       p.line({{-0.05f, 0}, {0.9f, 0}});
       p.line({{0.5f, -0.4f}, {0.9f, 0}, {0.5f, 0.4f}});
     }},
};

float icon_size(const View& view) { return std::round(view.px(14)); }

}  // namespace

void draw_icon(ImDrawList& canvas, std::string_view icon, ImVec2 middle, float size, ImU32 colour) {
  Pen pen(canvas, middle, size, colour);
  for (const auto& [name, draw] : icons)
    if (name == icon) return draw(pen);
  pen.ring({0, 0}, 0.7f);
}

float icon_button_width(const View& view, std::string_view label) {
  const float words =
      label.empty()
          ? 0
          : ImGui::CalcTextSize(label.data(), label.data() + label.size(), true).x + view.px(6);
  // An icon alone needs less padding than words.
  const float side = label.empty() ? view.px(5) : ImGui::GetStyle().FramePadding.x;
  return icon_size(view) + words + 2 * side;
}

bool icon_button(const View& view, std::string_view name, std::string_view icon,
                 std::string_view label, std::string_view tooltip, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{width > 0 ? width : icon_button_width(view, label), ImGui::GetFrameHeight()};
  const bool pressed = ImGui::Button(("##" + std::string(name)).c_str(), size);
  const ImU32 colour = ImGui::GetColorU32(ImGuiCol_Text);
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float left = label.empty() ? at.x + (size.x - icon_size(view)) / 2
                                   : at.x + ImGui::GetStyle().FramePadding.x;
  draw_icon(canvas, icon, {left + icon_size(view) / 2, at.y + size.y / 2}, icon_size(view), colour);
  if (!label.empty())
    canvas.AddText({left + icon_size(view) + view.px(6), at.y + ImGui::GetStyle().FramePadding.y},
                   colour, label.data(), label.data() + label.size());
  view.name_last(name, tooltip);
  view.named.back().button = View::in_sight(view.named.back().from, view.named.back().to);
  return pressed;
}

}  // namespace locklab::app

// Places the labels of the cluster, as plain rectangles in pixels. Names and states of places come
// first, in the space reserved for them. Tags of link faults and words of messages then move along
// their links until they cover no place, no label and no message. Words that fit nowhere are
// shortened or finally omitted; the tooltip has them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/cluster_layout.h"
#include "app/gui/layout/cluster_words.h"

namespace locklab::app {

struct LabelFont {
  std::function<float(std::string_view)> width;
  float height = 0;
};

/// The texts of the labels, by place, link and flight of the shapes; empty for no label.
struct ClusterTexts {
  std::vector<std::vector<LabelLine>> places;
  std::vector<std::string> links, flights;
};

/// The texts for the state at `at`, in us of world time.
ClusterTexts cluster_texts(const Words& say, const ShownRun& run, const ClusterShapes& shapes,
                           const ClusterState& state, std::int64_t at);

/// Sets the widths of words, and `drawn`, in `options`, whose scale and lanes must be set. `at` is
/// in us of world time.
void make_room_for_words(const Words& say, const ShownRun& run, const ClusterState& state,
                         std::int64_t at, const LabelFont& font, ClusterOptions& options);

struct PlacedWords {
  float x = 0, y = 0;
  std::string text;
  LabelTone tone = LabelTone::plain;
};

struct ClusterLabel {
  enum class Of : std::uint8_t { place, link, flight };
  Of of = Of::place;
  std::size_t index = 0;  ///< index of the place, link or flight
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::vector<PlacedWords> words;  ///< for a link's tag: the words after its sign, if any
};

inline constexpr float around_label_words = 3;   ///< on both sides, in pixels at 100 %
inline constexpr float between_label_words = 8;  ///< between texts of a row, in pixels at 100 %

/// The width of the sign before the words of a link's tag, at 100 %.
inline constexpr float link_sign = 16;

std::vector<ClusterLabel> cluster_labels(const ClusterShapes& shapes, const ClusterTexts& texts,
                                         const ClusterOptions& options, const LabelFont& of_places,
                                         const LabelFont& of_messages);

}  // namespace locklab::app

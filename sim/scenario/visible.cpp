#include "sim/scenario/visible.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace locklab::sim {

namespace {

struct Range {
  std::uint32_t first, last;
};

/// Invisible characters: Unicode's common controls and formats (Cc, Cf), combining marks (Mn, Me),
/// blanks, and invisible letters.
constexpr Range unseen[] = {
    {0x0000, 0x0020},   {0x007f, 0x00a0},   {0x00ad, 0x00ad}, {0x0300, 0x036f}, {0x0483, 0x0489},
    {0x061c, 0x061c},   {0x115f, 0x1160},   {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
    {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},   {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},
    {0x20d0, 0x20ff},   {0x2800, 0x2800},   {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0x1d159, 0x1d159},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

}  // namespace

bool visible(std::string_view name) {
  for (std::size_t at = 0; at < name.size();) {
    const auto lead = static_cast<unsigned char>(name[at]);
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    std::uint32_t code = bytes == 1 ? lead : lead & (0xffu >> (bytes + 1));
    for (std::size_t i = 1; i < bytes && at + i < name.size(); ++i)
      code = code << 6 | (static_cast<unsigned char>(name[at + i]) & 0x3fu);
    const bool seen = std::none_of(std::begin(unseen), std::end(unseen), [&](Range range) {
      return code >= range.first && code <= range.last;
    });
    if (seen) return true;
    at += bytes;
  }
  return false;
}

}  // namespace locklab::sim

// Colours by meaning, as 0xRRGGBB, shared by the window's themes, exported pictures and exported
// pages. The series for clients is safe for colour-blind readers (Okabe and Ito 2008); colour is
// never the only signal.
#pragma once

#include <array>
#include <cstdint>

namespace locklab::app {

struct Palette {
  std::uint32_t background, panel, raised, line, text, second_text, accent;
  std::uint32_t good, warning, violation;
  std::uint32_t paused, down;
};

inline constexpr Palette dark_palette{0x14171c, 0x1b1f26, 0x232934, 0x39424f, 0xe6e9ef, 0xa6b0be,
                                      0x5aa9ff, 0x2fb58a, 0xf0b429, 0xff5d6c, 0x6b7685, 0x0a0c0f};
inline constexpr Palette light_palette{0xf4f5f7, 0xffffff, 0xe8ebf0, 0xc2c9d3, 0x1b1f26, 0x525c69,
                                       0x125cb4, 0x086b4b, 0x855c00, 0xc01a32, 0x97a1af, 0x3a4048};
inline constexpr Palette projector_palette{0xffffff, 0xffffff, 0xe2e6ec, 0x7c8794,
                                           0x000000, 0x2c333c, 0x0047a8, 0x00603f,
                                           0x8a5a00, 0xb8001f, 0x737d8a, 0x1c2026};

/// Colours of clients; after eight the series repeats, each time with another pattern.
inline constexpr std::array<std::uint32_t, 8> client_colours{
    0xe69f00, 0x56b4e9, 0x009e73, 0xcc79a7, 0xf0e442, 0xd55e00, 0x0072b2, 0x999999};

/// Drawn over a client's colour, so that no two of 32 clients look the same.
enum class ClientPattern : std::uint8_t { none, stripes, dots, bands };

/// The pattern of a client; `none` for 0xffff (no client).
constexpr ClientPattern client_pattern(std::uint16_t client) {
  return client == 0xffff ? ClientPattern::none
                          : static_cast<ClientPattern>(client / client_colours.size() % 4);
}

/// Near-black or white, whichever has more contrast on `colour`, approximately.
constexpr std::uint32_t text_colour_on(std::uint32_t colour) {
  // Relative luminance times 1000 * 255 squared. Squaring approximates the exponent of 2.4.
  const auto light = [&](int shift) {
    const std::uint32_t channel = colour >> shift & 0xff;
    return channel * channel;
  };
  const std::uint32_t luminance = 213 * light(16) + 715 * light(8) + 72 * light(0);
  return luminance > 215 * 255 * 255 ? 0x101318 : 0xffffff;
}

}  // namespace locklab::app

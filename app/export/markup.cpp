#include "app/export/markup.h"

#include <fmt/format.h>

namespace locklab::app {

std::string json_in_script(std::string_view json) {
  // These characters occur in JSON only inside strings, where their numeric escapes are equivalent.
  std::string out;
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string web_colour(std::uint32_t rgb) { return fmt::format("#{:06x}", rgb); }

}  // namespace locklab::app

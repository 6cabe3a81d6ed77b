#include "app/words/violation_title.h"

#include <array>

namespace locklab::app {

Sentence violation_title(std::string_view kind, std::string_view lock, std::string_view at,
                         bool in_warm_up, std::string_view zero) {
  const Sentence harm = Sentence::text(kind);
  return in_warm_up
             ? say("{} at lock {}, at {} of the load (in the warm-up; time 0 here = {})", harm,
                   lock, at, zero)
             : say("{} at lock {}, at {} of the load (time 0 here = {})", harm, lock, at, zero);
}

Sentence title_words(std::string_view title) {
  constexpr std::array<std::string_view, 4> after{" at lock ", ", at ", " of the load (", ")"};
  constexpr std::string_view warm_up = "in the warm-up; ", zero = "time 0 here = ";
  std::array<std::string_view, 4> parts;  // the kind, the lock, the time, the zero
  std::string_view rest = title;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t end = rest.find(after[i]);
    if (end == std::string_view::npos) return Sentence::text(title);
    parts[i] = rest.substr(0, end);
    rest.remove_prefix(end + after[i].size());
  }
  if (!rest.empty()) return Sentence::text(title);
  const bool in_warm_up = parts[3].starts_with(warm_up);
  if (in_warm_up) parts[3].remove_prefix(warm_up.size());
  if (!parts[3].starts_with(zero)) return Sentence::text(title);
  parts[3].remove_prefix(zero.size());
  return violation_title(parts[0], parts[1], parts[2], in_warm_up, parts[3]);
}

}  // namespace locklab::app

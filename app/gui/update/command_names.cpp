#include "app/gui/update/command_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace locklab::app {

namespace {

/// "Home", "Shift+Left", "C": a key as the texts name it.
bool is_key(std::string_view text) {
  static constexpr std::string_view names[] = {"Home", "End",   "Esc", "Enter", "Space",
                                               "Left", "Right", "←",   "→"};
  text.remove_prefix(text.rfind('+') + 1);  // npos + 1 is 0
  const bool letter = text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z';
  return letter || std::find(std::begin(names), std::end(names), text) != std::end(names);
}

}  // namespace

std::string without_key(std::string words, std::string& key) {
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{" (", ")"}, {"（", "）"}}) {
    const std::size_t at = words.rfind(open);
    if (at == words.npos || !words.ends_with(close)) continue;
    const std::size_t begin = at + open.size();
    const std::string inside = words.substr(begin, words.size() - close.size() - begin);
    if (!is_key(inside)) continue;
    if (key.empty()) key = inside;
    words.resize(at);
  }
  return words;
}

std::string capital(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace locklab::app

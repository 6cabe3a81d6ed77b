#include "app/gui/update/command_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/words/display_text.h"
#include "app/words/words.h"

namespace locklab::app {

namespace {

/// Whether the text is a key in the notation of the window's texts: "Home", "Shift+Left", "C".
bool is_key(std::string_view text) {
  static constexpr std::string_view names[] = {"Home", "End",   "Esc", "Enter", "Space",
                                               "Left", "Right", "←",   "→"};
  text.remove_prefix(text.rfind('+') + 1);  // npos + 1 is 0
  const bool letter = text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z';
  return letter || std::find(std::begin(names), std::end(names), text) != std::end(names);
}

/// Additional search words for a command: the key "commands.also.explore" for the text
/// "menu.explore".
struct OtherWords {
  std::string_view key;
  std::string_view also;
};
constexpr OtherWords words_of_users[] = {
    {"menu.explore", "commands.also.explore"},   {"screen.lab", "commands.also.lab"},
    {"screen.matrix", "commands.also.matrix"},   {"screen.challenges", "commands.also.challenges"},
    {"screen.stress", "commands.also.stress"},   {"help.lessons", "commands.also.lessons"},
    {"top.live.tip", "commands.also.live"},      {"menu.set_up", "commands.also.set_up"},
    {"help.present", "commands.also.present"},   {"help.help", "commands.also.help"},
    {"notebook.show", "commands.also.notebook"}, {"notebook.hide", "commands.also.notebook"},
    {"menu.page", "commands.also.export"},       {"menu.svg", "commands.also.export"},
    {"menu.picture", "commands.also.export"},    {"menu.trace", "commands.also.export"},
    {"view.language", "commands.also.language"}, {"top.theme", "commands.also.theme"},
    {"view.scale", "commands.also.scale"},
};

}  // namespace

std::string other_names(std::string_view key) {
  std::string names;
  for (const Language language : {Language::english, Language::chinese}) {
    const Words& say = Words::in(language);
    const std::string tip = std::string(key) + ".tip";
    for (const std::string_view one : {key, std::string_view(tip)})
      if (say.all().contains(one)) names += " " + std::string(say(one));
    for (const OtherWords& other : words_of_users)
      if (other.key == key) names += " " + std::string(say(other.also));
  }
  return names;
}

namespace {

/// Whether `is_in` accepts every typed word.
template <class IsIn>
bool all_typed(std::string_view words, std::string_view typed, IsIn is_in) {
  const std::string in = lowered(words);
  const std::string wanted = lowered(typed);
  std::size_t at = 0;
  while (at < wanted.size()) {
    const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
    if (end > at && !is_in(in, wanted.substr(at, end - at))) return false;
    at = end + 1;
  }
  return true;
}

}  // namespace

bool matches(std::string_view words, std::string_view typed) {
  return all_typed(words, typed, [](const std::string& in, const std::string& word) {
    return in.find(word) != in.npos;
  });
}

bool begins_words(std::string_view words, std::string_view typed) {
  return all_typed(words, typed, [](const std::string& in, const std::string& word) {
    std::size_t at = in.find(word);
    while (at != in.npos && at > 0 && std::isalnum(static_cast<unsigned char>(in[at - 1])) != 0)
      at = in.find(word, at + 1);
    return at != in.npos;
  });
}

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

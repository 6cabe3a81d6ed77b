#include "app/gui/update/challenge_keys.h"

#include "app/gui/update/challenge_moves.h"

namespace locklab::app {

namespace {

constexpr double zoom_by_key = 1.4;

/// The keys of the choices. Letters are typed with Shift, since some lowercase letters
/// (`other_keys`) have another meaning; the others also work without Shift.
constexpr std::string_view choice_keys = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view other_keys = "efhlntx";
constexpr std::size_t npos = std::string_view::npos;

Intent wish(const challenge::Wish& wanted) { return intent::InChallenge{wanted}; }

BoardPart next_part(BoardPart now) {
  return static_cast<BoardPart>((static_cast<int>(now) + 1) % static_cast<int>(BoardPart::count_));
}

std::optional<Intent> of_letter(char32_t character, const Play& play) {
  const bool small = character >= 'a' && character <= 'z';
  const bool taken = character < 128 && other_keys.find(static_cast<char>(character)) < npos;
  const char32_t wanted = small && !taken ? character - ('a' - 'A') : character;
  for (std::uint32_t number = 0; choice_key(number) != 0; ++number)
    if (wanted == static_cast<char32_t>(choice_key(number))) return wish(challenge::Decide{number});
  switch (character) {
    case 't':
      return wish(challenge::ShowPart{next_part(play.part)});
    case 'h':
      return wish(challenge::Ask{Thought::hint});
    case '+':
    case '=':
      return intent::Zoom{zoom_by_key, 0.5};
    case '-':
      return intent::Zoom{1 / zoom_by_key, 0.5};
    case 'f':
      return intent::Fit{};
    default:
      return std::nullopt;
  }
}

/// Keys in the list of levels, which has two columns.
std::optional<Intent> in_the_list(const KeyPress& press, const Model& model) {
  if (press.control || model.help) return std::nullopt;
  switch (press.key) {
    case Key::left:
      return wish(challenge::MarkLevel{-1});
    case Key::right:
      return wish(challenge::MarkLevel{+1});
    case Key::up:
      return wish(challenge::MarkLevel{-2});
    case Key::down:
      return wish(challenge::MarkLevel{+2});
    case Key::enter:
      return wish(challenge::OpenLevel{marked_level(model)});
    default:
      return std::nullopt;
  }
}

}  // namespace

char choice_key(std::size_t number) {
  return number < choice_keys.size() ? choice_keys[number] : '\0';
}

std::optional<Intent> challenge_key(const KeyPress& press, const Model& model) {
  if (!model.play) return in_the_list(press, model);
  if (press.control) {
    if (press.character == 'z') return wish(challenge::TakeBack{});
    if (press.character == 'y') return wish(challenge::DoAgain{});
    return std::nullopt;
  }
  switch (press.key) {
    case Key::space:
      return wish(challenge::Decide{0});
    case Key::backspace:
      return wish(challenge::TakeBack{});
    case Key::up:
      return wish(challenge::Choose{-1});
    case Key::down:
      return wish(challenge::Choose{+1});
    case Key::enter:
      return wish(challenge::TakeChosen{});
    case Key::end:
      return wish(challenge::RunOn{});
    case Key::left:
    case Key::right: {
      const int by = press.key == Key::left ? -1 : +1;
      if (press.shift) return intent::StepOnLane{by};
      return intent::Step{by};
    }
    case Key::escape:
      if (model.help || model.pending) return std::nullopt;
      if (model.play->thought != Thought::nothing) return wish(challenge::Ask{Thought::nothing});
      return wish(challenge::CloseLevel{});
    default:
      return of_letter(press.character, *model.play);
  }
}

}  // namespace locklab::app

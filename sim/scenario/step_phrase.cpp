#include "sim/scenario/step_phrase.h"

#include <algorithm>
#include <charconv>

#include "sim/scenario/read_parts.h"
#include "sim/scenario/table_reader.h"

namespace locklab::sim {

namespace {

constexpr std::uint32_t most_permits_asked = 1'000'000;
constexpr Duration longest_step = 24h;

/// The forms that a step of that kind may have.
Sentence forms_of(StepKind kind) {
  switch (kind) {
    case StepKind::lock:
      return say(
          "write for example \"lock\", \"lock shared\", \"lock 2 permits\", \"lock "
          "locklab:b\" or \"lock within 50 ms\"");
    case StepKind::unlock:
      return say("write for example \"unlock\", \"unlock shared\" or \"unlock locklab:b\"");
    case StepKind::forget:
      return say("write for example \"forget\", \"forget shared\" or \"forget locklab:b\"");
    case StepKind::hang:
      return say("write \"hang\", without a time");
    case StepKind::work:
      return say("write \"work\" or for example \"work 20 ms\"");
    case StepKind::think:
      break;
  }
  return say("write \"think\" or for example \"think 20 ms\"");
}

/// Reads one step from left to right, and keeps the first mistake.
class StepPhrase {
 public:
  explicit StepPhrase(std::string_view text) : text_(text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
      at = std::min(text.find(' ', begin), text.size());
      if (begin < at) words_.push_back(text.substr(begin, at - begin));
    }
  }

  std::variant<Step, BadStep> read() {
    const std::string_view verb = words_.empty() ? std::string_view{} : words_.front();
    const auto* const found = std::find(std::begin(step_words), std::end(step_words), verb);
    if (found == std::end(step_words))
      return BadStep{say("'{}' is not a step", text_), use_instead(verb, step_words)};
    step_.kind = static_cast<StepKind>(found - std::begin(step_words));
    for (at_ = 1; at_ < words_.size(); ++at_)
      if (!take_mode() && !take_key() && !take_permits() && !take_time())
        return BadStep{say("the step '{}' makes no sense from '{}' on", text_, words_[at_]),
                       forms_of(step_.kind)};
    return step_;
  }

 private:
  bool of_lock() const { return step_.kind == StepKind::lock || ends_hold(step_.kind); }

  bool take_mode() {
    const auto* const mode = std::find(std::begin(mode_words), std::end(mode_words), words_[at_]);
    if (!of_lock() || step_.mode || mode == std::end(mode_words)) return false;
    step_.mode = static_cast<Mode>(mode - std::begin(mode_words));
    return true;
  }

  bool take_key() {
    const std::string_view key = words_[at_];
    if (!of_lock() || !is_key_of_the_lab(key)) return false;
    if (std::find(step_.keys.begin(), step_.keys.end(), key) != step_.keys.end()) return false;
    step_.keys.emplace_back(key);
    return true;
  }

  bool take_permits() {
    if (step_.kind != StepKind::lock || permits_said_ || at_ + 1 >= words_.size()) return false;
    const std::string_view unit = words_[at_ + 1];
    if (unit != "permits" && unit != "permit") return false;
    const std::string_view digits = words_[at_];
    const char* const end = digits.data() + digits.size();
    std::uint32_t number = 0;
    const auto [stopped, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc{} || stopped != end || number < 1 || number > most_permits_asked)
      return false;
    step_.permits = number;
    permits_said_ = true;
    ++at_;
    return true;
  }

  /// Takes "20 ms", or "within 20 ms" for a lock.
  bool take_time() {
    if (ends_hold(step_.kind) || step_.kind == StepKind::hang || step_.time) return false;
    const std::size_t first = step_.kind == StepKind::lock ? at_ + 1 : at_;
    if (step_.kind == StepKind::lock && words_[at_] != "within") return false;
    if (first + 1 >= words_.size() || words_[first + 1] != "ms") return false;
    const auto time = decimal_ms(words_[first]);
    if (!time || *time < Duration(0) || *time > longest_step) return false;
    step_.time = time;
    at_ = first + 1;
    return true;
  }

  std::string_view text_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  bool permits_said_ = false;
  Step step_;
};

}  // namespace

std::variant<Step, BadStep> parse_step(std::string_view text) { return StepPhrase(text).read(); }

}  // namespace locklab::sim

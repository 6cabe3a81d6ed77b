#include "app/timeline/scene/outline.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "app/words/embedded.h"
#include "lock/assert.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

struct OutlineSection {
  std::string_view strategy;
  std::vector<std::string_view> settings;  ///< of the locks that have it
  std::vector<OutlineLine> lines;
};

constexpr std::pair<std::string_view, OutlinePart> part_names[] = {
    {"claim", OutlinePart::claim},
    {"wait", OutlinePart::wait},
    {"work", OutlinePart::work},
    {"renew", OutlinePart::renew},
    {"release", OutlinePart::release}};

constexpr std::size_t code_column = 9;

/// A section without lines, by its heading: "redlock check_validity clock=wall".
OutlineSection headed(std::string_view heading) {
  OutlineSection section;
  section.strategy = heading.substr(0, heading.find(' '));
  for (std::size_t at = section.strategy.size(); at < heading.size();) {
    const std::size_t end = std::min(heading.find(' ', at + 1), heading.size());
    section.settings.push_back(heading.substr(at + 1, end - at - 1));
    at = end;
  }
  return section;
}

void parse_outlines(std::string_view text, std::vector<OutlineSection>& all) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with('[')) {
      all.push_back(headed(line.substr(1, line.find(']') - 1)));
      continue;
    }
    if (all.empty() || line.size() <= code_column) continue;
    for (const auto& [name, part] : part_names)
      if (line.substr(0, line.find(' ')) == name)
        all.back().lines.push_back({part, line.substr(code_column)});
  }
}

const std::vector<OutlineSection>& outline_sections() {
  static const std::vector<OutlineSection> all = [] {
    std::vector<OutlineSection> sections;
    for (const embedded::File& file : embedded::outlines()) parse_outlines(file.text, sections);
    return sections;
  }();
  return all;
}

/// Whether the lock has a setting of a heading: "how=multi", "period_ms", "!period_ms".
bool has_setting(const Strategy& strategy, const LockConfig& lock, std::string_view setting) {
  const bool negated = setting.starts_with('!');
  if (negated) setting.remove_prefix(1);
  const std::size_t equals = setting.find('=');
  const Switch* const one = find_switch(strategy, setting.substr(0, equals));
  LOCKLAB_ASSERT(one);
  const std::int64_t value = one->get(lock).value_or(0);
  if (equals == std::string_view::npos) return (value != 0) != negated;
  LOCKLAB_ASSERT(static_cast<std::size_t>(value) < one->words.size());
  return one->words[static_cast<std::size_t>(value)] == setting.substr(equals + 1);
}

/// The part that begins with a client's event; nullopt if it changes nothing. Sets `over` if the
/// event ends the client's use of the lock.
std::optional<OutlinePart> part_from(const sim::Event& event, bool& over) {
  switch (event.kind) {
    case sim::EventKind::attempt:
    case sim::EventKind::acquired:
      return OutlinePart::claim;
    case sim::EventKind::refused:
      return OutlinePart::wait;
    case sim::EventKind::entered:
      return OutlinePart::work;
    case sim::EventKind::left:
    case sim::EventKind::releasing:
      return OutlinePart::release;
    case sim::EventKind::sent:
      return part_of(event.purpose);
    default:
      over = event.kind == sim::EventKind::finished || event.kind == sim::EventKind::released ||
             event.kind == sim::EventKind::gave_up || event.kind == sim::EventKind::client_crashed;
      return std::nullopt;
  }
}

/// The verb that an outline uses for the command.
std::string verb_of(const sim::Trace& trace, const sim::Event& sent) {
  const PackedWords words = trace.words(sent);
  const std::string verb(words.begin() == words.end() ? std::string_view() : *words.begin());
  return verb.starts_with("EVAL") ? "EVAL" : verb;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

bool names(std::string_view code, std::string_view verb) {
  // A lease in whole seconds is EXPIRE, any other PEXPIRE.
  if (verb == "PEXPIRE" && names(code, "EXPIRE")) return true;
  code = code.substr(0, code.find("//"));
  for (std::size_t at = code.find(verb); at != std::string_view::npos;
       at = code.find(verb, at + 1)) {
    const std::size_t end = at + verb.size();
    if ((at == 0 || !is_letter(code[at - 1])) && (end == code.size() || !is_letter(code[end])))
      return true;
  }
  return false;
}

/// More commands than any part has lines; those before them do not decide the line of the last one.
constexpr std::size_t most_commands = 32;

}  // namespace

std::vector<OutlineLine> outline_of(std::string_view strategy, const LockConfig& lock) {
  std::vector<OutlineLine> lines;
  const Strategy* const known = find_strategy(strategy);
  if (!known) return lines;
  for (const OutlineSection& section : outline_sections()) {
    const bool belongs =
        section.strategy == strategy &&
        std::all_of(section.settings.begin(), section.settings.end(),
                    [&](std::string_view setting) { return has_setting(*known, lock, setting); });
    if (belongs) lines.insert(lines.end(), section.lines.begin(), section.lines.end());
  }
  return lines;
}

std::optional<OutlinePart> part_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::claim:
      return OutlinePart::claim;
    case Purpose::release:
      return OutlinePart::release;
    case Purpose::renew:
      return OutlinePart::renew;
    case Purpose::read:
    case Purpose::write:
      return OutlinePart::work;
    default:
      return std::nullopt;
  }
}

std::optional<std::size_t> line_with(std::span<const OutlineLine> lines, OutlinePart part,
                                     const sim::Trace& trace, const sim::Event& sent,
                                     std::size_t from) {
  const std::string verb = verb_of(trace, sent);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t at = (from + i) % lines.size();
    if (lines[at].part == part && names(lines[at].code, verb)) return at;
  }
  return std::nullopt;
}

OutlinePlace outline_place(std::span<const OutlineLine> lines, const sim::Trace& trace,
                           const std::vector<std::uint32_t>& lane_events, std::size_t events) {
  OutlinePlace place;
  std::vector<const sim::Event*> commands;  // since the part began, the last one first
  const auto end = std::lower_bound(lane_events.begin(), lane_events.end(), events);
  for (auto at = end; at != lane_events.begin() && commands.size() < most_commands;) {
    const sim::Event& event = trace[*--at];
    const bool sends = event.kind == sim::EventKind::sent;
    bool over = false;
    const std::optional<OutlinePart> part = part_from(event, over);
    if (over || (part && place.part && (part != place.part || !sends))) break;
    if (sends) commands.push_back(&event);
    if (part) place.part = part;
    if (part && !sends) break;
  }
  if (!place.part) return place;
  // A part may send a command twice: the second one is at the later line.
  for (auto sent = commands.rbegin(); sent != commands.rend(); ++sent)
    place.line = line_with(lines, *place.part, trace, **sent, place.line ? *place.line + 1 : 0);
  return place;
}

}  // namespace locklab::app

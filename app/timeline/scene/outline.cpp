#include "app/timeline/scene/outline.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "app/words/embedded.h"

namespace locklab::app {

namespace {

using Outlines = std::map<std::string_view, std::vector<OutlineLine>>;

constexpr std::pair<std::string_view, OutlinePart> part_names[] = {
    {"claim", OutlinePart::claim},
    {"wait", OutlinePart::wait},
    {"work", OutlinePart::work},
    {"renew", OutlinePart::renew},
    {"release", OutlinePart::release}};

constexpr std::size_t code_column = 9;

Outlines parsed_outlines(std::string_view text) {
  Outlines all;
  std::vector<OutlineLine>* lines = nullptr;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with('[')) {
      lines = &all[line.substr(1, line.find(']') - 1)];
      continue;
    }
    if (!lines || line.size() <= code_column) continue;
    for (const auto& [name, part] : part_names)
      if (line.substr(0, line.find(' ')) == name)
        lines->push_back({part, line.substr(code_column)});
  }
  return all;
}

const Outlines& outlines() {
  static const Outlines all = [] {
    Outlines merged;
    for (const embedded::File& file : embedded::outlines())
      merged.merge(parsed_outlines(file.text));
    return merged;
  }();
  return all;
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

bool names(std::string_view code, std::string_view verb) {
  // A lease in whole seconds is EXPIRE, any other PEXPIRE.
  if (verb == "PEXPIRE" && names(code, "EXPIRE")) return true;
  code = code.substr(0, code.find("//"));
  for (std::size_t at = code.find(verb); at != std::string_view::npos;
       at = code.find(verb, at + 1)) {
    const bool begins =
        at == 0 || code[at - 1] == ' ' || code[at - 1] == '(' || code[at - 1] == '"';
    const std::size_t end = at + verb.size();
    if (begins && (end == code.size() || code[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

std::span<const OutlineLine> outline_of(std::string_view strategy) {
  const auto found = outlines().find(strategy);
  return found == outlines().end() ? std::span<const OutlineLine>() : found->second;
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
                                     const sim::Trace& trace, const sim::Event& sent) {
  const std::string verb = verb_of(trace, sent);
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i].part == part && names(lines[i].code, verb)) return i;
  return std::nullopt;
}

OutlinePlace outline_place(const sim::Trace& trace, const std::vector<std::uint32_t>& lane_events,
                           std::size_t events) {
  const std::span<const OutlineLine> lines = outline_of(trace.info.strategy);
  OutlinePlace place;
  const sim::Event* command = nullptr;  // the last one since the part began
  const auto end = std::lower_bound(lane_events.begin(), lane_events.end(), events);
  for (auto at = end; at != lane_events.begin();) {
    const sim::Event& event = trace[*--at];
    bool over = false;
    const std::optional<OutlinePart> part = part_from(event, over);
    if (over) return place;
    if (event.kind == sim::EventKind::sent && !command) command = &event;
    if (!part) continue;
    place.part = part;
    if (command) place.line = line_with(lines, *part, trace, *command);
    return place;
  }
  return place;
}

}  // namespace locklab::app

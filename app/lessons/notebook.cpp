#include "app/lessons/notebook.h"

#include <fmt/format.h>

#include <utility>

#include "app/words/display_text.h"
#include "sim/scenario/toml_value.h"

namespace locklab::app {

namespace {

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t begin = line.find_first_not_of(blank);
  if (begin == line.npos) return {};
  return line.substr(begin, line.find_last_not_of(blank) + 1 - begin);
}

/// The lines of a text that are not blank, without the blanks around them.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (const auto line = trimmed(text.substr(0, end)); !line.empty()) lines.push_back(line);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

/// Escapes a line so that Markdown shows it unchanged.
std::string plain(std::string_view line) {
  std::string text;
  for (const char c : printable(line)) {
    constexpr std::string_view marks = "\\`*_{}[]()<>#+-.!|~&=:\"'$";
    if (marks.find(c) != marks.npos) text += '\\';
    text += c;
  }
  return text;
}

std::string quoted(std::string_view text) { return sim::to_toml(sim::Value::of("", text)); }

std::string lab_block(const Showing& showing) {
  std::string block = "```lab\n";
  if (!showing.scenario.empty()) block += fmt::format("scenario = {}\n", quoted(showing.scenario));
  if (!showing.seek.empty()) block += fmt::format("seek = {}\n", quoted(showing.seek));
  if (showing.seek_ms) block += fmt::format("seek_ms = {:.3f}\n", *showing.seek_ms);
  if (showing.events) block += fmt::format("events = {}\n", *showing.events);
  if (!showing.zoom.empty()) block += fmt::format("zoom = {}\n", quoted(showing.zoom));
  std::string point;
  for (const std::string& name : showing.point) point += (point.empty() ? "" : ", ") + quoted(name);
  if (!point.empty()) block += fmt::format("point = [{}]\n", point);
  return block + "```\n";
}

std::string words_of(const Block& block) {
  std::string words;
  for (const auto& cell : block.cells) {
    if (!words.empty()) words += "  ";
    for (const TextRun& run : cell) words += run.text;
  }
  return words;
}

}  // namespace

std::string tidied_note(std::string_view note) {
  std::string text;
  for (const std::string_view line : lines_of(note)) {
    if (!text.empty()) text += '\n';
    text += printable(line);
  }
  return text;
}

std::string notebook_text(std::string_view title, const std::vector<NotedMoment>& moments) {
  std::string text = fmt::format("# {}\n", plain(trimmed(title)));
  for (const NotedMoment& moment : moments) {
    text += fmt::format("\n## {}\n\n{}", plain(trimmed(moment.title)), lab_block(moment.showing));
    for (const std::string_view line : lines_of(moment.note))
      text += fmt::format("\n{}\n", plain(line));
  }
  return text;
}

std::vector<NotedMoment> moments_of(const Lesson& lesson) {
  std::vector<NotedMoment> moments;
  for (const LessonStep& step : lesson.steps) {
    if (!step.showing) continue;
    NotedMoment moment{step.title, *step.showing, {}};
    moment.showing.line = 0;
    // A step that names no run continues with the previous step's run.
    if (moment.showing.scenario.empty() && !moments.empty())
      moment.showing.scenario = moments.back().showing.scenario;
    if (moment.showing.scenario.empty()) continue;
    for (const auto* blocks : {&step.text, &step.after})
      for (const Block& block : *blocks) {
        if (!moment.note.empty()) moment.note += '\n';
        moment.note += words_of(block);
      }
    moment.note = tidied_note(moment.note);
    moments.push_back(std::move(moment));
  }
  return moments;
}

}  // namespace locklab::app

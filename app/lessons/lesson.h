// A lesson: a Markdown file as a list of steps. A step may load a run, move the cursor, zoom,
// highlight widgets and ask a question; assets/lessons/README.md defines the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/trace/problem.h"

namespace locklab::app {

/// A run of text in one style.
struct TextRun {
  std::string text;
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  std::string link = {};  ///< the name of the run that a click opens; empty if none
  bool operator==(const TextRun&) const = default;
};

enum class BlockKind : std::uint8_t { paragraph, item, table_head, table_row, code };

struct Block {
  BlockKind kind = BlockKind::paragraph;
  std::vector<std::vector<TextRun>> cells;  ///< one cell, except in a table's rows
  unsigned number = 0;                      ///< in a numbered list; 0 if none
  bool operator==(const Block&) const = default;
};

/// The kind of answer to a question that has no answers to choose from. The simulator judges it, so
/// any correct answer counts.
enum class OpenAnswer : std::uint8_t {
  none,
  lease,  ///< the smallest lease with which the step's run keeps every promise, in whole ms
  fault,  ///< a branch with one more fault, which breaks a promise
};

struct LessonQuestion {
  std::vector<TextRun> question;
  OpenAnswer open = OpenAnswer::none;
  std::vector<std::string> answers;  ///< to choose from; empty for an open question
  /// Index into answers. For an open question, 0 means that the simulator accepted the answer.
  std::size_t right = 0;
  std::vector<TextRun> why;  ///< shown after any answer
};

/// The effects of a step on the window.
struct Showing {
  std::string scenario;  ///< a run's name; empty to keep the current run
  std::string seek;  ///< "start", "end", "violation", or a fault's `when`; empty to keep the cursor
  std::optional<double> seek_ms;
  std::optional<std::size_t> events;  ///< number of events at seek_ms; nullopt for all until then
  std::string zoom;                   ///< time span to show, "FROM..TO"; empty for the whole run
  std::vector<std::string> point;     ///< names of widgets: "lane alice"
  std::uint32_t line = 0;             ///< first line of the block in its file
};

struct LessonStep {
  std::string title;
  std::optional<Showing> showing;
  std::vector<Block> text;
  std::optional<LessonQuestion> question;
  std::vector<Block> after;  ///< shown after the question
};

struct Lesson {
  std::string id;  ///< "13_pauses"
  std::string title;
  std::vector<Block> text;
  std::vector<LessonStep> steps;
};

/// Parses a lesson. A Problem in a block includes the line. `file` appears in problems, and its
/// base name without ".md" is the lesson's id.
std::variant<Lesson, sim::Problem> read_lesson(std::string_view markdown, std::string_view file);

}  // namespace locklab::app

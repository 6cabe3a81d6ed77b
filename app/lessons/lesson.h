// A lesson: what a Markdown file of assets/lessons says, as steps. Each step may load a run, move
// the cursor, point at something and ask a question; assets/lessons/README.md is the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/trace/problem.h"

namespace locklab::app {

/// A stretch of text in one manner.
struct TextRun {
  std::string text;
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  bool operator==(const TextRun&) const = default;
};

enum class BlockKind : std::uint8_t { paragraph, item, table_head, table_row, code };

struct Block {
  BlockKind kind = BlockKind::paragraph;
  std::vector<std::vector<TextRun>> cells;  ///< one, but for a row of a table
  bool operator==(const Block&) const = default;
};

struct Question {
  std::string question;
  std::vector<std::string> answers;
  std::size_t right = 0;  ///< index into answers
  std::string why;        ///< told after answering, whatever was chosen
};

/// What a step does to the window.
struct Showing {
  std::string scenario;  ///< a run's name; empty: the one that is shown stays
  std::string seek;      ///< "start", "end", "violation", or a fault's `when`; empty: stays
  std::optional<double> seek_ms;
  std::vector<std::string> point;  ///< names of widgets: "lane alice"
};

struct LessonStep {
  std::string title;
  std::optional<Showing> showing;
  std::vector<Block> text;
  std::optional<Question> question;
  std::vector<Block> after;  ///< read after the question
};

struct Lesson {
  std::string id;  ///< "13_pauses"
  std::string title;
  std::vector<Block> text;
  std::vector<LessonStep> steps;
};

/// `file` names it in a problem, and its last part without ".md" is the lesson's id.
std::variant<Lesson, sim::Problem> read_lesson(std::string_view markdown, std::string_view file);

}  // namespace locklab::app

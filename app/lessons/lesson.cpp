#include "app/lessons/lesson.h"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <array>
#include <functional>

#include "app/lessons/point.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::Problem;
using sim::Value;

std::string text_at(const Value& table, std::string_view key) {
  const Value* value = table.find(key);
  return value && value->is_text() ? value->text : "";
}

std::vector<std::string> texts_at(const Value& table, std::string_view key) {
  std::vector<std::string> texts;
  if (const Value* list = table.find(key); list && list->is_array())
    for (const Value& item : list->items) texts.push_back(item.text);
  return texts;
}

/// Builds the lesson from md4c's callbacks.
class Reader {
 public:
  Reader(std::string_view markdown, std::string_view file) : markdown_(markdown), file_(file) {
    std::string_view id = file;
    if (const std::size_t slash = id.rfind('/'); slash != std::string_view::npos)
      id.remove_prefix(slash + 1);
    if (id.ends_with(".md")) id.remove_suffix(3);
    lesson_.id = id;
  }

  std::variant<Lesson, Problem> read() {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->enter(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      return static_cast<Reader*>(self)->leave(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->span(type, true, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
      return static_cast<Reader*>(self)->span(type, false, nullptr);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return static_cast<Reader*>(self)->text(type, {text, size});
    };
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (markdown_.starts_with(byte_order_mark)) markdown_.remove_prefix(byte_order_mark.size());
    md_parse(markdown_.data(), static_cast<MD_SIZE>(markdown_.size()), &parser, this);
    if (problem_) return *problem_;
    if (lesson_.title.empty())
      return problem(say("the lesson has no title"), say("begin with one '# Title'"));
    if (lesson_.steps.empty())
      return problem(say("the lesson has no step"), say("write at least one '## Step'"));
    return std::move(lesson_);
  }

 private:
  Problem problem(const Sentence& what, const Sentence& instead, std::uint32_t line = 0,
                  std::uint32_t column = 0) const {
    if (lesson_.steps.empty()) return {std::string(file_), line, column, what, instead};
    return {std::string(file_), line, column, say("{}: {}", lesson_.steps.back().title, what),
            instead};
  }
  /// `line` counts from 1 within the current block; 0 means its first line.
  void fail(const Sentence& what, const Sentence& instead, std::uint32_t line = 0,
            std::uint32_t column = 0) {
    if (!problem_) problem_ = problem(what, instead, fence_line_ + std::max(line, 1u) - 1, column);
  }

  /// The line of the file that `words` from md4c are in; nullopt for text that md4c generates.
  std::optional<std::uint32_t> line_of(std::string_view words) const {
    const std::less<> before;
    const char* const end = markdown_.data() + markdown_.size();
    if (before(words.data(), markdown_.data()) || !before(words.data(), end)) return std::nullopt;
    return static_cast<std::uint32_t>(std::count(markdown_.data(), words.data(), '\n') + 1);
  }

  std::vector<Block>& here() {
    if (lesson_.steps.empty()) return lesson_.text;
    LessonStep& step = lesson_.steps.back();
    return step.question ? step.after : step.text;
  }
  void begin(BlockKind kind) { here().push_back({kind, {{}}}); }

  int enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        heading_ = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        words_.clear();
        break;
      case MD_BLOCK_CODE: {
        const MD_ATTRIBUTE& language = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang;
        fence_ = language.text ? std::string(language.text, language.size) : "";
        in_fence_ = true;
        // The block itself begins on the line after its fence.
        if (language.text)
          if (const auto line = line_of({language.text, language.size})) fence_line_ = *line + 1;
        words_.clear();
        break;
      }
      case MD_BLOCK_P:
        // A list item already contains its paragraph.
        if (!in_item_) begin(BlockKind::paragraph);
        break;
      case MD_BLOCK_LI:
        in_item_ = true;
        begin(BlockKind::item);
        if (!numbers_.empty() && numbers_.back() > 0) here().back().number = numbers_.back()++;
        break;
      case MD_BLOCK_UL:
        numbers_.push_back(0);
        break;
      case MD_BLOCK_OL:
        numbers_.push_back(std::max(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start, 1u));
        break;
      case MD_BLOCK_THEAD:
        head_ = true;
        break;
      case MD_BLOCK_TR:
        here().push_back({head_ ? BlockKind::table_head : BlockKind::table_row, {}});
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        here().back().cells.emplace_back();
        break;
      default:
        break;
    }
    return 0;
  }

  int leave(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_H:
        if (heading_ == 1) lesson_.title = words_;
        if (heading_ == 2) lesson_.steps.push_back({words_, {}, {}, {}, {}});
        heading_ = 0;
        break;
      case MD_BLOCK_CODE:
        in_fence_ = false;
        fenced();
        break;
      case MD_BLOCK_LI:
        in_item_ = false;
        break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        numbers_.pop_back();
        break;
      case MD_BLOCK_THEAD:
        head_ = false;
        break;
      default:
        break;
    }
    return 0;
  }

  int span(MD_SPANTYPE type, bool on, void* detail) {
    if (type == MD_SPAN_A) {
      const MD_ATTRIBUTE* to = on ? &static_cast<MD_SPAN_A_DETAIL*>(detail)->href : nullptr;
      manner_.link = to ? std::string(to->text, to->size) : "";
    }
    if (type == MD_SPAN_EM) manner_.emphasis = on;
    if (type == MD_SPAN_STRONG) manner_.strong = on;
    if (type == MD_SPAN_CODE) manner_.code = on;
    return 0;
  }

  int text(MD_TEXTTYPE type, std::string_view words) {
    if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR) words = " ";
    if (in_fence_ || heading_ > 0) {
      words_ += words;
      return 0;
    }
    if (here().empty() || here().back().cells.empty()) return 0;
    std::vector<TextRun>& runs = here().back().cells.back();
    TextRun run = manner_;
    run.text = words;
    const bool goes_on = !runs.empty() && runs.back().strong == run.strong &&
                         runs.back().emphasis == run.emphasis && runs.back().code == run.code &&
                         runs.back().link == run.link;
    if (goes_on) {
      runs.back().text += words;
    } else {
      runs.push_back(std::move(run));
    }
    return 0;
  }

  void fenced() {
    if (fence_ == "quiz") return;  // the task of a generated quiz (app/quiz)
    if (fence_ != "lab" && fence_ != "ask") {
      here().push_back({BlockKind::code, {{{words_, false, false, true}}}});
      return;
    }
    if (lesson_.steps.empty())
      return fail(say("a block before the first step"), say("put it below a '## '"));
    const auto toml = sim::parse_toml(words_, file_, 0);
    if (const Problem* wrong = std::get_if<Problem>(&toml))
      return fail(wrong->what, wrong->instead, wrong->line, wrong->column);
    if (fence_ == "lab") {
      showing(std::get<Value>(toml));
    } else {
      question(std::get<Value>(toml));
    }
  }

  template <std::size_t N>
  void only(const Value& table, const std::array<std::string_view, N>& known) {
    for (const Value& field : table.items)
      if (std::find(known.begin(), known.end(), field.key) == known.end())
        fail(say("'{}' is not known in a {} block", field.key, fence_),
             sim::use_instead(field.key, known), field.key_at.line, field.key_at.column);
  }

  void showing(const Value& table) {
    LessonStep& step = lesson_.steps.back();
    if (step.showing) return fail(say("two lab blocks"), say("write one for each step"));
    only(table,
         std::array<std::string_view, 6>{"scenario", "seek", "seek_ms", "events", "zoom", "point"});
    Showing showing;
    showing.line = fence_line_;
    showing.scenario = text_at(table, "scenario");
    showing.seek = text_at(table, "seek");
    showing.point = texts_at(table, "point");
    showing.zoom = text_at(table, "zoom");
    if (!showing.zoom.empty() && showing.zoom.find("..") == std::string::npos)
      fail(say("a zoom without its two ends"), say("write zoom = \"FROM..TO\""));
    for (const std::string& point : showing.point)
      if (auto instead = unknown_point(point))
        fail(say("a step cannot point at '{}'", point), *instead);
    if (const Value* at = table.find("seek_ms"))
      showing.seek_ms = at->kind == Value::Kind::integer ? static_cast<double>(at->integer)
                                                         : std::strtod(at->text.c_str(), nullptr);
    if (const Value* events = table.find("events")) {
      if (events->kind != Value::Kind::integer || events->integer < 0)
        fail(say("'events' is not a number"), say("write how many events have happened"),
             events->at.line, events->at.column);
      else
        showing.events = static_cast<std::size_t>(events->integer);
    }
    step.showing = std::move(showing);
  }

  /// Parses a text of one paragraph with its styles and links.
  static std::vector<TextRun> in_line(const std::string& text) {
    const std::string markdown = "# -\n\n## -\n\n" + text;
    const auto read = Reader(markdown, "").read();
    const auto* lesson = std::get_if<Lesson>(&read);
    if (!lesson || lesson->steps[0].text.empty()) return {};
    return lesson->steps[0].text[0].cells[0];
  }

  void question(const Value& table) {
    LessonStep& step = lesson_.steps.back();
    if (step.question) return fail(say("two questions"), say("write one for each step"));
    only(table, std::array<std::string_view, 5>{"question", "answers", "right", "open", "why"});
    LessonQuestion asked;
    asked.question = in_line(text_at(table, "question"));
    asked.answers = texts_at(table, "answers");
    asked.why = in_line(text_at(table, "why"));
    const Value* right = table.find("right");
    if (asked.question.empty() || asked.why.empty())
      return fail(say("a question without its text"),
                  say("write question = \"...\" and why = \"...\""));
    if (table.find("open")) {
      const std::string open = text_at(table, "open");
      if (open != "lease" && open != "fault")
        return fail(say("'open' is neither 'lease' nor 'fault'"),
                    say("write answers = [...] and right = 1 for any other question"));
      if (!asked.answers.empty() || right)
        return fail(say("an open question has no answers to choose from"),
                    say("remove 'answers' and 'right', or 'open'"));
      asked.open = open == "lease" ? OpenAnswer::lease : OpenAnswer::fault;
      step.question = std::move(asked);
      return;
    }
    if (asked.answers.size() < 2)
      return fail(say("a question needs two answers"), say("answers = [...]"));
    if (!right || right->integer < 1 ||
        right->integer > static_cast<std::int64_t>(asked.answers.size()))
      return fail(say("'right' is not the number of an answer"),
                  say("1 .. {}", asked.answers.size()));
    asked.right = static_cast<std::size_t>(right->integer - 1);
    step.question = std::move(asked);
  }

  std::string_view markdown_;
  std::string_view file_;
  Lesson lesson_;
  std::optional<Problem> problem_;
  std::string fence_;
  std::uint32_t fence_line_ = 0;
  std::string words_;
  TextRun manner_;
  std::vector<unsigned> numbers_;  ///< number of the next item, by list; 0 for bullets
  int heading_ = 0;
  bool in_fence_ = false;
  bool in_item_ = false;
  bool head_ = false;
};

}  // namespace

std::variant<Lesson, Problem> read_lesson(std::string_view markdown, std::string_view file) {
  return Reader(markdown, file).read();
}

}  // namespace locklab::app

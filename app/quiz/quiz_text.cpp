// Formats a quiz as a lesson, on paper, and as a form for the answers.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/quiz/quiz.h"
#include "app/timeline/words/told_order.h"
#include "app/timeline/words/wording.h"
#include "app/words/generator.h"
#include "app/words/markup_text.h"
#include "app/words/words.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::size_t most_lines = 24;  ///< events listed on paper
constexpr std::size_t most_lines_in_lesson = 8;

std::string toml_text(std::string_view text) { return sim::to_toml(sim::Value::of("", text)); }

/// A text of a lesson's question with Markdown's marks escaped.
std::string unmarked(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    constexpr std::string_view marks = "\\`*_{}[]<>#";
    if (marks.find(c) != marks.npos) plain += '\\';
    plain += c;
  }
  return plain;
}

char letter(std::size_t answer) { return static_cast<char>('a' + answer); }

class Speaker {
 public:
  Speaker(const sim::Library& library, const Quiz& quiz)
      : library_(library), quiz_(quiz), language_(quiz.task.language) {}

  std::string say_it(const Sentence& sentence) const { return told(sentence, language_); }
  std::string title() const { return say_it(say("Quiz {}", quiz_.task.seed)); }

  std::string lesson() const {
    std::string text =
        fmt::format("# {}\n\n{}\n\n```quiz\n{}```\n", title(), say_it(intro()), task());
    for (std::size_t i = 0; i < quiz_.questions.size(); ++i) text += step(quiz_.questions[i], i);
    return text;
  }

  std::string paper() const {
    std::string body = fmt::format("<h1>{}</h1>\n<p class=name>{}</p>\n", escaped(title()),
                                   escaped(say_it(say("Name:"))));
    for (std::size_t i = 0; i < quiz_.questions.size(); ++i) body += sheet(quiz_.questions[i], i);
    return page(title(), body);
  }

  std::string answers() const {
    const std::string heading = say_it(say("Answers to quiz {}", quiz_.task.seed));
    std::string body = fmt::format("<h1>{}</h1>\n<ol>\n", escaped(heading));
    for (const QuizQuestion& question : quiz_.questions) {
      const std::string right = question.answers.empty()
                                    ? question.sample
                                    : fmt::format("{}) {}", letter(question.right),
                                                  say_it(question.answers[question.right].words));
      body += fmt::format("<li><b>{}</b><br>{}<br><small>{}</small></li>\n", escaped(right),
                          escaped(say_it(question.why)), escaped(question.run));
    }
    return page(heading, body + "</ol>\n");
  }

  std::string form() const {
    std::string text = fmt::format("# {}\nname = \"\"\n", title());
    for (std::size_t i = 0; i < quiz_.questions.size(); ++i) {
      const QuizQuestion& question = quiz_.questions[i];
      text += fmt::format("\n# {}\n", say_it(question.words));
      if (question.answers.empty()) text += fmt::format("# {}\n", say_it(how_to_write(question)));
      for (std::size_t j = 0; j < question.answers.size(); ++j)
        text += fmt::format("# {}) {}\n", letter(j), say_it(question.answers[j].words));
      text += fmt::format("{} = \"\"\n", i + 1);
    }
    return text;
  }

 private:
  static Sentence intro() {
    return say(
        "Each step stops a run at one moment. From there no more faults strike: what follows can "
        "be worked out from what you see. Answer before you go on.");
  }
  static Sentence how_to_write(const QuizQuestion& question) {
    if (question.kind == QuizKind::lease) return say("Write a number.");
    return say("Write a line such as {}",
               "{when=\"alice entered\", pause={client=\"alice\", "
               "ms=600}}");
  }
  /// How to answer on paper, where nobody knows the syntax of scenario files.
  static Sentence how_to_write_by_hand(const QuizQuestion& question) {
    if (question.kind == QuizKind::lease) return say("Write a number.");
    return say("Write what fails, when, and for how long, such as: {}",
               say("alice has just entered; she is paused for 600 ms"));
  }

  std::string task() const {
    std::string runs;
    for (const std::string& run : quiz_.task.runs)
      runs += (runs.empty() ? "" : ", ") + toml_text(run);
    return fmt::format("seed = {}\ncount = {}\nruns = [{}]\nlanguage = \"{}\"\n", quiz_.task.seed,
                       quiz_.task.count, runs, language_ == Language::chinese ? "zh" : "en");
  }

  ShownRunPtr run_of(const QuizQuestion& question) const {
    auto made = make_shown_run(library_, question.run);
    auto* run = std::get_if<ShownRunPtr>(&made);
    return run ? *run : nullptr;
  }

  std::string step(const QuizQuestion& question, std::size_t i) const {
    const ShownRunPtr run = run_of(question);
    if (!run) return {};
    const std::int64_t at = question.seen == 0 ? 0 : run->trace()[question.seen - 1].at;
    std::string text = fmt::format(
        "\n## {}\n\n```lab\nscenario = {}\nseek_ms = {}.{:03}\n"
        "events = {}\n",
        say_it(say("Question {}", i + 1)), toml_text(question.run), at / 1000, at % 1000,
        question.seen);
    if (!question.node.empty())
      text += fmt::format("point = [{}]\n", toml_text("lane " + question.node));
    if (question.kind == QuizKind::fault) text += "point = [\"palette\"]\n";
    text += "```\n" + facts_and_events(*run, question.seen);
    if (question.answers.empty())
      return text + fmt::format("\n```ask\nquestion = {}\nopen = \"{}\"\nwhy = {}\n```\n",
                                toml_text(unmarked(say_it(question.words))), name(question.kind),
                                toml_text(unmarked(say_it(question.why))));
    std::string answers;
    for (const QuizAnswer& answer : question.answers)
      answers += (answers.empty() ? "" : ", ") + toml_text(say_it(answer.words));
    return text +
           fmt::format("\n```ask\nquestion = {}\nanswers = [{}]\nright = {}\nwhy = {}\n```\n",
                       toml_text(unmarked(say_it(question.words))), answers, question.right + 1,
                       toml_text(unmarked(say_it(question.why))));
  }

  Sentence facts(const ShownRun& run) const {
    const sim::TraceInfo& info = run.trace().info;
    const std::string_view lock = Words::in(language_).lock_name(info.strategy);
    return say("Lock: {}; lease: {}; nodes: {}; clients: {}.", Sentence::name(lock),
               span_text(info.ttl_us), info.lock_nodes, info.clients.size());
  }

  /// The text of a step: the lock, and the last events, as a list.
  std::string facts_and_events(const ShownRun& run, std::size_t seen) const {
    std::string text = fmt::format("\n{}\n", unmarked(say_it(facts(run))));
    const auto lines = happened(run, seen, most_lines_in_lesson);
    if (lines.empty()) return text;
    text += fmt::format("\n{}\n\n", unmarked(say_it(say("What happened so far (milliseconds):"))));
    for (const std::string& line : lines) text += "- " + unmarked(line) + "\n";
    return text;
  }

  /// The events so far, in the words of the timeline; only the latest `most` if there are more.
  std::vector<std::string> happened(const ShownRun& run, std::size_t seen, std::size_t most) const {
    std::vector<std::string> lines;
    constexpr std::size_t apart = 64;  // an effect may be listed before its OK
    for (std::size_t place = 0; place < std::min(seen + apart, run.trace().size()); ++place) {
      const std::uint32_t event = told_at(run.trace(), static_cast<std::uint32_t>(place));
      if (event >= seen) continue;
      const Sentence words = event_words(run.trace(), event);
      if (!words.empty())
        lines.push_back(fmt::format("{}  {}", quiz_ms(run.trace()[event].at), say_it(words)));
    }
    if (lines.size() > most)
      lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
    return lines;
  }

  std::string sheet(const QuizQuestion& question, std::size_t i) const {
    const ShownRunPtr run = run_of(question);
    if (!run) return {};
    std::string text =
        fmt::format("<section><h2>{}</h2>\n", escaped(say_it(say("Question {}", i + 1))));
    text += fmt::format("<p>{}</p>\n", escaped(say_it(facts(*run))));
    const auto lines = happened(*run, question.seen, most_lines);
    if (!lines.empty()) {
      text += fmt::format("<p>{}</p>\n<pre>",
                          escaped(say_it(say("What happened so far (milliseconds):"))));
      for (const std::string& line : lines) text += escaped(line) + "\n";
      text += "</pre>\n";
    }
    text += fmt::format("<p><b>{}</b></p>\n", escaped(say_it(question.words)));
    if (question.answers.empty())
      return text + fmt::format("<p>{}</p><p class=line></p></section>\n",
                                escaped(say_it(how_to_write_by_hand(question))));
    text += "<ul>\n";
    for (std::size_t j = 0; j < question.answers.size(); ++j)
      text += fmt::format("<li>&#9744; {}) {}</li>\n", letter(j),
                          escaped(say_it(question.answers[j].words)));
    return text + "</ul></section>\n";
  }

  std::string page(const std::string& heading, const std::string& body) const {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">"
        "<meta name=\"generator\" content=\"{}\"><title>{}</title>\n"
        "<style>body{{font:11pt/1.45 sans-serif;max-width:48em;margin:2em auto;padding:0 1em;"
        "color:#111;background:#fff}}h1{{font-size:16pt}}h2{{font-size:12pt;margin:1.4em 0 .2em}}"
        "section{{break-inside:avoid}}p{{margin:.4em 0}}pre{{font:9pt/1.35 monospace;"
        "white-space:pre-wrap;border-left:3px solid #999;padding-left:.8em}}"
        "ul{{list-style:none;padding-left:.5em}}li{{margin:.3em 0}}.name,.line{{border-bottom:1px "
        "solid #111;padding-bottom:1.2em}}</style></head>\n<body>\n{}</body></html>\n",
        language_ == Language::chinese ? "zh" : "en", generator, escaped(heading), body);
  }

  const sim::Library& library_;
  const Quiz& quiz_;
  Language language_;
};

}  // namespace

std::string quiz_lesson(const sim::Library& library, const Quiz& quiz) {
  return Speaker(library, quiz).lesson();
}
std::string quiz_paper(const sim::Library& library, const Quiz& quiz) {
  return Speaker(library, quiz).paper();
}
std::string quiz_answers(const sim::Library& library, const Quiz& quiz) {
  return Speaker(library, quiz).answers();
}
std::string quiz_form(const sim::Library& library, const Quiz& quiz) {
  return Speaker(library, quiz).form();
}

}  // namespace locklab::app

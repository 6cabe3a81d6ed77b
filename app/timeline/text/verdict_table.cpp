// The verdicts as a table: kept or broken, whether promised, and why. Below it, the longest times
// in which clients waited and nobody acquired the lock.
#include <fmt/format.h>

#include "app/timeline/scene/paint.h"
#include "app/timeline/text/text_timeline.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "app/words/verdict_name.h"
#include "sim/check/lockout.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

struct Sign {
  std::string_view mark;
  Sentence word;
  Tone tone;
};

Sign sign_of(const sim::Verdict& verdict) {
  switch (verdict.kept) {
    case sim::Kept::kept:
      return {"✓", say("kept"), Tone::good};
    case sim::Kept::broken:
      return {"✗", say("broken"), Tone::violation};
    default:
      return {"–", say("n/a"), Tone::dim};
  }
}

/// Whether a verdict was neither promised nor judged; such verdicts share one line.
bool silent(const sim::Verdict& verdict) {
  return verdict.kept == sim::Kept::not_applicable && !verdict.promised;
}

std::string why_of(const sim::Trace& trace, const sim::Verdict& verdict, Language language) {
  Sentence why = verdict.sentence;
  if (verdict.kept == sim::Kept::broken && verdict.event && *verdict.event < trace.size())
    why = say("{} (at {})", why, span_text(trace[*verdict.event].at));
  return printable(told(why, language));
}

}  // namespace

std::string verdicts_text(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                          const TextOptions& options) {
  constexpr std::size_t name_width = 19;
  constexpr std::size_t chinese_width = 12;
  constexpr std::size_t word_width = 8;
  constexpr std::size_t promise_width = 13;
  constexpr std::size_t before_why = 2 + name_width + chinese_width + word_width + promise_width;
  std::string out;
  std::string others;
  for (const sim::Verdict& verdict : verdicts) {
    if (silent(verdict)) {
      others += fmt::format("{}{} {}", others.empty() ? "" : ", ", name(verdict.property),
                            chinese_name(verdict.property));
      continue;
    }
    const Sign sign = sign_of(verdict);
    out += toned(fmt::format("{} {}", sign.mark, pad(name(verdict.property), name_width)),
                 sign.tone, options.colour);
    out +=
        pad(told(verdict_name(verdict.property, verdict.kept), Language::chinese), chinese_width);
    out += toned(pad(told(sign.word, options.language), word_width), sign.tone, options.colour);
    const std::string promise =
        told(verdict.promised ? say("promised") : say("not promised"), options.language);
    const std::string why = why_of(trace, verdict, options.language);
    if (why.empty()) {
      out += promise + "\n";
      continue;
    }
    // A sentence starts on its own line if the rest of the line is too narrow.
    const bool beside = options.width >= before_why + 30;
    const std::size_t indent = beside ? before_why : 4;
    const std::vector<std::string> lines = wrap(why, options.width - indent);
    out += beside ? pad(promise, promise_width) + lines[0] + "\n" : promise + "\n";
    for (std::size_t i = beside ? 1 : 0; i < lines.size(); ++i)
      out += std::string(indent, ' ') + lines[i] + "\n";
  }
  for (const sim::Lockout& lockout : sim::lockouts(trace)) {
    const Sentence words = say("longest lock-out: {}", lockout_words(trace, lockout));
    for (const std::string& line : wrap(told(words, options.language), options.width))
      out += line + "\n";
  }
  if (!others.empty())
    for (const std::string& line :
         wrap(told(say("– not applicable and not promised: {}", others), options.language),
              options.width))
      out += toned(line, Tone::dim, options.colour) + "\n";
  return out;
}

}  // namespace locklab::app

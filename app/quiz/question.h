// A question that the lab draws from a run. The student sees the run up to a moment after which no
// more faults are injected, so that the answer follows from what is shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

enum class QuizKind : std::uint8_t {
  inside,   ///< who is inside at a given time?
  next,     ///< who enters next?
  key,      ///< when does a key disappear from a node?
  reply,    ///< how does a node answer a claim?
  promise,  ///< which promise is broken?
  lease,    ///< open: the smallest lease that is safe
  fault,    ///< open: a fault that breaks the lock
  count_
};
inline constexpr std::size_t quiz_kind_count = static_cast<std::size_t>(QuizKind::count_);

/// The name in files: "inside".
std::string_view name(QuizKind kind);
/// Whether there are no answers to choose from: the simulator judges what is written.
constexpr bool is_open(QuizKind kind) { return kind >= QuizKind::lease; }

struct QuizAnswer {
  Sentence words;
  /// The answer in checkable form: the clients inside as "alice bob", a client, a time in us, a
  /// reply, a property. Empty if there is none.
  std::string value;
};

struct QuizQuestion {
  QuizKind kind = QuizKind::inside;
  std::string run;           ///< name of the run
  std::size_t seen = 0;      ///< number of events shown
  std::int64_t at_us = 0;    ///< time asked about (`promise`: of the violation or end); 0 if open
  std::string client, node;  ///< the client and node of a key or a claim; empty for other kinds
  std::size_t nth = 0;       ///< number of the claim, from 1; 0 for other kinds
  Sentence words;
  std::vector<QuizAnswer> answers;  ///< empty for an open question
  std::size_t right = 0;            ///< index into answers
  std::string sample;               ///< for an open question: a correct answer
  Sentence why;
};

/// Formats a time in a question: "61.2".
std::string quiz_ms(std::int64_t us);

}  // namespace locklab::app

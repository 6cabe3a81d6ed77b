// A question that the lab draws from a run. Whoever answers sees the run up to a moment after which
// no fault strikes any more, so that what is asked follows from what is seen.
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
  inside,   ///< who is inside at a time?
  next,     ///< who enters next?
  key,      ///< when is a key gone from a node?
  reply,    ///< what does a node answer to a claim?
  promise,  ///< which promise is broken?
  lease,    ///< open: the smallest lease that is safe
  fault,    ///< open: a fault that breaks the lock
  count_
};
inline constexpr std::size_t quiz_kind_count = static_cast<std::size_t>(QuizKind::count_);

/// "inside", for files.
std::string_view name(QuizKind kind);
/// Whether there are no answers to choose from: the simulator judges what is written.
constexpr bool is_open(QuizKind kind) { return kind >= QuizKind::lease; }

struct QuizAnswer {
  Sentence words;
  /// What it says, for whoever checks it: the clients inside as "alice bob", a client, a time in
  /// us, a reply, a property. Empty: none of it.
  std::string value;
};

struct QuizQuestion {
  QuizKind kind = QuizKind::inside;
  std::string run;           ///< name
  std::size_t seen = 0;      ///< so many events are shown
  std::int64_t at_us = 0;    ///< the time of which it asks
  std::string client, node;  ///< of whom it asks
  std::size_t nth = 0;       ///< which claim
  Sentence words;
  std::vector<QuizAnswer> answers;  ///< empty: it is open
  std::size_t right = 0;            ///< index into answers
  std::string sample;               ///< open: an answer that is right
  Sentence why;
};

/// A time in a question: "61.2".
std::string quiz_ms(std::int64_t us);

}  // namespace locklab::app

// Quota: a rate limiter admits at most its limit in a window, and admits again in the next. A
// window begins with the first admission after the previous one's end. A visitor counts from when
// its command ran, where the trace tells, not from when its client heard of it.
#pragma once

#include <optional>

#include "sim/check/tables.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class Quota {
 public:
  explicit Quota(const TraceInfo& info)
      : limit_(info.quota_limit), window_(info.quota_window_us), bound_(info.bound_us) {}

  bool applies() const { return limit_ > 0; }
  /// attempt, acquired, refused, timed_out, or a key_set.
  void on(const Event& event, std::size_t index);
  Verdict verdict(const Trace& trace) const;

 private:
  struct Visitor {
    bool counted = false;     ///< its command ran between `from` and `at`
    bool unanswered = false;  ///< a command of this attempt timed out: refused for another reason
    std::int64_t from = 0;
    std::int64_t at = 0;
  };
  struct Window {
    bool begun = false;
    std::int64_t from = 0;  ///< it began not before
    std::int64_t count = 0;
    std::int64_t count_before = 0;  ///< in the window before
    std::size_t latest = 0;         ///< its latest admission, or the first attempt of all
  };
  void admit(const Event& event, std::size_t index, const Visitor& visitor);
  void refuse(const Event& event, std::size_t index, const Visitor& visitor);

  std::int64_t limit_;
  std::int64_t window_;
  std::int64_t bound_;
  ByClient<Visitor> visitors_;
  ByName<Window> windows_;
  std::uint64_t admissions_ = 0;
  std::uint64_t refusals_ = 0;
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim

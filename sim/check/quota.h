// Quota: a rate limiter admits at most its limit in a window, and admits again in the next. A
// window begins with the first admission after the previous one's end. A visitor counts from when
// its command ran, where the trace tells, not from when its client heard of it. Two windows' worth
// may come in a burst at the border between them: that is no breach, but it is told.
#pragma once

#include <deque>
#include <optional>

#include "sim/check/verdict_words.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class Quota {
 public:
  explicit Quota(const TraceInfo& info)
      : limit_(info.quota_limit), window_(info.quota_window_us), bound_(info.bound_us) {}

  bool applies() const { return limit_ > 0; }
  /// attempt, acquired, refused, timed_out, or a key_set.
  void on(const Event& event, std::size_t index);
  Verdict verdict(const Trace& trace) const;
  /// For searches: whether it is broken by now, and all that decides whether it will be.
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  struct Visitor {
    std::uint32_t attempt = 0;
    bool counted = false;     ///< its command ran between `from` and `at`
    bool unanswered = false;  ///< a command of this attempt timed out: refused for another reason
    std::int64_t from = 0;
    std::int64_t at = 0;
  };
  struct Window {
    bool begun = false;
    std::int64_t from = 0;  ///< it began not before
    std::int64_t count = 0;
    std::int64_t count_before = 0;    ///< in the window before
    std::size_t latest = 0;           ///< its latest admission, or the first attempt of all
    std::deque<std::int64_t> recent;  ///< times of admissions, also of the window before
  };
  /// Admissions that came closer together than a window is long.
  struct Burst {
    std::uint64_t count = 0;
    std::int64_t length = 0;
  };
  void admit(const Event& event, std::size_t index, const Visitor& visitor);
  void watch_burst(Window& window, std::int64_t at);
  void refuse(const Event& event, std::size_t index, const Visitor& visitor);

  std::int64_t limit_;
  std::int64_t window_;
  std::int64_t bound_;
  ByClient<Visitor> visitors_;
  ByName<Window> windows_;
  std::uint64_t admissions_ = 0;
  std::uint64_t refusals_ = 0;
  Burst densest_;  ///< more than the limit, across a window's border
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim

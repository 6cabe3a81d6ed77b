// Quota: a rate limiter admits at most its limit in one window, and admits again in the next. A
// window begins with the first admission after the end of the previous one. An admission belongs to
// the window in which the node executed its command, if the trace shows it, however late its client
// learns of it; it begins a window even if the client never learns of it. A refusal, too, is judged
// at the time of its execution. A burst across the border of two windows may reach twice the limit:
// that is reported, but is not a breach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/check/verdict_words.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class Quota {
 public:
  explicit Quota(const TraceInfo& info)
      : limit_(info.quota_limit), window_(info.quota_window_us), bound_(info.bound_us) {}

  bool applies() const { return limit_ > 0; }
  /// Processes attempt, acquired, refused, timed_out, ran, or a key_set.
  void on(const Event& event, std::size_t index);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  struct Visitor {
    std::uint32_t attempt = 0;
    std::uint16_t key = no_name;
    bool counted = false;     ///< it was counted in `window` between `from` and `at`, in us
    bool unanswered = false;  ///< a command of this attempt timed out, which explains a refusal
    std::size_t window = 0;   ///< index into Window::counts
    std::int64_t from = 0;
    std::int64_t at = 0;
    std::optional<std::int64_t> ran_at{};  ///< when its latest command ran, in us
    bool overdue = false;                  ///< see overdue(), at that time
  };
  struct Window {
    bool begun = false;
    bool presumed = false;  ///< nobody was admitted yet, and the window may have begun unseen
    std::int64_t from = 0;  ///< earliest possible beginning, in us
    std::vector<std::int64_t> counts = {0};  ///< admissions in each window so far; the last is open
    /// Index of the latest admission or beginning of a window; before any, of the first attempt.
    std::size_t latest = 0;
    std::deque<std::int64_t> recent;  ///< admission times less than a window apart, in us
  };
  /// Admissions within `length` us, which is less than the length of a window.
  struct Burst {
    std::uint64_t count = 0;
    std::int64_t length = 0;
  };
  static void begin(Window& window, std::int64_t from);
  void count_visit(const Event& event, std::size_t index, Visitor& visitor);
  /// Whether the latest window of a limiter should have ended more than the bound before `at`.
  bool overdue(std::uint16_t key, std::int64_t at) const {
    const Window* window = windows_.find(key);
    return window && window->begun && at - window->from > window_ + bound_;
  }
  bool may_begin(const Window& window, std::int64_t at) const {
    return !window.begun || window.presumed || at >= window.from + window_;
  }
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
  Burst densest_;  ///< the largest burst above the limit, across the border of two windows
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim

#include "sim/check/entry_window.h"

namespace locklab::sim {

void EntryWindow::change(Row& row, std::uint16_t lock, std::int64_t now, bool free, EventKind why) {
  if (complete_) return;
  if (runs(row)) {
    const Span wait = span(lock, row, now);
    const bool got_in = why == EventKind::entered || why == EventKind::acquired;
    if (wait.length() > length_ || (wait.length() == length_ && !got_in)) {
      keep_earliest(now);
      return;
    }
    if (free) return;
    std::int64_t& longest = got_in ? longest_whole_ : longest_unmet_;
    longest = std::max(longest, now - row.since);
    if (got_in) {
      ++ended_well_;
      longest_ = std::max(longest_, wait.length());
    } else if (why == EventKind::gave_up) {
      if (!gave_up_ || gave_up_->length() < wait.length()) gave_up_ = wait;
    }
  }
  started_ += free;
  started_ -= row.since != stopped;
  row.since = free ? now : stopped;
  if (free) next_ = std::min(next_, now + length_);
}

void EntryWindow::strike(std::int64_t now) {
  if (complete_ || on_strike_ == OnStrike::go_on) return;
  if (now >= next_) keep_earliest(now);
  last_strike_ = now;
}

void EntryWindow::keep_earliest(std::int64_t now) {
  next_ = INT64_MAX;
  rows_.each([&](std::uint16_t lock, const Row& row) {
    if (!runs(row)) return;
    const Span wait = span(lock, row, now);
    const std::int64_t over = wait.from + length_;
    if (over > now) {
      next_ = std::min(next_, over);
    } else if (!complete_ || over < complete_->to) {
      complete_ = Span{wait.from, over, lock};
    }
  });
}

std::optional<EntryWindow::Span> EntryWindow::complete(std::int64_t end) const {
  if (complete_) return complete_;
  EntryWindow at_the_end = *this;
  at_the_end.keep_earliest(end);
  return at_the_end.complete_;
}

std::int64_t EntryWindow::longest_unmet(std::int64_t end) const {
  std::int64_t longest = longest_unmet_;
  rows_.each([&](std::uint16_t, const Row& row) {
    if (runs(row)) longest = std::max(longest, end - row.since);
  });
  return longest;
}

std::optional<EntryWindow::Span> EntryWindow::undecided(std::int64_t end) const {
  std::optional<Span> worst = gave_up_;
  rows_.each([&](std::uint16_t lock, const Row& row) {
    if (!runs(row)) return;
    const Span wait = span(lock, row, end);
    if (!worst || worst->length() < wait.length()) worst = wait;
  });
  return worst && worst->length() > std::max(longest_, round_) ? worst : std::nullopt;
}

}  // namespace locklab::sim

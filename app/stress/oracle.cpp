#include "app/stress/oracle.h"

#include <algorithm>
#include <numeric>

namespace locklab::app {

/// Spin lock on a register, held for a few instructions, unless a violation or a new longest
/// lock-out is recorded.
class Oracle::Guard {
 public:
  Guard(Register& lock, bool needed) : busy_(needed ? &lock.busy : nullptr) {
    while (busy_ && busy_->test_and_set(std::memory_order_acquire)) continue;
  }
  ~Guard() {
    if (busy_) busy_->clear(std::memory_order_release);
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  std::atomic_flag* const busy_;
};

Oracle::Oracle(const Setup& setup) : setup_(setup), registers_(setup.locks) {}

void Oracle::measure(std::int64_t from_us, std::int64_t to_us) {
  measured_from_us_ = from_us;
  measured_to_us_ = to_us;
}

void Oracle::want(Section& section, std::uint64_t number, std::int64_t now_us) {
  Register& lock = registers_[number];
  const Guard guard(lock, setup_.several_threads);
  section.wants_ = number;
  // In an open loop the operation may have been due while another client was inside.
  if (lock.waiting++ == 0 && !lock.inside) lock.out_since = std::max(now_us, lock.left_us);
}

void Oracle::stop_wanting(Section& section, std::int64_t now_us) {
  if (section.wants_ == Section::outside) return;
  Register& lock = registers_[section.wants_];
  const Guard guard(lock, setup_.several_threads);
  if (--lock.waiting == 0) end_lockout(section.wants_, lock, now_us);
  section.wants_ = Section::outside;
}

void Oracle::end_lockout(std::uint64_t number, Register& lock, std::int64_t now_us) {
  if (lock.out_since < 0) return;
  const std::int64_t end_us = measured_to_us_;
  const std::int64_t from_us = std::max(lock.out_since, measured_from_us_);
  const std::int64_t to_us = std::min(now_us, end_us);
  lock.out_since = -1;
  if (to_us - from_us <= longest_us_.load(std::memory_order_relaxed)) return;
  const std::lock_guard keep(listing_);
  if (to_us - from_us <= longest_us_) return;
  longest_us_ = to_us - from_us;
  longest_ = {number, Duration(from_us - measured_from_us_), Duration(to_us - measured_from_us_),
              now_us >= end_us};
}

std::optional<LoadLockout> Oracle::longest_lockout() const {
  const std::lock_guard keep(listing_);
  return longest_us_ > 0 ? std::optional(longest_) : std::nullopt;
}

bool Oracle::enter(Section& section, std::uint64_t number, const Hold& hold) {
  Register& lock = registers_[number];
  const Guard guard(lock, setup_.several_threads);
  if (section.wants_ == number) --lock.waiting;
  section.wants_ = Section::outside;
  end_lockout(number, lock, hold.entered_us);
  section.lock_ = number;
  section.hold_ = hold;
  section.listed_ = section.wrote_ = false;
  section.read_ = lock.counter;
  section.writes_before_ = lock.written;
  bool harm = lock.inside != nullptr;
  if (harm) found(Harm::overlap, lock.inside->hold_, section, lock.inside);
  section.previous_ = nullptr;
  section.next_ = lock.inside;
  if (lock.inside) lock.inside->previous_ = &section;
  lock.inside = &section;
  if (setup_.fenced) harm = compare_token(section, lock) || harm;
  return harm;
}

bool Oracle::compare_token(Section& section, Register& lock) {
  const Hold& hold = section.hold_;
  // A client that began to wait before the newest one entered may rightly have an older token.
  const bool fell = lock.newest.token >= 0 && hold.token <= lock.newest.token &&
                    hold.wanted_us > lock.newest.entered_us;
  if (fell) found(Harm::token_fell, lock.newest, section);
  if (hold.token > lock.newest.token) lock.newest = hold;
  return fell;
}

bool Oracle::leave(Section& section, std::int64_t now_us, bool writes) {
  Register& lock = registers_[section.lock_];
  const Guard guard(lock, setup_.several_threads);
  section.hold_.left_us = writes ? now_us : -1;
  (section.previous_ ? section.previous_->next_ : lock.inside) = section.next_;
  if (section.next_) section.next_->previous_ = section.previous_;
  lock.left_us = now_us;
  if (!lock.inside && lock.waiting > 0) lock.out_since = now_us;
  const bool harm = writes && write(section, lock);
  if (section.listed_) note_end(section);
  section.lock_ = Section::outside;
  return harm;
}

bool Oracle::write(Section& section, Register& lock) {
  if (setup_.fenced && section.hold_.token < lock.newest.token) {
    found(Harm::stale_write, lock.newest, section);
    return true;
  }
  // Compares numbers of writes, since the counter's value may recur.
  const bool lost = lock.written != section.writes_before_;
  if (lost) found(Harm::lost_update, section.wrote_between_, section);
  lock.counter = section.read_ + 1;
  ++lock.written;
  section.wrote_ = true;
  // All clients still inside have read a value that is now overwritten.
  for (Section* other = lock.inside; other; other = other->next_)
    other->wrote_between_ = section.hold_;
  return lost;
}

void Oracle::found(Harm harm, const Hold& first, Section& second, Section* still_inside) {
  const std::uint64_t before =
      counts_[static_cast<std::size_t>(harm)].fetch_add(1, std::memory_order_relaxed);
  if (before >= setup_.keep) return;
  const Violation violation{harm, second.lock_, first, second.hold_, nullptr, {}};
  std::size_t number = 0;
  {
    const std::lock_guard lock(listing_);
    number = listed_.size();
    listed_.push_back(violation);
    second.listed_ = true;
    if (still_inside) still_inside->listed_ = true;
  }
  if (setup_.witness) setup_.witness->saw(number, violation);
}

/// Sets the end of the section's hold in the listed violations that lack it; none after a crash.
void Oracle::note_end(const Section& section) {
  const std::lock_guard lock(listing_);
  for (Violation& violation : listed_)
    for (Hold* hold : {&violation.first, &violation.second})
      if (violation.lock == section.lock_ && hold->client == section.hold_.client &&
          hold->entered_us == section.hold_.entered_us && hold->left_us < 0)
        hold->left_us = section.hold_.left_us;
}

std::uint64_t Oracle::updates_missing() const {
  return std::accumulate(registers_.begin(), registers_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Register& lock) {
                           return sum + static_cast<std::uint64_t>(lock.written - lock.counter);
                         });
}

}  // namespace locklab::app

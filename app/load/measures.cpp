#include "app/load/measures.h"

#include <algorithm>
#include <array>

namespace locklab::app {

namespace {

constexpr std::array all_counts{
    &Counts::acquired, &Counts::released,  &Counts::attempts, &Counts::retries,  &Counts::refused,
    &Counts::gave_up,  &Counts::decided,   &Counts::stuck,    &Counts::unserved, &Counts::renewed,
    &Counts::lost,     &Counts::not_owner, &Counts::in_doubt, &Counts::silences, &Counts::refusals};
static_assert(sizeof(Counts) == all_counts.size() * sizeof(std::uint64_t));

constexpr std::int64_t tenth_us = 100'000;

/// Index of a tenth of a second: the first or the last one for times outside it.
std::size_t tenth_at(std::int64_t us_of_second) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(us_of_second / tenth_us, 0, 9));
}

}  // namespace

void Counts::add(const Counts& other) {
  for (const auto one : all_counts) this->*one += other.*one;
}

Counts Counts::since(const Counts& before) const {
  Counts change;
  for (const auto one : all_counts) change.*one = this->*one - before.*one;
  return change;
}

void Second::add(const Second& other) {
  counts.add(other.counts);
  violations += other.violations;
  for (std::size_t i = 0; i < violations_by_tenth.size(); ++i)
    violations_by_tenth[i] += other.violations_by_tenth[i];
  longest_wait_us = std::max(longest_wait_us, other.longest_wait_us);
  for (std::size_t i = 0; i < longest_wait_us_by_tenth.size(); ++i)
    longest_wait_us_by_tenth[i] =
        std::max(longest_wait_us_by_tenth[i], other.longest_wait_us_by_tenth[i]);
  backlog += other.backlog;
  acquire.add(other.acquire);
  for (const auto& [error, times] : other.errors) errors[error] += times;
}

void Second::add_violation(std::int64_t at_us) {
  ++violations;
  ++violations_by_tenth[tenth_at(at_us)];
}

void Second::add_wait(std::int64_t since_us, std::int64_t until_us) {
  longest_wait_us = std::max(longest_wait_us, until_us - since_us);
  const std::size_t last = tenth_at(until_us);
  for (std::size_t i = tenth_at(since_us); i <= last; ++i) {
    const std::int64_t end_us = i == last ? until_us : static_cast<std::int64_t>(i + 1) * tenth_us;
    longest_wait_us_by_tenth[i] = std::max(longest_wait_us_by_tenth[i], end_us - since_us);
  }
}

void Measures::add(const Measures& other) {
  replies += other.replies;
  counts.add(other.counts);
  acquire.add(other.acquire);
  hold.add(other.hold);
  release.add(other.release);
  hand_over.add(other.hand_over);
  for (const auto& [error, times] : other.errors) errors[error] += times;
  if (other.seconds.size() > seconds.size()) seconds.resize(other.seconds.size());
  for (std::size_t i = 0; i < other.seconds.size(); ++i) {
    seconds[i].add(other.seconds[i]);
    seconds[i].acquire.pack();
  }
  if (other.acquired_by_client.size() > acquired_by_client.size())
    acquired_by_client.resize(other.acquired_by_client.size());
  for (std::size_t i = 0; i < other.acquired_by_client.size(); ++i)
    acquired_by_client[i] += other.acquired_by_client[i];
  longest_wait_us = std::max(longest_wait_us, other.longest_wait_us);
  late_us = std::max(late_us, other.late_us);
}

std::vector<std::uint64_t> shares_of(const std::vector<std::uint64_t>& acquired) {
  std::vector<std::uint64_t> shares(std::min(acquired.size(), most_shares));
  for (std::size_t i = 0; i < acquired.size(); ++i)
    shares[share_of(i, acquired.size())] += acquired[i];
  return shares;
}

double fairness(const std::vector<std::uint64_t>& acquired) {
  double sum = 0;
  double squares = 0;
  for (const std::uint64_t one : acquired) {
    sum += static_cast<double>(one);
    squares += static_cast<double>(one) * static_cast<double>(one);
  }
  return squares == 0 ? 1 : sum * sum / (static_cast<double>(acquired.size()) * squares);
}

}  // namespace locklab::app

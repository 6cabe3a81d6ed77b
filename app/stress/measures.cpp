#include "app/stress/measures.h"

#include <algorithm>

namespace locklab::app {

void Counts::add(const Counts& other) {
  acquired += other.acquired;
  released += other.released;
  attempts += other.attempts;
  refused += other.refused;
  gave_up += other.gave_up;
  unserved += other.unserved;
  renewed += other.renewed;
  lost += other.lost;
  not_owner += other.not_owner;
  in_doubt += other.in_doubt;
  silences += other.silences;
  refusals += other.refusals;
}

void Second::add(const Second& other) {
  acquired += other.acquired;
  refused += other.refused;
  failures += other.failures;
  violations += other.violations;
  longest_wait_us = std::max(longest_wait_us, other.longest_wait_us);
  acquire.add(other.acquire);
}

void Measures::add(const Measures& other) {
  counts.add(other.counts);
  acquire.add(other.acquire);
  hold.add(other.hold);
  release.add(other.release);
  hand_over.add(other.hand_over);
  for (const auto& [error, times] : other.errors) errors[error] += times;
  if (other.seconds.size() > seconds.size()) seconds.resize(other.seconds.size());
  for (std::size_t i = 0; i < other.seconds.size(); ++i) seconds[i].add(other.seconds[i]);
  if (other.acquired_by_client.size() > acquired_by_client.size())
    acquired_by_client.resize(other.acquired_by_client.size());
  for (std::size_t i = 0; i < other.acquired_by_client.size(); ++i)
    acquired_by_client[i] += other.acquired_by_client[i];
  longest_wait_us = std::max(longest_wait_us, other.longest_wait_us);
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

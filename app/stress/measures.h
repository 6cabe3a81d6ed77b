// What a load measures. Each thread has its own and writes it without locks; in the end they are
// added up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/stress/histogram.h"

namespace locklab::app {

struct Counts {
  std::uint64_t acquired = 0;
  std::uint64_t released = 0;
  std::uint64_t attempts = 0;
  std::uint64_t refused = 0;   ///< attempts that failed
  std::uint64_t gave_up = 0;   ///< calls of acquire() that ended without the lock
  std::uint64_t unserved = 0;  ///< operations of the schedule that did not begin (open loop)
  std::uint64_t renewed = 0;
  std::uint64_t lost = 0;       ///< holders that learnt inside that their lease was over
  std::uint64_t not_owner = 0;  ///< releases that found another's lock, or none
  std::uint64_t in_doubt = 0;   ///< releases without an answer
  std::uint64_t silences = 0;   ///< commands without a reply
  std::uint64_t refusals = 0;   ///< commands that were answered with an error

  void add(const Counts& other);
  /// What is not as it should be, apart from having to wait.
  std::uint64_t failures() const { return lost + in_doubt + silences + refusals; }
};

/// One second of the load.
struct Second {
  std::uint64_t acquired = 0;
  std::uint64_t refused = 0;
  std::uint64_t failures = 0;
  std::uint64_t violations = 0;
  std::int64_t longest_wait_us = 0;  ///< of the clients that wait when it ends
  Histogram acquire;

  void add(const Second& other);
};

struct Measures {
  Counts counts;
  Histogram acquire;    ///< from wanting the lock (by schedule, in an open loop) to having it
  Histogram hold;       ///< inside
  Histogram release;    ///< from leaving to the reply
  Histogram hand_over;  ///< from the reply to a release to the next one's entering the same lock
  std::map<std::string, std::uint64_t> errors;  ///< by the first words of the server's reply
  std::vector<Second> seconds;
  std::vector<std::uint64_t> acquired_by_client;  ///< by client
  std::int64_t longest_wait_us = 0;  ///< also of clients that still wait when the load ends

  void add(const Measures& other);
};

/// The most bars of shares: of more clients, neighbours are added up.
inline constexpr std::size_t most_shares = 128;

/// Which of at most `most_shares` shares a client's locks belong to.
constexpr std::size_t share_of(std::size_t client, std::size_t clients) {
  return clients <= most_shares ? client : client * most_shares / clients;
}
/// Locks by client; of more than `most_shares`, by groups of neighbours.
std::vector<std::uint64_t> shares_of(const std::vector<std::uint64_t>& acquired);

/// Jain's index: 1 if all have as many, 1/n if one has all; 1 for nobody.
double fairness(const std::vector<std::uint64_t>& acquired);

}  // namespace locklab::app

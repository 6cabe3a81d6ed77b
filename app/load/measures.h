// What a load measures. Each thread has its own and writes it without locks; in the end they are
// added up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/load/histogram.h"

namespace locklab::app {

struct Counts {
  std::uint64_t acquired = 0;
  std::uint64_t released = 0;
  std::uint64_t attempts = 0;
  std::uint64_t retries = 0;   ///< attempts after an operation's first one
  std::uint64_t refused = 0;   ///< attempts that failed
  std::uint64_t gave_up = 0;   ///< calls of acquire() that ended without the lock
  std::uint64_t decided = 0;   ///< answers of a lock without critical sections: yes or no
  std::uint64_t stuck = 0;     ///< locks of its own that a client found taken: by a lost release
  std::uint64_t unserved = 0;  ///< operations due in the measured time that did not begin
  std::uint64_t renewed = 0;
  std::uint64_t lost = 0;       ///< holders that learnt inside that their lease was over
  std::uint64_t not_owner = 0;  ///< releases that found another's lock, or none
  std::uint64_t in_doubt = 0;   ///< releases without an answer
  std::uint64_t silences = 0;   ///< commands without a reply
  std::uint64_t refusals = 0;   ///< commands that were answered with an error

  void add(const Counts& other);
  /// What has been counted since it was `before`.
  Counts since(const Counts& before) const;
  /// What is not as it should be, apart from having to wait. A release in doubt is a silence.
  std::uint64_t failures() const { return lost + silences + refusals; }
};

/// One second of the load. The last one may be a part of one.
struct Second {
  Counts counts;
  std::uint64_t violations = 0;
  /// The same by tenth of the second, as it was seen.
  std::array<std::uint32_t, 10> violations_by_tenth{};
  std::int64_t longest_wait_us = 0;  ///< of the clients that wait when it ends
  std::uint64_t backlog = 0;  ///< operations that are due and not served when it ends (open loop)
  Histogram acquire;
  std::map<std::string, std::uint64_t> errors;  ///< as Measures::errors

  void add(const Second& other);
};

struct Measures {
  Counts counts;
  /// From wanting the lock (by schedule, in an open loop) to having it. In an open loop, what was
  /// due and not served at the end is in it with its wait until then.
  Histogram acquire;
  Histogram hold;       ///< inside
  Histogram release;    ///< from leaving to the reply
  Histogram hand_over;  ///< from the reply to a release to the next one's entering the same lock
  std::map<std::string, std::uint64_t> errors;  ///< by the first words of the server's reply
  std::uint64_t replies = 0;                    ///< to commands, in time
  std::vector<Second> seconds;
  std::vector<std::uint64_t> acquired_by_client;  ///< by client
  std::int64_t longest_wait_us = 0;  ///< also of clients that still wait when the load ends
  std::int64_t late_us = 0;          ///< the longest time by which a generator's thread ran late

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

// A schedule: where a run does not take the usual way. Without one, chance decides (Dice); with
// one, every decision goes the usual way but for those that it names. A search finds schedules, and
// writes them down as "17:1/3 40:2/2": at the 17th decision the second of three ways.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/choice.h"

namespace locklab::sim {

struct Deviation {
  std::uint32_t decision = 0;  ///< its number, from 0; only those with more than one way count
  std::uint32_t way = 0;       ///< 1 .. ways-1; 0 is the usual one
  std::uint32_t ways = 0;      ///< how many there were
  bool operator==(const Deviation&) const = default;
};

/// In the order of their decisions.
using Schedule = std::vector<Deviation>;

/// "" for none.
std::string to_string(const Schedule& schedule);
std::optional<Schedule> schedule_from(std::string_view text);

/// Follows a schedule. Where the run has changed so that a decision has not as many ways as the
/// schedule says, it has left the path: from there on everything goes the usual way.
class Scheduled final : public Choice {
 public:
  explicit Scheduled(const Schedule& schedule) : schedule_(schedule) {}

  unsigned pick(unsigned options, const char*) override {
    if (options < 2) return 0;
    const std::uint32_t decision = decisions_++;
    if (left_ || next_ == schedule_.size() || schedule_[next_].decision != decision) return 0;
    const Deviation& here = schedule_[next_++];
    left_ = here.ways != options;
    return left_ ? 0 : here.way;
  }
  std::uint64_t amount(std::uint64_t most, std::uint64_t usual, const char* why) override {
    return usual == most || pick(2, why) == 0 ? usual : most;
  }
  bool orders() const override { return true; }

  bool left_the_path() const override { return left_; }

 private:
  const Schedule& schedule_;
  std::size_t next_ = 0;
  std::uint32_t decisions_ = 0;
  bool left_ = false;
};

}  // namespace locklab::sim

// A Choice that replays a schedule.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/scenario/schedule.h"
#include "sim/wire/choice.h"

namespace locklab::sim {

/// Follows a schedule. If a decision has another number of options than the schedule says, the run
/// has left the path: from there on all order decisions take the default, while amounts still
/// follow the schedule.
class Scheduled final : public Choice {
 public:
  explicit Scheduled(const Schedule& schedule) : schedule_(schedule) {}

  unsigned pick(unsigned options, const char*) override {
    if (options < 2) return 0;
    const std::uint32_t decision = decisions_++;
    const std::vector<Deviation>& orders = schedule_.orders;
    if (left_ || next_ == orders.size() || orders[next_].decision != decision) return 0;
    const Deviation& here = orders[next_++];
    left_ = here.ways != options;
    return left_ ? 0 : here.way;
  }
  std::uint64_t amount(std::uint64_t most, std::uint64_t usual, const char*) override {
    const std::uint32_t draw = draws_++;
    const std::vector<Draw>& draws = schedule_.draws;
    if (next_draw_ == draws.size() || draws[next_draw_].number != draw) return usual;
    const std::uint64_t wanted = draws[next_draw_++].amount;
    cut_short_ += wanted > most;
    return std::min(wanted, most);
  }
  bool orders() const override { return true; }

  bool left_the_path() const override { return left_; }
  std::size_t not_followed() const override {
    return schedule_.orders.size() - next_ + schedule_.draws.size() - next_draw_ + cut_short_;
  }

 private:
  const Schedule& schedule_;
  std::size_t next_ = 0;
  std::uint32_t decisions_ = 0;
  std::size_t next_draw_ = 0;
  std::uint32_t draws_ = 0;
  std::size_t cut_short_ = 0;  ///< draws that exceeded the run's maximum
  bool left_ = false;
};

}  // namespace locklab::sim

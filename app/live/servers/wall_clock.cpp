#include "app/live/servers/wall_clock.h"

#include <algorithm>

namespace locklab::app {

void WallClock::on(const sim::Event& change) {
  sim::Clock clock = pieces_.back().clock;
  clock.jump(change.at, change.value - clock.offset_us());
  clock.drift(change.at, change.extra);
  pieces_.push_back({change.at - change.since_us, change.at, clock});
}

std::pair<std::int64_t, std::int64_t> WallClock::readings(std::int64_t from,
                                                          std::int64_t at) const {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = pieces_.size(); i-- > 0;) {
    const Piece& piece = pieces_[i];
    if (piece.from <= at) {
      const std::int64_t begin = std::max(from, piece.from);
      least = std::min(least, piece.clock.wall(begin));
      greatest = std::max(greatest, piece.clock.wall(std::max(begin, std::min(at, end_of(i)))));
    }
    if (piece.sure <= from) break;  // earlier pieces are over
  }
  return {least, greatest};
}

std::int64_t WallClock::may_reach(std::int64_t reading, std::int64_t from) const {
  std::size_t first = pieces_.size() - 1;
  while (first > 0 && pieces_[first].sure > from) --first;
  for (std::size_t i = first; i + 1 < pieces_.size(); ++i) {
    const std::int64_t reached =
        std::max({pieces_[i].clock.when_wall(reading), pieces_[i].from, from});
    if (reached <= end_of(i)) return reached;
  }
  return std::max({pieces_.back().clock.when_wall(reading), pieces_.back().from, from});
}

std::int64_t WallClock::must_reach(std::int64_t reading) const {
  return std::max(pieces_.back().clock.when_wall(reading), pieces_.back().sure);
}

}  // namespace locklab::app

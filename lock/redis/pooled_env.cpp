#include "lock/redis/pooled_env.h"

#include <chrono>

namespace locklab::redis {

Time PooledEnv::monotonic_now() { return at_us(Loop::now_us()); }

Time PooledEnv::wall_now() {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  return Time(std::chrono::floor<Duration>(since_1970));
}

Token PooledEnv::random_token() {
  const std::uint64_t high = pool_.random_.bits();
  return Token::from_bits(high, pool_.random_.bits(), ++acquisitions_);
}

std::uint64_t PooledEnv::random_below(std::uint64_t below) { return pool_.random_.below(below); }

}  // namespace locklab::redis

#include "lock/redis/random_source.h"

#include <sys/random.h>

#include <utility>

namespace locklab::redis {

namespace {

/// Fetches `bytes` random bytes, at most 256, which the kernel provides completely or not at all.
bool fetch(void* to, std::size_t bytes) {
  return getrandom(to, bytes, 0) == static_cast<ssize_t>(bytes);
}

}  // namespace

bool RandomSource::works() {
  std::uint64_t bits = 0;
  return fetch(&bits, sizeof bits);
}

std::uint64_t RandomSource::bits() {
  if (left_ == 0) {
    // works() returned true before, so this should succeed at once.
    while (!fetch(store_.data(), sizeof store_)) {
    }
    left_ = store_.size();
  }
  return std::exchange(store_[--left_], 0);
}

}  // namespace locklab::redis

#include "app/stress/chance.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

KeyPicker::KeyPicker(KeyChoice choice, std::uint64_t keys)
    : choice_(choice),
      keys_(keys),
      first_(std::log(1.5) - 1),
      last_(std::log(static_cast<double>(keys) + 0.5)),
      close_(2 - std::exp(std::log(2.5) - 0.5)) {}

std::uint64_t KeyPicker::pick(std::uint32_t client, Chance& chance) const {
  switch (choice_) {
    case KeyChoice::own:
      return client;
    case KeyChoice::one:
      return 0;
    case KeyChoice::uniform:
      return chance.bits() % keys_;
    case KeyChoice::zipf:
      return zipf(chance);
  }
  return 0;
}

/// Zipf variate with exponent 1, from 0, by rejection-inversion (Hörmann and Derflinger 1996),
/// which needs no table of all keys.
std::uint64_t KeyPicker::zipf(Chance& chance) const {
  while (true) {
    const double u = last_ + chance.part() * (first_ - last_);
    const double x = std::exp(u);
    const double k = std::clamp(std::floor(x + 0.5), 1.0, static_cast<double>(keys_));
    if (k - x <= close_ || u >= std::log(k + 0.5) - 1 / k) return static_cast<std::uint64_t>(k) - 1;
  }
}

}  // namespace locklab::app

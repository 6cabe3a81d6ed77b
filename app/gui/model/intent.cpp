#include "app/gui/model/intent.h"

namespace locklab::app {

Intent::Intent(const Intent& other) = default;
Intent::Intent(Intent&& other) noexcept = default;
Intent::~Intent() = default;

Intent& Intent::operator=(Intent other) noexcept {
  any_ = std::move(other.any_);
  return *this;
}

}  // namespace locklab::app

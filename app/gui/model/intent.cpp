#include "app/gui/model/intent.h"

namespace locklab::app {

Intent::Intent(const Intent& other) = default;
Intent::Intent(Intent&& other) noexcept = default;
Intent::~Intent() = default;

Intent& Intent::operator=(Intent other) noexcept {
  AnyIntent::operator=(static_cast<AnyIntent&&>(other));
  return *this;
}

}  // namespace locklab::app

// What may be ordered of a live run that goes step by step.
#pragma once

#include <cstdint>

namespace locklab::app {

enum class StepOrder : std::uint8_t {
  step,          ///< go on until the next event, and hold again
  play,          ///< go freely
  hold,          ///< hold at once, and forget the steps that were ordered before
  until_broken,  ///< go freely until a promise is broken
};

}  // namespace locklab::app

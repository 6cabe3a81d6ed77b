// The ruler of a timeline: flags above, the numbers below them.
#pragma once

namespace locklab::app {

inline constexpr float ruler_top = 19;     ///< lower edge of the flags, in pixels at 100 %
inline constexpr float ruler_height = 40;  ///< in pixels at 100 %

}  // namespace locklab::app

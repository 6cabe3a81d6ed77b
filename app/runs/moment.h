// The suffix of a run's name with the moment, the selection and the visible parts.
//
//   F06_pause_past_ttl#1a2b3c4d seed=1 @57 event=56 lane=bob range=300ms..380ms panes=both
//   F06@319.018ms
//
// "@57" is after 57 events, "@319.018ms" a time; key=value may follow (app/gui/update/moments.h).
// The suffix does not change the run, so code that needs only the run may ignore it.
#pragma once

#include <string>
#include <string_view>

namespace locklab::app {

struct NameAndMoment {
  std::string name;
  std::string moment;  ///< begins with '@'; empty if none
};

/// Splits a line into the run's name and its moment. An '@' inside a path, quotes or braces belongs
/// to the name; so does one without a space before it, unless a number follows.
NameAndMoment split_moment(std::string_view line);

}  // namespace locklab::app

// Short words for tests about verdicts.
#pragma once

#include <gmock/gmock.h>

#include <ostream>

#include "sim/check/check.h"
#include "tests/support/forged_trace.h"

namespace locklab::sim {

inline void PrintTo(const Verdict& verdict, std::ostream* out) {
  *out << name(verdict.property) << " " << name(verdict.kept);
  if (verdict.event) *out << " at event " << *verdict.event;
  *out << ": " << verdict.why;
}

inline Verdict judged(const Forged& forged, Property property) {
  return check(forged.trace())[static_cast<std::size_t>(property)];
}

/// A verdict of that outcome, whose sentence contains `words`.
MATCHER_P(KeptWith, words, "") {
  return arg.kept == Kept::kept && !arg.event && arg.why.find(words) != std::string::npos;
}
MATCHER_P(BrokenWith, words, "") {
  return arg.kept == Kept::broken && arg.event && arg.why.find(words) != std::string::npos;
}
MATCHER_P(NotApplicableWith, words, "") {
  return arg.kept == Kept::not_applicable && !arg.event && arg.why.find(words) != std::string::npos;
}

}  // namespace locklab::sim

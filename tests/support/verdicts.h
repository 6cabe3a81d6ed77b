// Short forms for tests about verdicts.
#pragma once

#include <gmock/gmock.h>

#include <ostream>
#include <string_view>

#include "sim/check/check.h"
#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"

namespace locklab::sim {

inline void PrintTo(const Verdict& verdict, std::ostream* out) {
  *out << name(verdict.property) << " " << name(verdict.kept);
  if (verdict.event) *out << " at event " << *verdict.event;
  *out << ": " << verdict.why;
}

inline Verdict judged(const Trace& trace, Property property) {
  return check(trace)[static_cast<std::size_t>(property)];
}
inline Verdict judged(const Forged& forged, Property property) {
  return judged(forged.trace(), property);
}

MATCHER_P2(HasOutcome, kept, has_event, "") {
  return arg.kept == kept && arg.event.has_value() == has_event;
}

/// Matches a verdict with this outcome, whose sentence reads as golden.
inline auto golden_verdict(Kept kept, std::string_view name) {
  return testing::AllOf(HasOutcome(kept, kept == Kept::broken),
                        testing::Field("sentence", &Verdict::sentence, test::IsGolden(name)));
}
inline auto IsKept(std::string_view name = {}) { return golden_verdict(Kept::kept, name); }
inline auto IsBroken(std::string_view name = {}) { return golden_verdict(Kept::broken, name); }
inline auto IsNotApplicable(std::string_view name = {}) {
  return golden_verdict(Kept::not_applicable, name);
}

}  // namespace locklab::sim

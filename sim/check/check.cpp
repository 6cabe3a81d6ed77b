#include "sim/check/check.h"

#include "sim/check/checker.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

namespace {

/// Turns the verdict on a trace's tail into one on the whole run, whose broken properties are
/// known. The trace does not show who was inside, or what was broken, before its first event: a
/// holder from before may look as if it had never acquired the lock.
void judge_whole_run(Verdict& verdict, const TraceInfo& info) {
  const bool broke = Properties(info.broken).has(verdict.property);
  const bool breaks = verdict.kept == Kept::broken;
  if (broke == breaks) return;
  const Verdict judged = verdict;
  verdict = broke ? broken({0, {}}, say("it was broken among the first {} events, which were not "
                                        "kept",
                                        *info.omitted))
                  : not_applicable(say("the first {} events were not kept, and what they began "
                                       "cannot be judged by the rest",
                                       *info.omitted));
  verdict.property = judged.property;
  verdict.promised = judged.promised;
}

/// Withdraws a "kept" verdict on a run that was cut short: the rest of it might have broken the
/// property.
void leave_open(Verdict& verdict) {
  if (verdict.kept != Kept::kept) return;
  const Verdict judged = verdict;
  verdict = not_applicable(say("the run was ended before its time, and had kept it until then"));
  verdict.property = judged.property;
  verdict.promised = judged.promised;
}

}  // namespace

std::vector<Verdict> check(const Trace& trace) {
  Checker checker(trace.info);
  checker.on_all(trace);
  std::vector<Verdict> verdicts = checker.verdicts(trace);
  for (Verdict& verdict : verdicts) {
    if (trace.info.lacks_beginning() && !trace.empty()) judge_whole_run(verdict, trace.info);
    if (trace.info.cut_short) leave_open(verdict);
  }
  return verdicts;
}

}  // namespace locklab::sim

#include "sim/check/check.h"

#include "sim/check/checker.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

namespace {

/// Makes of a tail's verdict one on the whole run, which is known to have broken the property or
/// not. Who was inside, and what was broken, before the first event is not in the trace: it may
/// look as if nobody had held the lock whose key is there.
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

/// What a run has kept that was ended before its time, it may still have broken.
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

#include "app/stress/report_parts.h"

#include <fmt/format.h>

#include "app/stress/load_part.h"
#include "app/words/figures.h"

namespace locklab::app {

namespace {

std::string time_of(std::int64_t us) { return short_time(static_cast<std::uint64_t>(us)); }

Sentence told_of_part(const StressResult& result) {
  return say("Part {} of {}: {} of the clients; begun at {}, give or take {}",
             result.work.part->number + 1, result.work.part->of,
             grouped(result.work.clients_here()), rfc3339(result.part->begun_at_us),
             time_of(result.part->clock_error_us));
}

std::vector<Sentence> told_of_merge(const StressResult& result) {
  const MergeResult& merge = *result.merge;
  std::vector<Sentence> lines{
      say("{} generators, begun within {}; their clocks are known to within {}", merge.generators,
          time_of(merge.apart_us), time_of(merge.clock_error_us))};
  if (merge.compared == 0) return lines;
  const Sentence which = merge.one_slice_of == 1 ? say("all {} holds", grouped(merge.seen))
                                                 : say("{} of {} holds, one slice of time in {}",
                                                       grouped(merge.compared), grouped(merge.seen),
                                                       merge.one_slice_of);
  lines.push_back(
      say("Compared between generators: {}; {} overlaps, and {} too close for the clocks to tell",
          which, grouped(merge.overlaps), grouped(merge.possible)));
  return lines;
}

}  // namespace

std::vector<Sentence> told_of_parts(const StressResult& result) {
  if (result.part && result.work.part) return {told_of_part(result)};
  if (result.merge) return told_of_merge(result);
  return {};
}

}  // namespace locklab::app

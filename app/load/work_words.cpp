#include "app/load/work_words.h"

#include "app/words/figures.h"

namespace locklab::app {

Sentence how_many_clients(const StressWork& work) {
  return work.clients == 1 ? say("1 client") : say("{} clients", grouped(work.clients));
}

Sentence whose_locks(const StressWork& work) {
  const std::string keys = grouped(work.keys);
  if (work.critical_sections()) switch (work.choice) {
      case KeyChoice::own:
        return say("a lock for each");
      case KeyChoice::one:
        return say("one lock for all");
      case KeyChoice::uniform:
        return say("any of {} locks", keys);
      default:
        return say("some of {} locks more often (Zipf)", keys);
    }
  const bool limits = work.strategy->traits.has(Trait::limits_rate);
  switch (work.choice) {
    case KeyChoice::own:
      return limits ? say("a quota for each") : say("a counter for each");
    case KeyChoice::one:
      return limits ? say("one quota for all") : say("one counter for all");
    case KeyChoice::uniform:
      return limits ? say("any of {} quotas", keys) : say("any of {} counters", keys);
    default:
      return limits ? say("some of {} quotas more often (Zipf)", keys)
                    : say("some of {} counters more often (Zipf)", keys);
  }
}

Sentence about(const StressWork& work) {
  const Sentence where = work.cluster > 0    ? say("a cluster of {} masters", work.cluster)
                         : work.servers == 1 ? say("1 server")
                                             : say("{} servers", work.servers);
  return say("{}, {}, {}", how_many_clients(work), whose_locks(work), where);
}

}  // namespace locklab::app

#include "app/stress/work_words.h"

#include "app/words/figures.h"

namespace locklab::app {

Sentence how_many_clients(const StressWork& work) {
  return work.clients == 1 ? say("1 client") : say("{} clients", grouped(work.clients));
}

Sentence whose_locks(const StressWork& work) {
  switch (work.choice) {
    case KeyChoice::own:
      return say("a lock for each");
    case KeyChoice::one:
      return say("one lock for all");
    case KeyChoice::uniform:
      return say("any of {} locks", grouped(work.keys));
    default:
      return say("some of {} locks more often (Zipf)", grouped(work.keys));
  }
}

}  // namespace locklab::app

#include "app/timeline/causes/difference_words.h"

#include "app/timeline/words/wording.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

Sentence words_of_difference(const sim::Trace& run, std::size_t here, const sim::Trace& other,
                             std::size_t there) {
  if (here < run.size()) return event_words(run, here);
  if (there >= other.size()) return say("the run is over");
  const sim::Event event = other[there];
  const bool of_client = event.client != no_client;
  if (of_client && event.node != no_node)
    return say("nothing more passes between {} and {}", client_words(other, event.client),
               Sentence::name(other.node_name(event.node)));
  return say("{} does nothing more", of_client ? client_words(other, event.client)
                                               : Sentence::name(other.node_name(event.node)));
}

}  // namespace locklab::app

// Describes the effects of faults on links and their messages.
#include <algorithm>
#include <vector>

#include "app/timeline/words/wording.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// Describes the end of some of a link's faults while another one is still active.
Sentence partial_end(const sim::Event& e) {
  const bool one = e.fault != 0;
  if (e.kind == sim::EventKind::link_released)
    return one ? say("one hold ends; another fault lasts")
               : say("every hold ends; another fault lasts");
  if (e.detail == 1) return say("one slow-down ends; another fault lasts");
  return one ? say("one cut ends; another fault lasts")
             : say("every cut, slow and hold ends; a drop or delay still waits for messages");
}

Sentence link_what(const sim::Trace& trace, const sim::Event& e) {
  switch (e.kind) {
    case sim::EventKind::link_cut:
      return say("cut");
    case sim::EventKind::link_healed:
      return say("whole again");
    case sim::EventKind::link_slowed:
      return say("slower by {}", span_text(std::max<std::int64_t>(e.value, 0)));
    case sim::EventKind::link_held:
      return trace.text(e).empty() ? say("holding messages back")
                                   : say("holding {} back", trace.text(e));
    case sim::EventKind::link_released:
      return say("letting messages go on");
    default:
      return say("reset");
  }
}

Sentence directed(const Sentence& what, const sim::Event& e) {
  const bool one_way = e.kind == sim::EventKind::link_cut || e.kind == sim::EventKind::link_held;
  if (one_way && e.detail == 1) return say("{} (requests only)", what);
  if (one_way && e.detail == 2) return say("{} (replies only)", what);
  return what;
}

/// The request with this message number, sent before `index`; nullopt if the trace lacks it.
std::optional<std::size_t> request_of(const sim::Trace& trace, std::uint32_t message,
                                      std::size_t index) {
  for (std::size_t i = index; message > 0 && i-- > 0;)
    if (trace[i].message == message && trace[i].kind == sim::EventKind::sent) return i;
  return std::nullopt;
}

}  // namespace

bool is_drop(const sim::Event& e) {
  return e.kind == sim::EventKind::link_reset && e.text != sim::no_text;
}

Sentence drop_words(const sim::Trace& trace, std::size_t index) {
  const sim::Event& e = trace[index];
  const Sentence client = client_words(trace, e.client);
  const Sentence node = node_words(trace, e.node);
  // The lost message is recorded right after the drop.
  const std::size_t next = index + 1;
  const bool known = next < trace.size() && trace[next].kind == sim::EventKind::message_lost &&
                     trace[next].client == e.client && trace[next].node == e.node;
  const auto request = known ? request_of(trace, trace[next].message, index) : std::nullopt;
  if (!request)
    return say("a message between {} and {} is dropped, and the connection ends", client, node);
  const std::string command = command_name(trace, trace[*request]);
  return sim::lost_part(trace[next]) == sim::LostPart::reply
             ? say("{}'s reply to {}'s {} is dropped, and the connection ends", node, client,
                   command)
             : say("{}'s {} to {} is dropped, and the connection ends", client, command, node);
}

Sentence links_happening(const sim::Trace& trace, const std::vector<sim::Event>& events) {
  std::vector<Sentence> clients;
  std::vector<Sentence> nodes;
  const auto add = [](std::vector<Sentence>& all, Sentence one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
  };
  for (const sim::Event& e : events) {
    add(clients, e.client == no_client ? say("every client") : client_words(trace, e.client));
    add(nodes, node_words(trace, e.node));
  }
  const sim::Event& first = events.front();
  if (ends_fault(first.kind) && first.standing)
    return events.size() == 1
               ? say("link {} – {}: {}", spaced(clients), spaced(nodes), partial_end(first))
               : say("links {} – {}: {}", spaced(clients), spaced(nodes), partial_end(first));
  const Sentence what = directed(link_what(trace, first), first);
  return events.size() == 1 ? say("link {} – {} is {}", spaced(clients), spaced(nodes), what)
                            : say("links {} – {} are {}", spaced(clients), spaced(nodes), what);
}

}  // namespace locklab::app

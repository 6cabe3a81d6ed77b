#include "sim/check/verdict_words.h"

#include <fmt/format.h>

namespace locklab::sim {

namespace {

Verdict verdict_of(Kept kept, Sentence why) {
  Verdict verdict;
  verdict.kept = kept;
  verdict.why = why.english();
  verdict.sentence = std::move(why);
  return verdict;
}

}  // namespace

Verdict kept(Sentence why) { return verdict_of(Kept::kept, std::move(why)); }

Verdict broken(const Breach& breach, Sentence why) {
  Verdict verdict = verdict_of(Kept::broken, std::move(why));
  verdict.event = breach.event;
  verdict.other = breach.other;
  return verdict;
}

Verdict not_applicable(Sentence why) { return verdict_of(Kept::not_applicable, std::move(why)); }

Sentence at_or_by(std::int64_t from_us, std::int64_t to_us) {
  const std::string to = about_ms(to_us);
  return about_ms(from_us) == to ? say("at {}", to) : say("by {}", to);
}

std::string when(const Trace& trace, std::size_t event) { return about_ms(trace[event].at); }

std::string_view who(const Trace& trace, std::size_t event) {
  return trace.client_name(trace[event].client);
}

bool takes_keys(const Event& event) {
  return event.kind == EventKind::node_killed && (event.standing == 0 || event.detail == 1);
}

Sentence death_words(const Trace& trace, std::size_t death) {
  return trace[death].detail == 1 ? say("lost power at {}", when(trace, death))
                                  : say("was killed at {}", when(trace, death));
}

Sentence listed(const std::vector<Sentence>& all) {
  if (all.empty()) return {};
  Sentence list = all.front();
  for (std::size_t i = 1; i < all.size(); ++i)
    list = i + 1 == all.size() ? say("{} and {}", list, all[i]) : say("{}, {}", list, all[i]);
  return list;
}

Sentence listed(const std::vector<std::string>& names) {
  std::vector<Sentence> all;
  for (const std::string& name : names) all.push_back(Sentence::name(name));
  return listed(all);
}

Sentence few_names(const Trace& trace, const std::vector<ClientId>& clients) {
  if (clients.size() > 3) return say("{} clients", clients.size());
  std::vector<std::string> names;
  for (const ClientId client : clients) names.emplace_back(trace.client_name(client));
  return listed(names);
}

Sentence chained(const std::vector<Sentence>& parts) {
  Sentence all;
  for (const Sentence& part : parts) all = all.empty() ? part : say("{}; {}", all, part);
  return all;
}

Sentence counted(std::uint64_t n, Sentence one, Sentence many) { return n == 1 ? one : many; }

Sentence except_unable(const Sentence& why, bool left_out) {
  return left_out
             ? say("{}, without the time in which every waiter was paused or could not use the "
                   "nodes that it needs",
                   why)
             : why;
}

Sentence refusal_words(const Trace& trace, std::size_t refused) {
  const Event& end = trace[refused];
  for (std::size_t i = refused; refusal_of(end.reason) == Refusal::server_error && i-- > 0;) {
    const Event& reply = trace[i];
    if (reply.client != end.client || reply.acquisition != end.acquisition) continue;
    if (reply.kind != EventKind::received ||
        reply.detail != static_cast<std::uint8_t>(Reply::Kind::error))
      continue;
    const std::string_view error = trace.text(reply);
    return say("{} answered {}", trace.node_name(reply.node), error.substr(0, error.find(' ')));
  }
  return Sentence::text(trace.text(end));
}

std::size_t first_at(const Trace& trace, std::int64_t us) {
  std::size_t low = 0;
  std::size_t high = trace.size() - 1;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (trace[middle].at < us) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace locklab::sim

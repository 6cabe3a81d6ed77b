#include "app/changes/saving_event.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/timeline/causes/plain_wording.h"
#include "app/timeline/words/wording.h"
#include "lock/reply.h"

namespace locklab::app {

namespace {

using sim::Event;
using sim::EventKind;

bool is_broken(const ShownRun& run, sim::Property property) {
  const sim::Verdict& verdict = run.judged.verdicts[static_cast<std::size_t>(property)];
  return verdict.kept == sim::Kept::broken;
}

/// Client, node, purpose, whether after a grant, and number among such requests, from 1: identifies
/// the same request in both runs.
using Request = std::tuple<std::string_view, std::string_view, Purpose, bool, std::uint32_t>;

/// A reply to a claim or a release.
struct Answer {
  Request request;
  std::uint32_t event = 0;
  bool changes = false;  ///< set or deleted a key
  bool refuses = false;  ///< nil or 0
};

bool says_no(const Event& ran) {
  const auto kind = static_cast<Reply::Kind>(ran.detail);
  return kind == Reply::Kind::nil || (kind == Reply::Kind::integer && ran.value == 0);
}

std::vector<Answer> answers_in(const sim::Trace& trace) {
  std::vector<Answer> all;
  std::map<std::tuple<ClientId, NodeId, Purpose, bool>, std::uint32_t> asked;
  std::set<ClientId> granted;
  std::map<std::uint32_t, std::size_t> by_message;
  for (std::size_t i = trace.first(); i < trace.size(); ++i) {
    const Event& e = trace[i];
    const bool changes = e.kind == EventKind::key_set || e.kind == EventKind::key_deleted;
    if (const auto of = by_message.find(e.message); changes && e.message != 0 &&
                                                    of != by_message.end() &&
                                                    trace[all[of->second].event].node == e.node)
      all[of->second].changes = true;
    if (e.kind == EventKind::acquired) granted.insert(e.client);
    if (e.kind != EventKind::ran || e.client == no_client) continue;
    if (e.purpose != Purpose::claim && e.purpose != Purpose::release) continue;
    const bool after_grant = e.purpose == Purpose::release && granted.contains(e.client);
    const std::uint32_t nth = ++asked[{e.client, e.node, e.purpose, after_grant}];
    by_message[e.message] = all.size();
    all.push_back(
        {{trace.client_name(e.client), trace.node_name(e.node), e.purpose, after_grant, nth},
         static_cast<std::uint32_t>(i),
         false,
         says_no(e)});
  }
  return all;
}

std::optional<std::uint32_t> refused_write(const sim::Trace& trace) {
  for (std::size_t i = trace.first(); i < trace.size(); ++i)
    if (trace[i].kind == EventKind::resource_rejected && trace[i].detail == 1)
      return static_cast<std::uint32_t>(i);
  return std::nullopt;
}

/// The first attempt that was granted in `broken` but refused in `saved`.
std::optional<std::uint32_t> refused_attempt(const sim::Trace& broken, const sim::Trace& saved) {
  std::map<std::string_view, std::vector<bool>> granted;
  std::map<std::string_view, std::size_t> attempts;
  const auto ends = [](const Event& e) {
    return e.kind == EventKind::acquired || e.kind == EventKind::refused;
  };
  for (std::size_t i = broken.first(); i < broken.size(); ++i)
    if (ends(broken[i]))
      granted[broken.client_name(broken[i].client)].push_back(broken[i].kind ==
                                                              EventKind::acquired);
  for (std::size_t i = saved.first(); i < saved.size(); ++i) {
    if (!ends(saved[i])) continue;
    const std::vector<bool>& before = granted[saved.client_name(saved[i].client)];
    const std::size_t nth = attempts[saved.client_name(saved[i].client)]++;
    if (saved[i].kind == EventKind::refused && nth < before.size() && before[nth])
      return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

/// The first entry in `saved` of a client beyond those that it had in `broken`.
std::optional<std::uint32_t> entry_of_who_waited(const sim::Trace& broken,
                                                 const sim::Trace& saved) {
  std::map<std::string_view, std::size_t> entries;
  for (std::size_t i = broken.first(); i < broken.size(); ++i)
    if (broken[i].kind == EventKind::entered) ++entries[broken.client_name(broken[i].client)];
  for (std::size_t i = saved.first(); i < saved.size(); ++i) {
    if (saved[i].kind != EventKind::entered) continue;
    std::size_t& left = entries[saved.client_name(saved[i].client)];
    if (left == 0) return static_cast<std::uint32_t>(i);
    --left;
  }
  return std::nullopt;
}

/// The entry in `saved` that corresponds to the one that broke mutual exclusion in `broken`.
std::optional<std::uint32_t> entry_without_clash(const ShownRun& broken, const ShownRun& saved) {
  const auto exclusion = static_cast<std::size_t>(sim::Property::mutual_exclusion);
  const sim::Verdict& verdict = broken.judged.verdicts[exclusion];
  if (verdict.kept != sim::Kept::broken || !verdict.event) return std::nullopt;
  const sim::Trace& trace = broken.trace();
  const std::string_view client = trace.client_name(trace[*verdict.event].client);
  std::size_t nth = 0;
  for (std::size_t i = trace.first(); i <= *verdict.event; ++i)
    nth += trace[i].kind == EventKind::entered && trace.client_name(trace[i].client) == client;
  const sim::Trace& other = saved.trace();
  for (std::size_t i = other.first(); i < other.size(); ++i)
    if (other[i].kind == EventKind::entered && other.client_name(other[i].client) == client &&
        --nth == 0)
      return static_cast<std::uint32_t>(i);
  return std::nullopt;
}

bool is_alone_inside(const ShownRun& run, const Event& entered) {
  for (std::uint16_t client = 0; client < run.scene.clients; ++client) {
    const auto span = last_begun(run.scene.bars[client], entered.at);
    if (!span || client == index(entered.client)) continue;
    const Span& bar = run.scene.bars[client][*span];
    const bool inside =
        bar.bar == Bar::inside || bar.bar == Bar::unlocked || bar.bar == Bar::paused_holding;
    if (inside && bar.to > entered.at) return false;
  }
  return true;
}

/// The owner of a key on the event's node at that time, if it is another client than the event's.
std::optional<std::uint16_t> holder_at(const ShownRun& run, const Event& event) {
  const std::size_t lane = run.scene.lane_of(event.node);
  if (lane >= run.scene.keys.size()) return std::nullopt;
  for (const Span& key : run.scene.keys[lane])
    if (key.from <= event.at && event.at < key.to && key.owner < run.scene.clients &&
        key.owner != index(event.client))
      return key.owner;
  return std::nullopt;
}

/// The first request that changed a key in `broken` but was refused in `saved`.
std::optional<std::uint32_t> refused_request(const ShownRun& broken, const ShownRun& saved) {
  std::map<Request, bool> changed;
  for (const Answer& answer : answers_in(broken.trace())) changed[answer.request] = answer.changes;
  for (const Answer& answer : answers_in(saved.trace())) {
    const auto before = changed.find(answer.request);
    if (before == changed.end() || !before->second || answer.changes || !answer.refuses) continue;
    // A refused release matters only if another client's key was there.
    const Event& ran = saved.trace()[answer.event];
    if (ran.purpose == Purpose::claim || holder_at(saved, ran)) return answer.event;
  }
  return std::nullopt;
}

/// The event in `saved` that removed the key of a failed attempt, which `broken` left behind.
std::optional<std::uint32_t> removed_key(const ShownRun& broken, const ShownRun& saved) {
  const auto property = sim::Property::clean_failure;
  const sim::Verdict& verdict = broken.judged.verdicts[static_cast<std::size_t>(property)];
  if (verdict.kept != sim::Kept::broken || !verdict.other || is_broken(saved, property))
    return std::nullopt;
  const Event& claim = broken.trace()[*verdict.other];
  const std::string_view client = broken.trace().client_name(claim.client);
  const std::string_view node = broken.trace().node_name(claim.node);
  const sim::Trace& trace = saved.trace();
  for (std::size_t i = trace.first(); i < trace.size(); ++i) {
    const Event& e = trace[i];
    if (e.kind == EventKind::key_deleted && e.purpose == Purpose::release &&
        trace.client_name(e.client) == client && trace.node_name(e.node) == node)
      return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

Sentence rejection_words(const sim::Trace& trace, std::uint32_t event) {
  const Event& e = trace[event];
  std::int64_t newest = -1;
  for (std::size_t i = trace.first(); i < event; ++i)
    if (trace[i].kind == EventKind::resource_read || trace[i].kind == EventKind::resource_wrote)
      newest = std::max(newest, trace[i].extra);
  const Sentence resource = node_words(trace, resource_node);
  const Sentence client = client_words(trace, e.client);
  if (e.extra < 0 || newest <= e.extra) return say("{} refuses {}'s late write", resource, client);
  return say("{} refuses {}'s late write: token {} is older than {}", resource, client, e.extra,
             newest);
}

}  // namespace

std::optional<std::uint32_t> saving_event(const ShownRun& broken, const ShownRun& saved) {
  const auto lost_no_update = [&] {
    return is_broken(broken, sim::Property::no_lost_update) &&
           !is_broken(saved, sim::Property::no_lost_update);
  };
  if (lost_no_update())
    if (const auto write = refused_write(saved.trace())) return write;
  if (const auto request = refused_request(broken, saved)) return request;
  if (const auto attempt = refused_attempt(broken.trace(), saved.trace())) return attempt;
  if (const auto entry = entry_of_who_waited(broken.trace(), saved.trace())) return entry;
  if (const auto entry = entry_without_clash(broken, saved)) return entry;
  return removed_key(broken, saved);
}

Sentence saving_words(const ShownRun& saved, std::uint32_t event) {
  const sim::Trace& trace = saved.trace();
  const Event& e = trace[event];
  if (e.kind == EventKind::ran) {
    const Sentence node = node_words(trace, e.node);
    const Sentence client = client_words(trace, e.client);
    const auto holder = holder_at(saved, e);
    if (holder && e.purpose == Purpose::claim)
      return say("{} refuses {}: {} holds it", node, client,
                 client_words(trace, ClientId{*holder}));
    if (holder && e.purpose == Purpose::release)
      return say("{} deletes nothing for {}: the lock is {}'s", node, client,
                 client_words(trace, ClientId{*holder}));
  }
  if (e.kind == EventKind::resource_rejected) return rejection_words(trace, event);
  if (e.kind == EventKind::entered && is_alone_inside(saved, e))
    return say("{} enters, and nobody else is inside", client_words(trace, e.client));
  return plain_words(trace, event);
}

}  // namespace locklab::app

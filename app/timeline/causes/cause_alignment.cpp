#include "app/timeline/causes/cause_alignment.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/timeline/words/sent_on.h"
#include "lock/token.h"

namespace locklab::app {

namespace {

using sim::Event;
using sim::EventKind;
using sim::Trace;

constexpr std::size_t token_length = sizeof(Token::hex);

/// A number at least this large in a node's reply may be a duration in milliseconds.
constexpr std::int64_t least_duration = 100;

/// A number with at least as many digits is taken for a point in time, in ms since 1970.
constexpr std::string_view earliest_time = "1000000000";

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_at_node(EventKind kind) { return kind == EventKind::ran || sim::is_key_event(kind); }

/// The content of an event, without what differs between any two runs.
struct Step {
  EventKind kind{};
  Purpose purpose{};
  std::uint8_t detail = 0;
  std::int64_t value = 0;
  std::string_view node;
  std::string_view key;
  std::string text;

  bool operator==(const Step&) const = default;
};

/// Who takes a step: a client, a client towards a node, a node for a client, a node by itself, or a
/// fault. Only the order of one actor's steps is compared. A node is an actor separate from its
/// client, since it may run a second command before or after its first reply is read. A fault is a
/// separate actor too, since a fault injected at a given time may precede or follow any step.
struct Actor {
  std::string_view client;
  std::string_view node;
  bool struck = false;
  bool at_node = false;

  auto operator<=>(const Actor&) const = default;
};

struct Steps {
  std::vector<Step> steps;
  std::vector<std::uint32_t> events;  ///< index of each step's event
};

class Reader {
 public:
  explicit Reader(const Trace& trace) : trace_(trace) {
    name_tokens();
    find_by_itself();
    put_in_order();
    find_repeated();
    find_renewed_again();
  }

  std::map<Actor, Steps> steps() const {
    std::map<Actor, Steps> all;
    for (const std::uint32_t i : order_) {
      const Event event = trace_[i];
      if (!counts(event) || copies_[i]) continue;
      const bool struck = sim::strikes(event.kind) || sim::ends_fault(event.kind);
      const std::string_view client =
          by_itself_[i] ? std::string_view() : trace_.client_name(event.client);
      Steps& mine = all[{client, trace_.node_name(event.node), struck, is_at_node(event.kind)}];
      mine.steps.push_back(step(event));
      mine.events.push_back(i);
    }
    return all;
  }

  /// Index of the last crash of the actor's client or node; the number of events if neither
  /// crashed, or for a fault.
  std::size_t end_of(const Actor& actor) const {
    for (std::size_t i = trace_.size(); i > 0 && !actor.struck; --i) {
      const Event event = trace_[i - 1];
      const bool client = event.kind == EventKind::client_crashed && !actor.client.empty() &&
                          trace_.client_name(event.client) == actor.client;
      const bool node = event.kind == EventKind::node_killed && !actor.node.empty() &&
                        trace_.node_name(event.node) == actor.node;
      if (client || node) return i - 1;
    }
    return trace_.size();
  }

 private:
  using Attempt = std::pair<ClientId, std::uint32_t>;
  using Run = std::pair<std::uint32_t, NodeId>;  ///< a command, by its message and node

  /// Whether to compare the event: false if it is no step of an actor (the end of the run, a lost
  /// message, a fault without effect), or belongs to a repeated attempt.
  bool counts(const Event& event) const {
    switch (event.kind) {
      case EventKind::ended:
      case EventKind::resource_final:
      case EventKind::message_lost:
      case EventKind::fault_missed:
      case EventKind::count_:
        return false;
      default:
        break;
    }
    return event.acquisition == 0 || !repeated_.contains({event.client, event.acquisition});
  }

  Step step(const Event& event) const {
    return {.kind = event.kind,
            .purpose = event.purpose,
            .detail = event.detail,
            .value = counts_by_value(event) ? event.value : 0,
            .node = trace_.node_name(event.node),
            .key = trace_.name_of(event.key),
            .text = tells_why(event.kind) ? std::string() : said(trace_.text(event))};
  }

  /// The text without tokens and times. In a redirection, the node's name replaces its address,
  /// which differs between the worlds.
  std::string said(std::string_view text) const {
    const auto node = sent_on_to(trace_, text);
    return node ? "sent on to " + std::string(trace_.node_name(*node)) : plain(text);
  }

  /// Whether the event's text gives a reason. Reasons are not compared: in a live run, the
  /// operating system words the reason for a lost reply.
  static bool tells_why(EventKind kind) { return kind == EventKind::timed_out; }

  /// Whether to compare the event's value. A remaining lease and a duration depend on time, and so
  /// may a large number in a node's reply.
  static bool counts_by_value(const Event& event) {
    switch (event.kind) {
      case EventKind::ran:
      case EventKind::received:
        return std::abs(event.value) < least_duration;
      case EventKind::resource_read:
      case EventKind::resource_wrote:
      case EventKind::resource_rejected:
        return true;
      default:
        return sim::strikes(event.kind);
    }
  }

  /// The text without tokens and times.
  std::string plain(std::string_view text) const {
    std::string said;
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      std::size_t length = 1;
      while (is_hex(c) && i + length < text.size() && is_hex(text[i + length])) ++length;
      const std::string_view word = text.substr(i, length);
      if (word.size() == token_length) {
        const auto owner = owners_.find(std::string(word));
        said += "token of ";
        said += owner == owners_.end() ? std::string_view("nobody") : owner->second;
      } else if (word.size() >= earliest_time.size() &&
                 std::all_of(word.begin(), word.end(), is_digit)) {
        said += "time";
      } else {
        said += word;
      }
      i += length;
    }
    return said;
  }

  /// Assigns each token to the client that sent it first.
  void name_tokens() {
    for (std::uint32_t i = 0; i < trace_.size(); ++i) {
      const Event event = trace_[i];
      if (event.kind != EventKind::sent) continue;
      const std::string_view text = trace_.text(event);
      for (std::size_t at = 0; at + token_length <= text.size();) {
        std::size_t length = 0;
        while (at + length < text.size() && is_hex(text[at + length])) ++length;
        if (length == token_length)
          owners_.emplace(text.substr(at, length), trace_.client_name(event.client));
        at += length + 1;
      }
    }
  }

  /// Whether an unfinished attempt or renewal only repeats steps of the previous one.
  static bool goes_on_like(const std::vector<Step>& before, const std::vector<Step>& steps) {
    return std::all_of(steps.begin(), steps.end(), [&](const Step& step) {
      return std::find(before.begin(), before.end(), step) != before.end();
    });
  }

  /// Finds changes of a node's memory that no command on the node made. Their client is not
  /// compared: for data read from a file, only the simulator knows it. A replica's copies are not
  /// compared at all: only the simulator sees when they are made.
  void find_by_itself() {
    by_itself_.resize(trace_.size());
    copies_.resize(trace_.size());
    std::map<Run, std::int64_t> ran;
    for (std::uint32_t i = 0; i < trace_.size(); ++i)
      if (const Event event = trace_[i]; event.kind == EventKind::ran)
        ran[{event.message, event.node}] = event.at;
    std::vector<bool> replica;
    for (const std::int32_t master : trace_.info.replica_of) replica.push_back(master >= 0);
    replica.resize(trace_.info.nodes.size());
    for (std::uint32_t i = 0; i < trace_.size(); ++i) {
      const Event event = trace_[i];
      const bool of_node = index(event.node) < replica.size();
      if (of_node && event.kind == EventKind::node_promoted) replica[index(event.node)] = false;
      if (of_node && event.kind == EventKind::node_demoted) replica[index(event.node)] = true;
      if (!sim::is_key_event(event.kind)) continue;
      const auto command = ran.find({event.message, event.node});
      // In a live trace, another reply may reveal a change before the command's own reply comes:
      // such a change is the command's, although it precedes it.
      by_itself_[i] = command == ran.end() || command->second < event.at;
      copies_[i] = by_itself_[i] && of_node && replica[index(event.node)];
    }
  }

  /// Moves a command's changes right behind it.
  void put_in_order() {
    std::map<Run, std::vector<std::uint32_t>> changes;
    const auto belongs = [&](std::uint32_t i) {
      return sim::is_key_event(trace_[i].kind) && !by_itself_[i];
    };
    for (std::uint32_t i = 0; i < trace_.size(); ++i)
      if (belongs(i)) changes[{trace_[i].message, trace_[i].node}].push_back(i);
    for (std::uint32_t i = 0; i < trace_.size(); ++i) {
      if (belongs(i)) continue;
      order_.push_back(i);
      const Event event = trace_[i];
      if (event.kind != EventKind::ran) continue;
      const std::vector<std::uint32_t>& its = changes[{event.message, event.node}];
      order_.insert(order_.end(), its.begin(), its.end());
    }
  }

  /// Finds attempts that were refused in the same steps as the client's previous attempt, and
  /// unfinished attempts that so far only repeat steps of it.
  void find_repeated() {
    std::map<Attempt, std::vector<Step>> attempts;
    for (const std::uint32_t i : order_) {
      const Event event = trace_[i];
      if (event.acquisition == 0 || event.client == no_client || by_itself_[i]) continue;
      attempts[{event.client, event.acquisition}].push_back(step(event));
    }
    const std::vector<Step>* before = nullptr;
    ClientId of = no_client;
    for (auto& [attempt, steps] : attempts) {
      const bool refused = steps.back().kind == EventKind::refused;
      // The order among several nodes is ignored.
      std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
        return std::tuple(a.node, is_at_node(a.kind)) < std::tuple(b.node, is_at_node(b.kind));
      });
      const bool again = before && of == attempt.first &&
                         (refused ? *before == steps : goes_on_like(*before, steps));
      if (again) repeated_[attempt] = true;
      before = refused ? &steps : nullptr;
      of = attempt.first;
    }
  }

  /// Finds renewals equal to the previous one: their number depends on time.
  void find_renewed_again() {
    struct Renewal {
      std::vector<std::uint32_t> events;
      std::vector<Step> steps;
    };
    using Holder = std::tuple<ClientId, std::uint32_t, NodeId>;
    std::map<Holder, std::map<std::uint32_t, Renewal>> renewals;  // by message
    std::map<std::uint32_t, Renewal*> of_message;
    std::map<Attempt, bool> told;
    for (const std::uint32_t i : order_) {
      const Event event = trace_[i];
      if (event.kind == EventKind::renewed) {
        bool& before = told[{event.client, event.acquisition}];
        copies_[i] = std::exchange(before, true);
      }
      if (event.kind == EventKind::sent && event.purpose == Purpose::renew)
        of_message[event.message] =
            &renewals[{event.client, event.acquisition, event.node}][event.message];
      const auto found = of_message.find(event.message);
      if (event.message == 0 || found == of_message.end() || !counts(event)) continue;
      found->second->events.push_back(i);
      found->second->steps.push_back(step(event));
    }
    for (const auto& [holder, all] : renewals) {
      const std::vector<Step>* before = nullptr;
      for (const auto& [message, renewal] : all) {
        const bool last = message == all.rbegin()->first;
        if (before && (*before == renewal.steps || (last && goes_on_like(*before, renewal.steps))))
          for (const std::uint32_t event : renewal.events) copies_[event] = true;
        before = &renewal.steps;
      }
    }
  }

  const Trace& trace_;
  std::vector<std::uint32_t> order_;  ///< indices of events, each command before its changes
  std::vector<bool> by_itself_;       ///< by event: a change that no command on the node made
  std::vector<bool> copies_;  ///< by event: a copy of another node's key, or of an earlier step
  std::map<std::string, std::string_view, std::less<>> owners_;
  std::map<Attempt, bool> repeated_;
};

/// Element n: the number of leading events of the other run up to the last one that corresponds to
/// one of this run's first n events. `pairs`: corresponding events, this run's first.
std::vector<std::uint32_t> passed(std::size_t events,
                                  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs) {
  std::vector<std::uint32_t> all(events + 1, 0);
  for (const auto& [mine, theirs] : pairs) all[mine + 1] = std::max(all[mine + 1], theirs + 1);
  for (std::size_t i = 1; i <= events; ++i) all[i] = std::max(all[i], all[i - 1]);
  return all;
}

}  // namespace

CauseAlignment align_by_cause(const Trace& one, const Trace& other) {
  const Reader reader(one), other_reader(other);
  const auto ours = reader.steps();
  const auto theirs = other_reader.steps();
  CauseAlignment alignment;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs, turned;
  const auto note = [&](std::size_t in_one, std::size_t in_other) {
    const CauseAlignment::Difference found{in_one, in_other};
    const auto rank = [&](const CauseAlignment::Difference& d) {
      return std::tuple(std::min(d.one, d.other), d.one, d.other);
    };
    if (!alignment.difference || rank(found) < rank(*alignment.difference))
      alignment.difference = found;
  };
  static const Steps none;
  const auto compare = [&](const Actor& actor, const Steps& a, const Steps& b) {
    const std::size_t common = std::min(a.steps.size(), b.steps.size());
    std::size_t same = 0;
    for (; same < common && a.steps[same] == b.steps[same]; ++same) {
      pairs.emplace_back(a.events[same], b.events[same]);
      turned.emplace_back(b.events[same], a.events[same]);
    }
    if (same == a.steps.size() && same == b.steps.size()) return;
    note(same < a.steps.size() ? a.events[same] : reader.end_of(actor),
         same < b.steps.size() ? b.events[same] : other_reader.end_of(actor));
  };
  for (const auto& [actor, steps] : ours) {
    const auto partner = theirs.find(actor);
    compare(actor, steps, partner == theirs.end() ? none : partner->second);
  }
  for (const auto& [actor, steps] : theirs)
    if (!ours.contains(actor)) compare(actor, none, steps);
  alignment.to_other = passed(one.size(), std::move(pairs));
  alignment.to_one = passed(other.size(), std::move(turned));
  return alignment;
}

}  // namespace locklab::app

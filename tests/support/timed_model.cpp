#include "tests/support/timed_model.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <unordered_set>
#include <utility>

namespace locklab::timed {

namespace {

constexpr Us grid = 500;
constexpr Us never = std::numeric_limits<Us>::max() / 4;

constexpr Us floor_div(Us a, Us b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }

/// Enumerates all combinations of the decisions of one step.
class StepChoice {
 public:
  std::size_t pick(std::size_t options) {
    if (at_ == made_.size()) made_.push_back({0, options});
    return made_[at_++].first;
  }
  bool next() {
    at_ = 0;
    while (!made_.empty() && made_.back().first + 1 == made_.back().second) made_.pop_back();
    if (made_.empty()) return false;
    ++made_.back().first;
    return true;
  }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> made_;
  std::size_t at_ = 0;
};

struct ModelClock {
  Us offset = 0, ppm = 0, since = 0, local = 0;

  Us steady(Us now) const {
    return local + (now - since) + floor_div((now - since) * ppm, 1'000'000);
  }
  Us wall(Us now) const { return steady(now) + offset; }
  Us wall_ms(Us now) const { return floor_div(wall(now), 1000); }
  /// The first time at which the clock reads `reading` or more.
  Us when(Us reading) const {
    if (reading >= never / 2) return never;
    Us now = since + floor_div((reading - local) * 1'000'000, 1'000'000 + ppm);
    while (steady(now) < reading) ++now;
    return now;
  }
  void drift(Us now, Us by_ppm) {
    local = steady(now);
    since = now;
    ppm = by_ppm;
  }
};

enum class Ask : std::uint8_t {
  claim,      ///< SETNX, SET NX PX, or a script that does both
  lease,      ///< PEXPIRE
  look,       ///< GET of a deadline
  overwrite,  ///< GETSET
  wait,       ///< WAIT
  look_owner,
  del,
  del_own,  ///< compare and delete
  renew,
  read,  ///< of the resource
  write,
};
constexpr const char* ask_words[] = {
    "claim", "lease",   "look",  "overwrite", "WAIT", "look for the owner",
    "DEL",   "del own", "renew", "read",      "write"};

enum class Slot : std::uint8_t { main, renewer, nobody };  ///< who gets the reply

/// An acquisition: its client, and its number there.
struct Owner {
  std::uint8_t client = 0xff, attempt = 0;
  bool operator==(const Owner&) const = default;
};

struct Letter {
  Us at = 0;          ///< when it arrives; `never` while it is held
  Us held_until = 0;  ///< at the latest
  Us value = 0;       ///< value carried
  Owner from;         ///< sender of a request, receiver of a reply
  Ask ask = Ask::claim;
  Slot slot = Slot::main;
  bool reply = false;
  bool unknown = false;  ///< not a reply: its connection is dead
  bool stale = false;    ///< of read and write: another client has written since the read
  bool dead = false;     ///< its connection was open when the node died

  bool to_resource() const { return ask == Ask::read || ask == Ask::write; }
};

enum class Doing : std::uint8_t { starting, asking, pausing, working, over };

struct Actor {
  Doing doing = Doing::starting;
  Ask ask = Ask::claim;
  std::uint8_t round = 0, attempt = 0, tries = 0;
  bool in_doubt = false;  ///< its release follows a claim without a reply
  bool failed = false;    ///< its wait is over at once: a lost message, or a lost lease
  bool inside = false, lost = false, stale = false, crashed = false;
  Us give_up = 0;                       ///< local: the end of its patience
  Us reply_by = 0;                      ///< local: the end of its call
  Us wake_from = 0, wake_by = 0;        ///< local: a retry pause or its work ends between these
  Us paused_until = -1;                 ///< at the latest; -1 if it is not paused
  Us mine = 0, old = 0;                 ///< ms: deadlines that it wrote and saw
  Us claimed = 0, valid_until = never;  ///< local: before its claim; end of its lease
  Us renew_at = never, renew_by = never, renew_sent = 0;  ///< local
  bool renew_failed = false;
  Us effect = 0;  ///< number of its claim among the node's effects
  ModelClock clock;

  bool is_over() const { return crashed || doing == Doing::over; }
  bool paused() const { return paused_until >= 0; }
  Owner hold(std::size_t id) const { return {static_cast<std::uint8_t>(id), attempt}; }
};

struct Copy {
  Us at = 0;
  Us effect = 0;
  bool back = false;
};

template <class T, std::size_t most>
struct Few {
  std::array<T, most> all{};
  std::uint8_t count = 0;

  void push(const T& one) {
    if (count == most) std::abort();
    all[count++] = one;
  }
  void erase(std::size_t i) {
    std::copy(all.begin() + i + 1, all.begin() + count, all.begin() + i);
    all[--count] = T();
  }
  T* begin() { return all.data(); }
  T* end() { return all.data() + count; }
  const T* begin() const { return all.data(); }
  const T* end() const { return all.data() + count; }
};

struct Redis {
  bool exists = false;
  Owner owner;
  Us lease_ms = -1, value = 0;
  Few<Owner, 6> beneath;  ///< overwritten by claims with an open outcome
  Us down_since = -1;
  ModelClock clock;
  Us effects = 0, acknowledged = 0;
  Us replica_down_since = -1;
};

struct Now {
  Us now = 0;
  bool open = false;  ///< nothing has happened at this instant
  bool ran = false;   ///< the node has run a command at this instant
  std::array<std::uint8_t, static_cast<std::size_t>(ModelFault::count_)> left{};
  std::array<Actor, most_model_clients> actors;
  Few<Letter, 24> letters;
  Few<Copy, 12> copies;
  Redis redis;
  Few<Owner, 6> suspects;  ///< whose key a release has deleted: a violation if they acquire
};

struct Taken {
  Us at;
  const char* what;
  int client;  ///< -1 if none
  Us value = 0;
  const char* of = "";
};

/// A pending event that is due.
struct Due {
  enum class Kind : std::uint8_t {
    letter,
    copy,
    wait_over,
    call_over,
    renewal_over,
    wake,
    renewal,
    lease_over
  } kind;
  std::size_t number;  ///< of the letter, copy or client
  bool may_wait = false;
};

/// A fingerprint of a state, of 128 bits.
class Print {
 public:
  void add(Us value) {
    a_ = (a_ ^ static_cast<std::uint64_t>(value)) * 0x9fb21c651e98df25u;
    a_ ^= a_ >> 32;
    b_ = (b_ + static_cast<std::uint64_t>(value)) * 0xd6e8feb86659fd93u;
    b_ ^= b_ >> 29;
  }
  using Value = std::pair<std::uint64_t, std::uint64_t>;
  Value value() const { return {a_, b_}; }

 private:
  std::uint64_t a_ = 1, b_ = 2;
};

struct PrintHash {
  std::size_t operator()(const Print::Value& value) const { return value.first; }
};

Print::Value print_of(const Now& s) {
  Print print;
  const auto add = [&](auto... values) { (print.add(static_cast<Us>(values)), ...); };
  const auto owner = [&](const Owner& one) {
    // Attempts are identified by how long ago they were.
    add(one.client, one.client < s.actors.size() ? s.actors[one.client].attempt - one.attempt : 0);
  };
  const auto clock = [&](const ModelClock& c) { add(c.offset, c.ppm, c.since, c.local); };
  add(s.now, s.open, s.ran);
  for (const std::uint8_t left : s.left) add(left);
  for (const Actor& a : s.actors) {
    add(a.doing, a.ask, a.round, a.tries, a.in_doubt, a.failed, a.inside, a.lost, a.stale,
        a.crashed);
    add(a.give_up, a.reply_by, a.wake_from, a.wake_by, a.paused_until, a.mine, a.old, a.claimed);
    add(a.valid_until, a.renew_at, a.renew_by, a.renew_sent, a.renew_failed,
        s.redis.effects - a.effect);
    clock(a.clock);
  }
  add(s.letters.count);
  for (const Letter& l : s.letters) {
    owner(l.from);
    add(l.at, l.held_until, l.value, l.ask, l.slot, l.reply, l.unknown, l.stale, l.dead);
  }
  add(s.copies.count);
  for (const Copy& c : s.copies) add(c.at, s.redis.effects - c.effect, c.back);
  const Redis& r = s.redis;
  add(r.exists, r.lease_ms, r.value, r.down_since, r.effects - r.acknowledged,
      r.replica_down_since);
  owner(r.owner);
  clock(r.clock);
  add(r.beneath.count, s.suspects.count);
  for (const Owner& one : r.beneath) owner(one);
  for (const Owner& one : s.suspects) owner(one);
  return print.value();
}

class ModelSearch {
 public:
  explicit ModelSearch(const ModelQuestion& question) : q_(question) {}

  ModelAnswer run() {
    Now first;
    first.left = q_.budget;
    for (std::size_t c = 0; c < first.actors.size(); ++c) {
      Actor& actor = first.actors[c];
      if (c >= q_.clients) actor.doing = Doing::over;
      actor.wake_from = actor.wake_by = q_.start[c];
    }
    go(first);
    answer_.finished = !stopped_;
    answer_.states = seen_.size();
    return std::move(answer_);
  }

 private:
  std::uint8_t& left(Now& s, ModelFault fault) const {
    return s.left[static_cast<std::size_t>(fault)];
  }
  bool may(const Now& s, ModelFault fault) const {
    return s.left[static_cast<std::size_t>(fault)] > 0;
  }
  bool with_replica() const { return q_.lock == ModelLock::set_wait; }

  void broken(ModelPromise promise) {
    std::string& how = answer_.broken[static_cast<std::size_t>(promise)];
    if (!how.empty()) return;
    for (const Taken& one : path_) {
      const std::string ms = std::to_string(static_cast<double>(one.at) / 1000);
      how += "  " + ms.substr(0, ms.size() - 3) + "  ";
      if (one.client >= 0) how += std::string(1, "abc"[one.client]) + " ";
      how += std::string(one.what) + one.of;
      if (one.value != 0) how += " " + std::to_string(one.value);
      how += "\n";
    }
  }

  // ---- the search

  /// Explores everything that may follow a step.
  void after(const Now& s, const char* what, int client = -1, Us value = 0) {
    path_.push_back({s.now, what, client, value});
    go(s);
    path_.pop_back();
  }

  void go(const Now& s) {
    if (stopped_ || !seen_.insert(print_of(s)).second) return;
    stopped_ = seen_.size() > q_.most_states;
    if (s.open) return open(s);
    Now here = s;
    expire(here);
    std::vector<Due> due = due_now(here);
    const bool node_next = !due.empty() && is_of_node(here, due.front());
    if (here.ran && node_next) strike_between(here);
    for (const Due& one : due) {
      StepChoice choice;
      do {
        Now next = here;
        const std::size_t length = path_.size();
        step(next, one, choice);
        go(next);
        path_.resize(length);
      } while (choice.next() && !stopped_);
    }
    if (must_happen(due)) return;
    const Us at = next_instant(here);
    if (at >= never) return;
    here.now = at;
    here.open = true;
    here.ran = false;
    go(here);
  }

  /// The beginning of an instant: faults begin and end.
  void open(const Now& s) {
    const bool forced = end_faults(s);
    if (forced) return;
    strike(s);
    Now next = s;
    next.open = false;
    go(next);
  }

  /// Explores the end of every fault that may end now. Returns true if one must end now.
  bool end_faults(const Now& s) {
    bool forced = false;
    for (std::size_t c = 0; c < q_.clients; ++c) {
      const Actor& a = s.actors[c];
      if (!a.paused() || s.now <= a.paused_until - q_.longest) continue;
      forced |= s.now >= a.paused_until;
      Now next = s;
      next.actors[c].paused_until = -1;
      after(next, "goes on", static_cast<int>(c));
    }
    for (std::size_t i = 0; i < s.letters.count; ++i) {
      const Letter& letter = s.letters.all[i];
      if (letter.at != never || s.now <= letter.held_until - q_.longest) continue;
      forced |= s.now >= letter.held_until;
      Now next = s;
      Letter released = letter;
      released.at = s.now + q_.latency;
      released.held_until = 0;
      next.letters.erase(i);
      if (!released.reply || released.slot != Slot::nobody) next.letters.push(released);
      after(next, "gets its held message released", released.from.client);
    }
    Us Redis::*const down = with_replica() ? &Redis::replica_down_since : &Redis::down_since;
    const Us since = s.redis.*down;
    if (since >= 0 && s.now > since && s.now >= since + q_.least_outage) {
      forced |= s.now >= since + q_.longest_outage;
      Now next = s;
      next.redis.*down = -1;
      if (with_replica()) {  // it is synchronised again
        next.redis.acknowledged = 0;
        next.copies.push({s.now + q_.lag, next.redis.effects, false});
      }
      after(next, "the node is back");
    }
    return forced;
  }

  void strike(const Now& s) {
    for (std::size_t c = 0; c < q_.clients; ++c) strike_client(s, c);
    const bool expires = expiry_at(s.redis) == s.now;
    const bool happens = expires || must_happen(due_now(s));
    if (happens && may(s, ModelFault::drift)) drift(s);
    const bool node_due = has_node_due(s);
    if (node_due || expires) jump(s);
    if (happens && may(s, ModelFault::kill)) kill(s);
  }

  void strike_client(const Now& s, std::size_t c) {
    const Actor& a = s.actors[c];
    if (a.is_over() || a.paused() || !has_client_due(s, c)) return;
    const int id = static_cast<int>(c);
    if (may(s, ModelFault::crash)) {
      Now next = s;
      --left(next, ModelFault::crash);
      next.actors[c].crashed = true;
      next.actors[c].inside = false;
      stop_waiting(next, c, Slot::main);
      stop_waiting(next, c, Slot::renewer);
      after(next, "crashes", id);
    }
    if (may(s, ModelFault::pause)) {
      Now next = s;
      --left(next, ModelFault::pause);
      next.actors[c].paused_until = s.now + q_.longest;
      after(next, "is paused", id);
    }
    if (!may(s, ModelFault::jump) || q_.lock != ModelLock::getset_timestamp) return;
    for (const Us size : signed_sizes(q_.jumps)) {
      Now next = s;
      --left(next, ModelFault::jump);
      next.actors[c].clock.offset += size;
      after(next, "'s clock jumps by", id, size);
    }
  }

  static std::vector<Us> signed_sizes(const std::vector<Us>& sizes) {
    std::vector<Us> all = sizes;
    for (const Us size : sizes) all.push_back(-size);
    return all;
  }

  void drift(const Now& s) {
    for (const Us ppm : signed_sizes(q_.drifts)) {
      for (std::size_t c = 0; c < q_.clients; ++c) {
        if (s.actors[c].is_over()) continue;
        Now next = s;
        --left(next, ModelFault::drift);
        next.actors[c].clock.drift(s.now, ppm);
        after(next, "'s clock drifts by", static_cast<int>(c), ppm);
      }
      Now next = s;
      --left(next, ModelFault::drift);
      next.redis.clock.drift(s.now, ppm);
      after(next, "the node's clock drifts by", -1, ppm);
    }
  }

  void jump(const Now& s) {
    if (!may(s, ModelFault::jump) || !s.redis.exists || s.redis.lease_ms < 0) return;
    for (const Us size : signed_sizes(q_.jumps)) {
      Now next = s;
      --left(next, ModelFault::jump);
      next.redis.clock.offset += size;
      after(next, "the node's clock jumps by", -1, size);
    }
  }

  void kill(const Now& s) {
    Now next = s;
    if (!die(next)) return;
    after(next, "the node dies");
  }

  bool die(Now& s) const {
    if (with_replica()) {
      if (s.redis.replica_down_since >= 0) return false;
      s.redis.replica_down_since = s.now;
      for (std::size_t i = s.copies.count; i-- > 0;) s.copies.erase(i);
    } else {
      if (s.redis.down_since >= 0) return false;
      s.redis.down_since = s.now;
      s.redis.exists = false;
      for (std::size_t i = s.redis.beneath.count; i-- > 0;) s.redis.beneath.erase(i);
      for (Letter& letter : s.letters)
        if (!letter.reply && !letter.to_resource()) letter.dead = true;
    }
    --left(s, ModelFault::kill);
    return true;
  }

  /// Faults between two commands that the node runs at one time.
  void strike_between(const Now& s) {
    if (!with_replica() && may(s, ModelFault::kill)) kill(s);
    jump(s);
  }

  // ---- what is due

  static bool must_happen(const std::vector<Due>& due) {
    return std::any_of(due.begin(), due.end(), [](const Due& one) { return !one.may_wait; });
  }

  static bool is_of_node(const Now& s, const Due& due) {
    return due.kind == Due::Kind::copy || due.kind == Due::Kind::wait_over ||
           (due.kind == Due::Kind::letter && !s.letters.all[due.number].reply &&
            !s.letters.all[due.number].to_resource());
  }

  /// True if an earlier message is due on the same connection in the same direction; a WAIT pending
  /// at the node does not count.
  static bool is_behind(const Now& s, std::size_t number) {
    const Letter& letter = s.letters.all[number];
    for (std::size_t i = 0; i < number; ++i) {
      const Letter& other = s.letters.all[i];
      if (other.at <= s.now && other.reply == letter.reply && !is_waiting(other) &&
          other.from.client == letter.from.client && other.to_resource() == letter.to_resource())
        return true;
    }
    return false;
  }
  /// True for a WAIT pending at the node; `value` is then the time of its end.
  static bool is_waiting(const Letter& letter) {
    return letter.ask == Ask::wait && !letter.reply && letter.value > 0;
  }

  bool has_node_due(const Now& s) const {
    return std::any_of(s.letters.begin(), s.letters.end(), [&](const Letter& letter) {
      return !letter.reply && !letter.to_resource() && letter.at <= s.now;
    });
  }

  bool has_client_due(const Now& s, std::size_t c) const {
    std::vector<Due> due;
    add_client(s, c, due);
    return !due.empty();
  }

  /// The events due now: the node's; if none, the resource's; if none, the clients'. The order of
  /// the three does not matter, because every message takes time.
  std::vector<Due> due_now(const Now& s) const {
    std::vector<Due> node, resource, clients;
    for (std::size_t i = 0; i < s.copies.count; ++i) {
      const bool behind =
          i > 0 && std::any_of(s.copies.begin(), s.copies.begin() + i, [&](const Copy& other) {
            return other.at <= s.now && other.back == s.copies.all[i].back;
          });
      if (s.copies.all[i].at <= s.now && !behind) node.push_back({Due::Kind::copy, i});
    }
    for (std::size_t i = 0; i < s.letters.count; ++i) {
      const Letter& letter = s.letters.all[i];
      if (letter.reply || letter.at > s.now) continue;
      if (is_waiting(letter)) {
        node.push_back({Due::Kind::wait_over, i});
      } else if (!is_behind(s, i)) {
        (letter.to_resource() ? resource : node).push_back({Due::Kind::letter, i});
      }
    }
    if (!node.empty()) return node;
    if (!resource.empty()) return resource;
    for (std::size_t c = 0; c < q_.clients; ++c) add_client(s, c, clients);
    return clients;
  }

  void add_client(const Now& s, std::size_t c, std::vector<Due>& due) const {
    const Actor& a = s.actors[c];
    if (a.is_over() || a.paused()) return;
    const auto add = [&](Due::Kind kind, bool may_wait = false) {
      due.push_back({kind, c, may_wait});
    };
    for (std::size_t i = 0; i < s.letters.count; ++i) {
      const Letter& letter = s.letters.all[i];
      if (letter.reply && letter.from.client == c && letter.at <= s.now &&
          letter.slot != Slot::nobody && !is_behind(s, i))
        due.push_back({Due::Kind::letter, i});
    }
    const auto is_due = [&](Us local) { return a.clock.when(local) <= s.now; };
    if (a.doing == Doing::asking && (a.failed || is_due(a.reply_by))) add(Due::Kind::call_over);
    if (a.doing == Doing::working && (a.failed || is_due(a.wake_by))) add(Due::Kind::wake);
    if ((a.doing == Doing::pausing || a.doing == Doing::starting) && is_due(a.wake_from))
      add(Due::Kind::wake, !is_due(a.wake_by));
    if (a.renew_failed || is_due(a.renew_by)) add(Due::Kind::renewal_over);
    if (is_due(a.renew_at)) add(Due::Kind::renewal);
    if (!a.lost && is_due(a.valid_until)) add(Due::Kind::lease_over);
  }

  Us expiry_at(const Redis& redis) const {
    if (!redis.exists || redis.lease_ms < 0) return never;
    return redis.clock.when((redis.lease_ms + 1) * 1000 - redis.clock.offset);
  }

  void expire(Now& s) const {
    Redis& redis = s.redis;
    if (!redis.exists || redis.lease_ms < 0 || redis.clock.wall_ms(s.now) <= redis.lease_ms) return;
    forget(redis);
    effect(s);
  }
  static void forget(Redis& redis) {
    redis.exists = false;
    redis.owner = {};
    redis.lease_ms = -1;
    redis.value = 0;
    for (std::size_t i = redis.beneath.count; i-- > 0;) redis.beneath.erase(i);
  }

  Us next_instant(const Now& s) const {
    Us next = never;
    bool alive = s.letters.count > 0;
    bool ticks = s.redis.down_since >= 0 || s.redis.replica_down_since >= 0;
    const auto at = [&](Us moment) {
      if (moment > s.now) next = std::min(next, moment);
    };
    for (std::size_t c = 0; c < q_.clients; ++c) {
      const Actor& a = s.actors[c];
      if (a.is_over()) continue;
      alive = true;
      ticks |= a.paused();
      if (a.paused()) continue;
      if (a.doing == Doing::asking) at(a.clock.when(a.reply_by));
      if (a.doing != Doing::asking) {
        at(a.clock.when(a.wake_from));
        at(a.clock.when(a.wake_by));
        ticks |= a.doing == Doing::pausing && a.clock.when(a.wake_from) <= s.now;
      }
      for (const Us local : {a.renew_at, a.renew_by, a.valid_until}) at(a.clock.when(local));
    }
    for (const Letter& letter : s.letters) {
      ticks |= letter.at == never;
      at(letter.at);
    }
    for (const Copy& copy : s.copies) at(copy.at);
    if (!alive) return never;
    at(expiry_at(s.redis));
    if (ticks) at((s.now / grid + 1) * grid);
    return next;
  }

  // ---- one step

  void step(Now& s, const Due& due, StepChoice& choice) {
    if (due.kind == Due::Kind::copy) return arrive_copy(s, due.number, choice);
    if (due.kind == Due::Kind::wait_over || due.kind == Due::Kind::letter) {
      const Letter letter = s.letters.all[due.number];
      s.letters.erase(due.number);
      if (letter.reply) return answered(s, letter, choice);
      if (letter.to_resource()) return access(s, letter, choice);
      return run_command(s, letter, choice);
    }
    const std::size_t c = due.number;
    Actor& a = s.actors[c];
    switch (due.kind) {
      case Due::Kind::call_over: {
        note(s, c, "gets no answer to ", a.ask);
        const bool lease_lost = a.lost && a.inside;
        stop_waiting(s, c, Slot::main);
        a.failed = false;
        return lease_lost ? leave(s, c, choice) : come_back(s, c, true, 0, false, choice);
      }
      case Due::Kind::wake:
        return wake(s, c, choice);
      case Due::Kind::renewal:
        a.renew_at = never;
        if (a.lost) return;
        note(s, c, "sends ", Ask::renew);
        a.renew_sent = a.clock.steady(s.now);
        a.renew_by = a.renew_sent + q_.node_timeout;
        return send(s, c, Ask::renew, Slot::renewer, choice);
      case Due::Kind::renewal_over:
        note(s, c, "gets no answer to ", Ask::renew);
        return renewed(s, c, true, 0);
      default:
        note(s, c, "loses its lease");
        return lose_lease(a);
    }
  }

  void note(const Now& s, std::size_t c, const char* what) {
    path_.push_back({s.now, what, static_cast<int>(c)});
  }
  void note(const Now& s, std::size_t c, const char* what, Ask of, Us value = 0) {
    path_.push_back(
        {s.now, what, static_cast<int>(c), value, ask_words[static_cast<std::size_t>(of)]});
  }

  static void lose_lease(Actor& a) {
    a.lost = true;
    a.failed = a.inside;
    a.valid_until = never;
  }

  void wake(Now& s, std::size_t c, StepChoice& choice) {
    Actor& a = s.actors[c];
    if (a.doing == Doing::working) {
      if (std::exchange(a.failed, false) && a.lost) return leave(s, c, choice);
      note(s, c, "has worked");
      return ask(s, c, Ask::write, choice);
    }
    if (a.doing == Doing::starting) a.give_up = a.clock.steady(s.now) + q_.wait;
    note(s, c, "tries");
    attempt(s, c, choice);
  }

  void attempt(Now& s, std::size_t c, StepChoice& choice) {
    Actor& a = s.actors[c];
    ++a.attempt;
    a.in_doubt = false;
    if (q_.lock == ModelLock::watchdog) a.claimed = a.clock.steady(s.now);
    if (q_.lock == ModelLock::getset_timestamp) a.mine = new_deadline(s, a);
    ask(s, c, Ask::claim, choice);
  }
  Us new_deadline(const Now& s, const Actor& a) const {
    return floor_div(a.clock.wall(s.now) + q_.ttl, 1000);
  }

  void ask(Now& s, std::size_t c, Ask what, StepChoice& choice) {
    Actor& a = s.actors[c];
    a.doing = Doing::asking;
    a.ask = what;
    const Us patience = q_.node_timeout + (what == Ask::wait ? q_.wait_timeout : 0);
    a.reply_by = a.clock.steady(s.now) + patience;
    a.wake_from = a.wake_by = 0;
    send(s, c, what, Slot::main, choice);
  }

  void send(Now& s, std::size_t c, Ask what, Slot slot, StepChoice& choice) {
    Letter letter;
    letter.ask = what;
    letter.slot = slot;
    letter.from = s.actors[c].hold(c);
    letter.stale = s.actors[c].stale;
    if (what == Ask::claim || what == Ask::overwrite) letter.value = s.actors[c].mine;
    depart(s, letter, choice);
  }

  /// Sends a message, which a fault may hold or lose.
  void depart(Now& s, Letter letter, StepChoice& choice) {
    const std::size_t c = letter.from.client;
    const bool noticed = !letter.reply || letter.slot != Slot::nobody;
    const bool begun = s.now > 0 && noticed && !s.actors[c].crashed;
    const bool hold = begun && may(s, ModelFault::hold);
    const bool lose = begun && may(s, ModelFault::lose);
    const std::size_t way =
        hold || lose ? choice.pick(1u + (hold ? 1u : 0u) + (lose ? 1u : 0u)) : 0;
    letter.at = s.now + q_.latency;
    if (way > 0 && hold && way == 1) {
      --left(s, ModelFault::hold);
      note(s, c, letter.reply ? "(its reply is held)" : "(its request is held)");
      letter.at = never;
      letter.held_until = s.now + q_.longest;
    } else if (way > 0) {
      --left(s, ModelFault::lose);
      note(s, c, letter.reply ? "(its reply is lost)" : "(its request is lost)");
      if (letter.slot == Slot::main) s.actors[c].failed = true;
      if (letter.slot == Slot::renewer) s.actors[c].renew_failed = true;
      return;
    }
    if (!letter.reply || letter.slot != Slot::nobody) s.letters.push(letter);
  }

  void stop_waiting(Now& s, std::size_t c, Slot slot) const {
    for (std::size_t i = s.letters.count; i-- > 0;) {
      Letter& letter = s.letters.all[i];
      if (letter.from.client != c || letter.slot != slot) continue;
      letter.slot = Slot::nobody;
      if (letter.reply && letter.at != never) s.letters.erase(i);
    }
  }

  // ---- the node and the resource

  void reply_to(Now& s, Letter letter, bool unknown, Us value, StepChoice& choice) {
    letter.reply = true;
    letter.unknown = unknown;
    letter.value = value;
    letter.dead = false;
    if (!letter.to_resource()) letter.stale = false;
    depart(s, letter, choice);
  }

  void access(Now& s, const Letter& letter, StepChoice& choice) {
    const std::size_t c = letter.from.client;
    note(s, c, "", letter.ask);
    Letter reply = letter;
    if (letter.ask == Ask::write) {
      if (letter.stale) broken(ModelPromise::no_lost_update);
      for (std::size_t other = 0; other < q_.clients; ++other)
        if (other != c) s.actors[other].stale = true;
      for (Letter& one : s.letters)
        if (one.to_resource() && one.from.client != c) one.stale = true;
    }
    reply.stale = false;
    reply_to(s, reply, false, 0, choice);
  }

  void effect(Now& s) const {
    if (!with_replica()) return;
    ++s.redis.effects;
    if (s.redis.replica_down_since < 0) s.copies.push({s.now + q_.lag, s.redis.effects, false});
  }

  void arrive_copy(Now& s, std::size_t number, StepChoice& choice) {
    Copy copy = s.copies.all[number];
    s.copies.erase(number);
    if (!copy.back) {
      copy.back = true;
      copy.at = s.now + q_.lag;
      return s.copies.push(copy);
    }
    s.redis.acknowledged = std::max(s.redis.acknowledged, copy.effect);
    for (std::size_t i = s.letters.count; i-- > 0;) {
      const Letter letter = s.letters.all[i];
      if (!is_waiting(letter) || s.actors[letter.from.client].effect > s.redis.acknowledged)
        continue;
      s.letters.erase(i);
      reply_to(s, letter, false, 1, choice);
    }
  }

  void run_command(Now& s, Letter letter, StepChoice& choice) {
    const std::size_t c = letter.from.client;
    if (is_waiting(letter)) {
      note(s, c, "has waited long enough in ", letter.ask);
      return reply_to(s, letter, false, 0, choice);
    }
    if (s.redis.down_since >= 0 || letter.dead) {
      note(s, c, "is refused by a dead node: ", letter.ask);
      return reply_to(s, letter, true, 0, choice);
    }
    s.ran = true;
    if (letter.ask == Ask::wait && s.actors[c].effect > s.redis.acknowledged) {
      letter.at = letter.value = s.now + q_.wait_timeout;
      note(s, c, "", letter.ask);
      return s.letters.push(letter);
    }
    const Us value = result_of(s, letter);
    note(s, c, "", letter.ask, value);
    if (!with_replica() && may(s, ModelFault::kill) && choice.pick(2) == 1) {
      path_.push_back({s.now, "the node dies before it answers", -1, 0});
      die(s);
      return reply_to(s, letter, true, 0, choice);
    }
    reply_to(s, letter, false, value, choice);
  }

  Us result_of(Now& s, const Letter& letter) {
    Redis& redis = s.redis;
    const Us leased = redis.clock.wall_ms(s.now) + q_.ttl / 1000;
    const bool own = redis.exists && redis.owner == letter.from;
    switch (letter.ask) {
      case Ask::claim: {
        if (redis.exists) return 0;
        redis.exists = true;
        redis.owner = letter.from;
        redis.value = letter.value;
        const bool later = q_.lock == ModelLock::setnx_del || q_.lock == ModelLock::setnx_expire ||
                           q_.lock == ModelLock::getset_timestamp;
        redis.lease_ms = later ? -1 : leased;
        effect(s);
        s.actors[letter.from.client].effect = redis.effects;
        return 1;
      }
      case Ask::lease:
        if (redis.exists) redis.lease_ms = leased;
        return redis.exists;
      case Ask::renew:
        if (own) redis.lease_ms = leased;
        return own;
      case Ask::look:
        return redis.exists ? redis.value : -1;
      case Ask::overwrite: {
        const Us previous = redis.exists ? redis.value : -1;
        if (redis.exists) redis.beneath.push(redis.owner);
        redis.exists = true;
        redis.owner = letter.from;
        redis.value = letter.value;
        return previous;
      }
      case Ask::look_owner:
        return own;
      case Ask::del_own:
        if (!own) return 0;
        break;
      case Ask::wait:
        return 1;
      default:
        if (!redis.exists) return 0;
    }
    judge_release(s, letter.from);
    forget(redis);
    effect(s);
    return 1;
  }

  void judge_release(Now& s, const Owner& by) {
    Redis& redis = s.redis;
    if (redis.owner == by) return;
    if (std::find(redis.beneath.begin(), redis.beneath.end(), by) != redis.beneath.end()) {
      s.suspects.push(redis.owner);
    } else {
      broken(ModelPromise::owner_only_release);
    }
  }

  /// Records the outcome of an attempt, which decides what becomes of the owners that it has
  /// overwritten.
  void decide(Now& s, const Owner& who, bool acquired) {
    for (std::size_t i = s.suspects.count; i-- > 0;) {
      if (s.suspects.all[i] != who) continue;
      s.suspects.erase(i);
      if (acquired) broken(ModelPromise::owner_only_release);
    }
    Redis& redis = s.redis;
    if (redis.beneath.count == 0) return;
    const bool on_top = redis.exists && redis.owner == who;
    if (on_top && acquired) {
      while (redis.beneath.count > 0) redis.beneath.erase(0);
    } else if (on_top) {
      redis.owner = redis.beneath.all[redis.beneath.count - 1];
      redis.beneath.erase(redis.beneath.count - 1u);
    } else if (!acquired) {
      for (std::size_t i = redis.beneath.count; i-- > 0;)
        if (redis.beneath.all[i] == who) redis.beneath.erase(i);
    }
  }

  // ---- the client's program

  void answered(Now& s, const Letter& letter, StepChoice& choice) {
    const std::size_t c = letter.from.client;
    note(s, c, letter.unknown ? "hears of a dead connection: " : "reads the answer to ",
         letter.ask);
    if (letter.slot == Slot::renewer) return renewed(s, c, letter.unknown, letter.value);
    come_back(s, c, letter.unknown, letter.value, letter.stale, choice);
  }

  void renewed(Now& s, std::size_t c, bool unknown, Us value) {
    Actor& a = s.actors[c];
    stop_waiting(s, c, Slot::renewer);
    a.renew_by = never;
    a.renew_failed = false;
    if (a.lost) return;
    if (!unknown && value == 1) a.valid_until = a.renew_sent + q_.ttl;
    if (!unknown && value == 0) return lose_lease(a);
    a.renew_at = a.clock.steady(s.now) + q_.renew_period;
  }

  void come_back(Now& s, std::size_t c, bool unknown, Us value, bool stale, StepChoice& choice) {
    Actor& a = s.actors[c];
    a.reply_by = 0;
    switch (a.ask) {
      case Ask::claim:
        return claimed(s, c, unknown, value, choice);
      case Ask::lease:
        return unknown ? refused(s, c, choice) : granted(s, c, choice);
      case Ask::look:
        a.old = value;
        if (unknown || value < 0 || value >= a.clock.wall_ms(s.now)) return refused(s, c, choice);
        a.mine = new_deadline(s, a);
        return ask(s, c, Ask::overwrite, choice);
      case Ask::overwrite:
        return unknown || value != a.old ? refused(s, c, choice) : granted(s, c, choice);
      case Ask::wait:
        return !unknown && value >= 1 ? granted(s, c, choice) : doubt(s, c, choice);
      case Ask::read:
        if (unknown) return leave(s, c, choice);
        a.stale = stale;
        a.doing = Doing::working;
        a.wake_from = a.wake_by = a.clock.steady(s.now) + q_.work;
        return;
      case Ask::write:
        return leave(s, c, choice);
      default:
        return release_answered(s, c, unknown, value, choice);
    }
  }

  void claimed(Now& s, std::size_t c, bool unknown, Us value, StepChoice& choice) {
    Actor& a = s.actors[c];
    const ModelLock lock = q_.lock;
    const bool owner_checked = lock == ModelLock::set_px_lua || lock == ModelLock::watchdog ||
                               lock == ModelLock::set_wait || lock == ModelLock::set_px_get_del;
    if (unknown) return owner_checked ? doubt(s, c, choice) : refused(s, c, choice);
    if (value != 1)
      return lock == ModelLock::getset_timestamp ? ask(s, c, Ask::look, choice)
                                                 : refused(s, c, choice);
    if (lock == ModelLock::setnx_expire) return ask(s, c, Ask::lease, choice);
    if (lock == ModelLock::set_wait) return ask(s, c, Ask::wait, choice);
    if (lock == ModelLock::watchdog && a.clock.steady(s.now) >= a.claimed + q_.ttl)
      return doubt(s, c, choice);
    granted(s, c, choice);
  }

  /// Releases a lock that it may hold, after a claim without a reply.
  void doubt(Now& s, std::size_t c, StepChoice& choice) {
    Actor& a = s.actors[c];
    a.in_doubt = true;
    a.tries = 0;
    ask(s, c, q_.lock == ModelLock::set_px_get_del ? Ask::look_owner : Ask::del_own, choice);
  }

  void refused(Now& s, std::size_t c, StepChoice& choice) {
    Actor& a = s.actors[c];
    decide(s, a.hold(c), false);
    a.old = a.mine = a.claimed = 0;
    const Us now = a.clock.steady(s.now);
    const Us room = a.give_up - now - q_.retry_delay;
    const bool too_long = q_.retry_jitter >= room;
    if (room <= 0 || (too_long && choice.pick(2) == 1)) {
      note(s, c, "gives up");
      return next_round(s, c, choice);
    }
    a.doing = Doing::pausing;
    a.wake_from = now + q_.retry_delay;
    a.wake_by = a.wake_from + (too_long ? (room - 1) / grid * grid : q_.retry_jitter);
  }

  void granted(Now& s, std::size_t c, StepChoice& choice) {
    Actor& a = s.actors[c];
    note(s, c, "enters");
    decide(s, a.hold(c), true);
    for (const Actor& other : s.actors)
      if (other.inside) broken(ModelPromise::mutual_exclusion);
    a.inside = true;
    a.lost = false;
    if (q_.lock == ModelLock::watchdog) {
      a.valid_until = a.claimed + q_.ttl;
      a.renew_at = a.clock.steady(s.now) + q_.renew_period;
    }
    ask(s, c, Ask::read, choice);
  }

  void leave(Now& s, std::size_t c, StepChoice& choice) {
    Actor& a = s.actors[c];
    note(s, c, "leaves");
    a.inside = a.failed = a.lost = a.stale = a.renew_failed = a.in_doubt = false;
    a.tries = 0;
    stop_waiting(s, c, Slot::main);
    stop_waiting(s, c, Slot::renewer);
    a.valid_until = a.renew_at = a.renew_by = never;
    a.old = a.claimed = a.renew_sent = 0;
    switch (q_.lock) {
      case ModelLock::set_px_get_del:
        return ask(s, c, Ask::look_owner, choice);
      case ModelLock::set_px_lua:
      case ModelLock::watchdog:
      case ModelLock::set_wait:
        return ask(s, c, Ask::del_own, choice);
      case ModelLock::getset_timestamp:
        if (a.clock.wall(s.now) >= a.mine * 1000) return next_round(s, c, choice);
        return ask(s, c, Ask::del, choice);
      default:
        return ask(s, c, Ask::del, choice);
    }
  }

  void release_answered(Now& s, std::size_t c, bool unknown, Us value, StepChoice& choice) {
    Actor& a = s.actors[c];
    const bool only_once = a.in_doubt && a.ask == Ask::del_own;
    if (unknown && a.tries == 0 && !only_once) {
      a.tries = 1;
      return ask(s, c, a.ask, choice);
    }
    if (a.ask == Ask::look_owner && !unknown && value == 1) {
      a.tries = 0;
      return ask(s, c, Ask::del, choice);
    }
    a.tries = 0;
    a.in_doubt ? refused(s, c, choice) : next_round(s, c, choice);
  }

  void next_round(Now& s, std::size_t c, StepChoice& choice) {
    Actor& a = s.actors[c];
    a.in_doubt = false;
    if (++a.round >= q_.rounds) {
      a.doing = Doing::over;
      a.reply_by = a.wake_from = a.wake_by = 0;
      return;
    }
    a.give_up = a.clock.steady(s.now) + q_.wait;
    attempt(s, c, choice);
  }

  const ModelQuestion& q_;
  ModelAnswer answer_;
  std::unordered_set<Print::Value, PrintHash> seen_;
  std::vector<Taken> path_;
  bool stopped_ = false;
};

}  // namespace

ModelAnswer answer_of(const ModelQuestion& question) { return ModelSearch(question).run(); }

}  // namespace locklab::timed

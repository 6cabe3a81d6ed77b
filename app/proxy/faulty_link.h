// The link between a client and a node on a live wire, and what faults do to its messages: the same
// as sim::Network does in the simulator, in real time.
//
// Messages of one line and one way never change places: one that is kept keeps those behind it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/proxy/link_watch.h"
#include "lock/redis/loop.h"
#include "sim/trace/event.h"
#include "sim/wire/link_fault.h"

namespace locklab::app {

class FaultyLink;
class LinkLine;

enum class Way : std::uint8_t { request, reply };

constexpr std::size_t index(Way way) { return static_cast<std::size_t>(way); }

/// A message on its way, or a piece of one.
class LinkMessage final : private redis::QueuedTimer {
 public:
  LinkMessage(Way its_way, bool is_counted) : way(its_way), counted(is_counted) {}

  const Way way;
  const bool counted;   ///< faults count it. Not the connection's own talk, such as its login
  sim::Event about;     ///< who speaks of what with whom; `message` 0: nobody has told
  std::string command;  ///< its command's name, or that of the one which it answers; may be empty
  std::string bytes;    ///< as they stand on the wire
  bool begins = true;   ///< false: a later piece of a long message
  /// Of a reply: how long its server took for it, where that owed it at once.
  std::int64_t served_in_us = 0;

 private:
  friend class FaultyLink;
  void due() override;

  LinkLine* line_ = nullptr;
  sim::FaultToken held_by_ = 0;
  Duration delayed_{0};
  bool stalled_ = false;
};

/// One connection on a link.
class LinkLine {
 public:
  bool closed_by_client() const { return closed_by_client_; }
  std::size_t bytes_under_way(Way way) const { return bytes_[app::index(way)]; }
  bool nothing_under_way(Way way) const { return under_way_[app::index(way)].empty(); }

 protected:
  ~LinkLine() = default;

 private:
  friend class FaultyLink;
  friend class LinkMessage;
  /// The message has come through.
  virtual void arrived(std::unique_ptr<LinkMessage> message) = 0;
  /// The link carries it from now on: it was cut when the line began.
  virtual void begin() = 0;
  /// The connection ends for its client at once, and nothing that it sends later gets through.
  virtual void cut_off(Silence silence) = 0;
  /// The connection ends at both ends at once.
  virtual void tear_down(Silence silence) = 0;
  /// Replies get through, for all that stands on the link.
  virtual void replies_pass() = 0;
  /// The node's machine has lost its power: nobody says that the connection is over.
  virtual void node_vanished() {}

  FaultyLink* link_ = nullptr;
  bool begun_ = true;
  bool closed_by_client_ = false;
  std::array<std::int64_t, 2> last_us_{};  ///< when the last one arrives
  std::array<std::size_t, 2> bytes_{};
  std::array<std::deque<std::unique_ptr<LinkMessage>>, 2> under_way_;
};

/// All links on which a fault may stand that counts their messages together.
class LinkSiblings {
 public:
  /// A message of `from` was struck: as many are still to come, on whichever of them.
  virtual void still_to_come(const FaultyLink& from, sim::FaultToken token,
                             std::uint32_t still) = 0;

 protected:
  ~LinkSiblings() = default;
};

class FaultyLink {
 public:
  /// All of it outlives the link.
  FaultyLink(redis::Loop& loop, ClientId client, NodeId node, LinkWatch& watch,
             LinkSiblings& siblings)
      : loop_(loop), watch_(watch), siblings_(siblings), client_(client), node_(node) {}
  FaultyLink(const FaultyLink&) = delete;
  FaultyLink& operator=(const FaultyLink&) = delete;

  ClientId client() const { return client_; }
  NodeId node() const { return node_; }
  LinkWatch& watch() { return watch_; }

  /// Every message takes `latency` longer than the real network, give or take `jitter`.
  void set_latency(Duration latency, Duration jitter);
  /// Decides all its jitter, and that of faults.
  void set_seed(std::uint64_t seed) { random_ = seed; }

  /// Adds a line. It begins once no cut stands.
  void add(LinkLine& line);
  void remove(LinkLine& line);
  /// The line's first request leaves: not before now has it begun, as far as a run tells.
  void first_leaves(LinkLine& line);
  bool begun(const LinkLine& line) const { return line.begun_; }
  /// The client has closed its end. What it has sent may still arrive, unless the line never began.
  void closed_by_client(LinkLine& line);

  /// Whether a message that leaves now arrives at once, and no fault looks at it.
  /// Where timers are fired by hand, every message's arrival is one of them, and takes the time of
  /// a fast wire.
  bool passes(const LinkLine& line, Way way) const {
    return faults_.empty() && stalled_.empty() && latency_us_ == 0 && jitter_us_ == 0 &&
           line.begun_ && line.nothing_under_way(way) && !loop_.fires_by_hand();
  }
  void leave(LinkLine& line, std::unique_ptr<LinkMessage> message);
  /// Brings what should have arrived by now.
  void bring_due(LinkLine& line, Way way);
  /// Whether a reply that leaves now would be kept until a fault ends.
  bool keeps_replies() const;

  void strike(const sim::LinkFault& fault);
  /// The fault with that token, which counts the messages of several links, strikes so many more.
  void set_still(sim::FaultToken token, std::uint32_t still);
  /// Ends the fault with that token, or all of that kind (every_fault). False: there was none.
  bool end(sim::FaultKind kind, sim::FaultToken token);
  std::size_t count(sim::FaultKind kind, sim::FaultToken token) const;
  std::size_t standing() const { return faults_.size(); }
  /// The machine of the node loses its power, and has it again later: meanwhile nothing at that end
  /// answers, and nothing says that it does not.
  void set_power(bool on);
  bool has_power() const { return has_power_; }
  /// Whether any message will arrive by itself.
  bool travels() const;
  /// Whether any connection is open.
  bool open() const;
  /// Tears down the open connections, with all that is on its way on them.
  void reset();

 private:
  friend class LinkMessage;
  bool cut() const;
  void carry(LinkMessage& message);
  /// Brings the first one, if it should have arrived by now. False: it should not.
  bool bring_first(LinkLine& line, Way way);
  bool keeps(LinkMessage& message);
  /// Counts a message that the fault has struck, on all links that it counts together.
  void count_down(sim::LinkFault& fault);
  void drop(LinkMessage& message, sim::FaultToken token);
  void travel(LinkMessage& message);
  void arrive(LinkMessage& message);
  void stall(LinkMessage& message);
  void catch_in_flight(const sim::LinkFault& cut);
  void go_on();
  void lose(LinkMessage& message, sim::Loss loss);
  /// Loses all requests of the line that are on their way, or all replies.
  void lose_all(LinkLine& line, Way way, sim::Loss loss);
  std::unique_ptr<LinkMessage> take(LinkMessage& message);
  std::int64_t next_jitter(std::int64_t jitter_us);

  redis::Loop& loop_;
  LinkWatch& watch_;
  LinkSiblings& siblings_;
  const ClientId client_;
  const NodeId node_;
  std::int64_t latency_us_ = 0;
  std::int64_t jitter_us_ = 0;
  std::uint64_t random_ = 0;
  bool has_power_ = true;               ///< the node
  std::vector<LinkLine*> lines_;        ///< in the order in which they were opened
  std::vector<sim::LinkFault> faults_;  ///< in the order in which they struck
  std::vector<LinkMessage*> stalled_;   ///< in the order in which they were sent
  std::deque<LinkMessage*> going_on_;   ///< stalled ones whose faults are looked at again
};

}  // namespace locklab::app

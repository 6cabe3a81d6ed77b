// The link between a client and a node on a live wire, and the effects of faults on its messages:
// the same as those of sim::Network in the simulator, in real time.
//
// Messages of one connection (LinkLine) in one direction are never reordered: a stalled one holds
// up those behind it.
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

/// A message in flight, or a piece of one.
class LinkMessage final : private redis::QueuedTimer {
 public:
  LinkMessage(Way its_way, bool is_counted) : way(its_way), counted(is_counted) {}

  const Way way;
  const bool counted;   ///< true if faults count it; false without `begins`, and for a command
                        ///< announced without a message number (such as a login) and its reply
  sim::Event about;     ///< event of the command that it is or answers; `message` 0 if unknown
  std::string command;  ///< name of its command, or of the command that it answers; empty if
                        ///< unknown
  std::string bytes;    ///< as sent on the wire
  bool begins = true;   ///< false for a later piece of a long message, and for bytes that are not
                        ///< RESP
  /// Time the server took to answer an announced command that does not block, in us; 0 for all
  /// other messages.
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
  /// Delivers the message at its end of the connection: the server, or the client.
  virtual void arrived(std::unique_ptr<LinkMessage> message) = 0;
  /// Called when the link's last cut ends, if the line could not begin before.
  virtual void begin() = 0;
  /// Ends the connection for its client at once; later messages from it do not get through.
  virtual void cut_off(Silence silence) = 0;
  /// Ends the connection at both ends at once.
  virtual void tear_down(Silence silence) = 0;
  /// Called after a fault of the link has ended, unless keeps_replies() is still true.
  virtual void replies_pass() = 0;
  /// Called when the node's machine has lost power: nobody reports the end of the connection.
  virtual void node_vanished() {}

  FaultyLink* link_ = nullptr;
  bool begun_ = true;
  bool closed_by_client_ = false;
  std::array<std::int64_t, 2> last_us_{};  ///< latest arrival planned in each direction, by the
                                           ///< loop's time; 0 if none since the last cut
  std::array<std::size_t, 2> bytes_{};
  std::array<std::deque<std::unique_ptr<LinkMessage>>, 2> under_way_;
};

/// The links on which a fault may count its messages together.
class LinkSiblings {
 public:
  /// Called when a fault that counts across links has hit a message of `from`. It will hit `still`
  /// more, on all links together.
  virtual void still_to_come(const FaultyLink& from, sim::FaultToken token,
                             std::uint32_t still) = 0;

 protected:
  ~LinkSiblings() = default;
};

class FaultyLink {
 public:
  /// All references must outlive the link.
  FaultyLink(redis::Loop& loop, ClientId client, NodeId node, LinkWatch& watch,
             LinkSiblings& siblings)
      : loop_(loop), watch_(watch), siblings_(siblings), client_(client), node_(node) {}
  FaultyLink(const FaultyLink&) = delete;
  FaultyLink& operator=(const FaultyLink&) = delete;

  ClientId client() const { return client_; }
  NodeId node() const { return node_; }
  LinkWatch& watch() { return watch_; }

  /// Delays every message by `latency`, plus or minus at most `jitter`, on top of the latency of
  /// the real network.
  void set_latency(Duration latency, Duration jitter);
  /// Seeds all jitter, including that of faults.
  void set_seed(std::uint64_t seed) { random_ = seed; }

  /// Adds a line. It begins at once or, if the link is cut in either direction, when the last cut
  /// ends.
  void add(LinkLine& line);
  void remove(LinkLine& line);
  /// Called when the line's first counted request leaves. For the run, the line begins then or, if
  /// the link is cut in either direction, when the last cut ends.
  void first_leaves(LinkLine& line);
  bool begun(const LinkLine& line) const { return line.begun_; }
  /// Called when the client, or a fault, has closed the client's end. Messages that the client
  /// sent before may still arrive, unless the line never began.
  void closed_by_client(LinkLine& line);

  /// Whether a message sent now arrives at once, without meeting a fault. False while timers are
  /// fired one by one: each arrival is then a timer, with the latency of a fast network.
  bool passes(const LinkLine& line, Way way) const {
    return faults_.empty() && stalled_.empty() && latency_us_ == 0 && jitter_us_ == 0 &&
           line.begun_ && line.nothing_under_way(way) && !loop_.fires_by_hand();
  }
  void leave(LinkLine& line, std::unique_ptr<LinkMessage> message);
  /// Delivers the line's messages in that direction whose arrival is due.
  void bring_due(LinkLine& line, Way way);
  /// Whether replies are cut, or a hold without a count applies to every reply.
  bool keeps_replies() const;

  void strike(const sim::LinkFault& fault);
  /// Sets how many more messages the fault with that token hits, counted across several links.
  void set_still(sim::FaultToken token, std::uint32_t still);
  /// Ends the fault of that kind with that token, or all of that kind (every_fault). Returns false
  /// if there was none.
  bool end(sim::FaultKind kind, sim::FaultToken token);
  std::size_t count(sim::FaultKind kind, sim::FaultToken token) const;
  std::size_t standing() const { return faults_.size(); }
  /// Cuts or restores the power of the node's machine, which without power neither answers nor
  /// closes connections.
  void set_power(bool on);
  bool has_power() const { return has_power_; }
  /// Whether any message is in flight and not held up by a fault.
  bool travels() const;
  /// Whether the client's end of any connection is open.
  bool open() const;
  /// Tears down the connections whose client's end is open, with everything in flight on them.
  void reset();

 private:
  friend class LinkMessage;
  bool cut() const;
  void carry(LinkMessage& message);
  /// Delivers the first message if its arrival is due. Returns whether it did.
  bool bring_first(LinkLine& line, Way way);
  bool keeps(LinkMessage& message);
  /// Counts a message that the fault has hit, on all of the fault's links if it counts across them.
  void count_down(sim::LinkFault& fault);
  void drop(LinkMessage& message, sim::FaultToken token);
  void travel(LinkMessage& message);
  void arrive(LinkMessage& message);
  void stall(LinkMessage& message);
  void catch_in_flight(const sim::LinkFault& cut);
  void go_on();
  void lose(LinkMessage& message, sim::Loss loss);
  /// Loses all requests, or all replies, of the line that are in flight.
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
  bool has_power_ = true;               ///< the node's machine has power
  std::vector<LinkLine*> lines_;        ///< in the order of opening
  std::vector<sim::LinkFault> faults_;  ///< in the order of injection
  std::vector<LinkMessage*> stalled_;   ///< in the order in which they were stalled
  std::deque<LinkMessage*> going_on_;   ///< stalled messages to reconsider after a fault's end
};

}  // namespace locklab::app

// Watches the servers of a running load: injects their faults, records those of their links, and
// detects unplanned losses. A load on several masters continues while a majority answers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/live/servers/struck_servers.h"
#include "app/load/outage.h"
#include "app/runs/live_problem.h"
#include "app/stress/load.h"
#include "app/stress/recording.h"
#include "app/stress/servers/server_meter.h"
#include "app/stress/servers/stress_servers.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

class ServerWatch final : private StruckServers::Owner {
 public:
  /// The arguments must outlive it. The load's times must be set: strikes count from the start of
  /// measuring. `meters` are read before a server is killed.
  ServerWatch(const Load& load, StressServers& servers, ServerMeters& meters);

  /// Injects and ends the faults that are due, and checks the servers. Returns a problem if the
  /// load cannot continue.
  std::optional<LiveProblem> look(std::int64_t now_us);
  /// Injects a fault into one of the lab's own servers now, or records a link fault. Its number
  /// becomes the token. Returns a problem if the load cannot continue.
  std::optional<LiveProblem> strike(const Strikes::One& planned);
  /// False if the state of its server rules the strike out: a restart needs one that is not up, a
  /// write refusal one that is up, and any other fault one that is not dead.
  bool has_effect(const Strike& one) const;
  /// True if the server can be asked now.
  bool answers(std::size_t server) const {
    const std::size_t one = servers_.login.cluster ? 0 : server;  // a cluster counts as one
    return is_up(one) && !state_[one].outage;
  }
  /// Time of the next check, at most 20 ms from now.
  std::int64_t next_look_us(std::int64_t now_us) const;
  /// Ends the active stops and write refusals of servers.
  void end() { struck_.end_all(); }
  /// True if every server is up and not lost, and replied to the last check.
  bool all_run() const;
  /// Unplanned outages that the load survived.
  const std::vector<Outage>& outages() const { return outages_; }

 private:
  struct Server {
    std::vector<std::pair<sim::FaultToken, sim::FaultKind>> on_links;  ///< active link faults
    std::int64_t silent_since_us = 0;  ///< 0 if the last request was answered
    std::int64_t look_again_us = 0;
    std::optional<std::size_t> outage;  ///< index in outages_ while lost
    std::unique_ptr<redis::BlockingClient> client;
  };
  /// A pending end of a fault.
  struct Ending {
    std::int64_t at_us = 0;
    sim::Fault fault;
    sim::FaultToken token = 0;
  };

  // StruckServers::Owner
  std::int64_t event_time_us() const override { return redis::Loop::now_us(); }
  void record(sim::Event event, std::optional<std::int64_t> since_us) override;
  std::string name_of(NodeId node) const override;
  void fail(LiveProblem problem) override { problem_ = std::move(problem); }
  void set_machine_clock(NodeId node) override;
  void will_be_killed(NodeId node) override;
  void starts(NodeId node) override;

  void strike_links(const sim::Fault& fault, sim::FaultToken token);
  void note_link_fault_over(const Ending& over);
  void note_links_whole(NodeId node, std::span<const sim::FaultKind> kinds);
  bool is_up(std::size_t server) const {
    return struck_.stage(NodeId(server)) == StruckServers::Stage::up;
  }
  std::optional<Sentence> why_own_is_lost(std::size_t i);
  std::optional<Sentence> why_named_is_lost(std::size_t i, std::int64_t now_us);
  std::optional<LiveProblem> lost(std::size_t i, const Sentence& why, std::int64_t now_us);
  void found(std::size_t i, std::int64_t now_us);
  bool majority_answers() const;

  StressServers& servers_;
  ServerMeters& meters_;
  Recording* const recording_;
  const std::int64_t from_us_;
  const bool masters_;  ///< true for a lock on independent masters: the load continues while
                        ///< a majority answers
  std::vector<std::shared_ptr<const Strikes::One>> plan_;  ///< server and link faults, by time
  std::size_t next_ = 0;
  std::vector<Server> state_;
  StruckServers struck_;
  std::vector<Ending> endings_;
  std::optional<LiveProblem> problem_;
  std::vector<Outage> outages_;
};

}  // namespace locklab::app

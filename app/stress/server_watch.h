// Watches the servers of a load while it runs: strikes them by plan, and notices when one is lost
// without a plan. A lock on several masters goes on without it while a majority answers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/live/struck_servers.h"
#include "app/load/outage.h"
#include "app/runs/live_problem.h"
#include "app/stress/load.h"
#include "app/stress/recording.h"
#include "app/stress/server_meter.h"
#include "app/stress/stress_servers.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

class ServerWatch final : private StruckServers::Owner {
 public:
  /// All must outlive it. The load is begun: the strikes' times count from when it is measured.
  /// `meters` are read before a server is killed.
  ServerWatch(const Load& load, StressServers& servers, ServerMeters& meters);

  /// Does what is due, and looks after the servers. A problem: the load cannot go on.
  std::optional<LiveProblem> look(std::int64_t now_us);
  /// Strikes a server of the lab's own now, or notes that links are struck. A problem: the load
  /// cannot go on.
  std::optional<LiveProblem> strike(const Strike& one);
  /// Whether the strike would change anything: who runs is not restarted, who is dead not killed.
  bool has_effect(const Strike& one) const;
  /// Whether the server can be asked now.
  bool answers(std::size_t server) const {
    const std::size_t one = servers_.login.cluster ? 0 : server;  // a cluster is one
    return is_up(one) && !state_[one].outage;
  }
  /// When something is due next, and not later than in a moment.
  std::int64_t next_look_us(std::int64_t now_us) const;
  /// Frozen servers go on, and accept writes.
  void end() { struck_.end_all(); }
  /// Whether each server runs.
  bool all_run() const;
  /// The servers that were lost without a plan, and that the load went on without.
  const std::vector<Outage>& outages() const { return outages_; }

 private:
  struct Server {
    std::vector<std::pair<sim::FaultToken, sim::FaultKind>> on_links;  ///< that are active
    std::int64_t silent_since_us = 0;                                  ///< 0: it answered last
    std::int64_t look_again_us = 0;
    std::optional<std::size_t> outage;  ///< it is lost now
    std::unique_ptr<redis::BlockingClient> client;
  };
  /// The end of a fault, to come.
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
  void note_links_whole(NodeId node, sim::FaultKind by);
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
  const bool masters_;        ///< a majority of the servers is enough
  std::vector<Strike> plan_;  ///< of servers, by time
  std::size_t next_ = 0;
  sim::FaultToken strikes_ = 0;  ///< so far; the number of one is its token
  std::vector<Server> state_;
  StruckServers struck_;
  std::vector<Ending> endings_;
  std::optional<LiveProblem> problem_;
  std::vector<Outage> outages_;
};

}  // namespace locklab::app

// Watches the servers of a load while it runs: strikes them by plan, and notices when one is lost
// without a plan. A lock on several masters goes on without it while a majority answers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/runs/live_problem.h"
#include "app/stress/load.h"
#include "app/stress/outage.h"
#include "app/stress/recording.h"
#include "app/stress/server_meter.h"
#include "app/stress/stress_servers.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

class ServerWatch {
 public:
  /// All must outlive it. The load is begun: the strikes' times count from when it is measured.
  /// `meters` are read before a server is killed.
  ServerWatch(const Load& load, StressServers& servers, ServerMeters& meters);

  /// Does what is due, and looks after the servers. A problem: the load cannot go on.
  std::optional<LiveProblem> look(std::int64_t now_us);
  /// Strikes a server of the lab's own now, or notes that links are struck. A problem: the load
  /// cannot go on.
  std::optional<LiveProblem> strike(const Strike& one, std::int64_t now_us);
  /// Whether the strike would change anything: who runs is not restarted, who is dead not killed.
  bool has_effect(const Strike& one) const;
  /// Whether the server can be asked now.
  bool answers(std::size_t server) const {
    const Server& one = state_[servers_.login.cluster ? 0 : server];  // a cluster is one
    return !one.dead && one.frozen_until_us == 0 && !one.outage;
  }
  /// When something is due next, and not later than in a moment.
  std::int64_t next_look_us(std::int64_t now_us) const;
  /// Frozen servers go on.
  void end();
  /// Whether each server runs.
  bool all_run() const;
  /// The servers that were lost without a plan, and that the load went on without.
  const std::vector<Outage>& outages() const { return outages_; }

 private:
  struct Server {
    bool dead = false;
    std::int64_t frozen_until_us = 0;         ///< 0: it is not frozen
    ClockError clock;                         ///< of its machine
    std::int64_t back_at_us = 0;              ///< dead: it starts again then; 0: not by itself
    std::vector<sim::WriteRefusal> refusals;  ///< that stand
    std::vector<std::pair<sim::FaultToken, sim::FaultKind>> on_links;  ///< the same
    sim::WriteRefusals refuses = 0;                                    ///< as it was told
    std::int64_t silent_since_us = 0;                                  ///< 0: it answered last
    std::int64_t look_again_us = 0;
    std::optional<std::size_t> outage;  ///< it is lost now
    std::unique_ptr<redis::BlockingClient> client;
  };
  /// The end of a fault of links, or of a refusal to write.
  struct Healing {
    std::int64_t at_us = 0;
    std::uint32_t server = 0;
    sim::FaultToken strike = 0;
    std::optional<sim::WriteRefusal> refusal;
  };
  void set_clock(const Strike& one, std::int64_t now_us);
  void kill(const Strike& one, std::int64_t now_us);
  void note_links_struck(const Strike& one, std::int64_t now_us);
  void note_link_fault_over(std::size_t server, sim::FaultToken token);
  void note_links_whole(std::size_t server, sim::FaultKind by);
  std::optional<LiveProblem> begin_to_refuse(const Strike& one);
  std::optional<LiveProblem> heal(const Healing& healing);
  std::optional<LiveProblem> refuse_as_told(std::size_t server);
  std::optional<LiveProblem> go_on(std::size_t server);
  std::optional<LiveProblem> restart(std::uint32_t i);
  std::optional<Sentence> why_own_is_lost(std::size_t i);
  std::optional<Sentence> why_named_is_lost(std::size_t i, std::int64_t now_us);
  std::optional<LiveProblem> lost(std::size_t i, const Sentence& why, std::int64_t now_us);
  void found(std::size_t i, std::int64_t now_us);
  bool majority_answers() const;

  /// The number of the strike that is made now.
  sim::FaultToken token() const { return static_cast<sim::FaultToken>(next_ + 1); }
  void record(std::size_t server, sim::Event event);

  StressServers& servers_;
  ServerMeters& meters_;
  Recording* const recording_;
  const std::int64_t from_us_;
  const bool masters_;        ///< a majority of the servers is enough
  std::vector<Strike> plan_;  ///< of servers, by time
  std::size_t next_ = 0;
  std::vector<Server> state_;
  std::vector<Healing> healings_;  ///< to come
  std::vector<Outage> outages_;
};

}  // namespace locklab::app

// One thread of a load: a loop, its connections and its share of the clients. The thread measures
// without locks, and once per second publishes its heartbeat for the watching thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/stress/load/stress_client.h"
#include "app/stress/servers/stress_servers.h"
#include "lock/redis/pooled_env.h"

namespace locklab::app {

class LoadThread final : public redis::PooledEnv::Observer {
 public:
  /// Creates thread `number` of the load, from 0, with its share of the clients. The load must
  /// outlive it.
  LoadThread(Load& load, std::uint32_t number, ThreadDoor door);
  LoadThread(const LoadThread&) = delete;
  LoadThread& operator=(const LoadThread&) = delete;

  /// Runs the clients on the calling thread until the load ends, and destroys them.
  void run();
  const Measures& measures() const { return measuring_.measures; }
  /// Holds kept for the overlap check of a merge; nullopt unless generators share locks with
  /// critical sections.
  const std::optional<KeptHolds>& kept() const { return measuring_.kept; }

 private:
  void noted(redis::PooledEnv& client, const Note& note) override;
  void failed(redis::PooledEnv& client, NodeId node, const Reply& reply) override;
  void plan_strikes();
  void strike_links(const Strikes::One& planned);
  void strike_power(const Strike& strike, std::int64_t when_us);
  void strike(const Strikes::One& planned, std::unique_ptr<StressClient>& client);
  bool strike_a_holder(Strikes::One& one);
  void at(std::int64_t when_us, std::function<void()> what);
  void begin_to_measure();
  void next_second();
  void end_next_second();
  void end_second(std::int64_t now_us);
  void let_them_finish();
  std::uint64_t replies_in_time() const;
  void account_for_the_rest();
  bool somebody_finishes(bool waiters_count) const;

  Load& load_;
  const std::uint32_t number_;
  std::size_t planned_ = 0;  ///< number of the load's strikes already scheduled here
  bool told_of_a_refusal_ = false;
  std::int64_t stopped_at_us_ = 0;
  Counts counted_;                    ///< totals at the end of the last second
  std::uint64_t replies_before_ = 0;  ///< replies_in_time() at the start of measuring
  Measuring measuring_;
  ThreadDoor door_;
  std::vector<std::unique_ptr<redis::Alarm>> alarms_;
  redis::Alarm second_alarm_{[this] { next_second(); }};
  std::vector<std::unique_ptr<StressClient>> clients_;
};

}  // namespace locklab::app

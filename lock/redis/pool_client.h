// What a pool knows of one of its clients: its number, and whether it stands still.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lock/ids.h"
#include "lock/redis/timer_queue.h"
#include "lock/reply.h"

namespace locklab::redis {

class PoolClient {
 public:
  PoolClient(const PoolClient&) = delete;
  PoolClient& operator=(const PoolClient&) = delete;
  /// Clients of a pool are counted from 1.
  std::uint32_t number() const { return number_; }
  bool paused() const { return standstill_ != nullptr; }

 protected:
  explicit PoolClient(std::uint32_t number) : number_(number) {}
  ~PoolClient() = default;

 private:
  friend class Pool;
  /// A command of this client ended with an error or without a reply.
  virtual void failed(NodeId node, const Reply& reply) = 0;

  /// What has come for a paused client, and what has become due, waits for it here.
  struct Standstill {
    std::vector<QueuedTimer*> come;
    std::vector<QueuedTimer*> due;
  };
  std::unique_ptr<Standstill> standstill_;  ///< null: it runs
  const std::uint32_t number_;
};

}  // namespace locklab::redis

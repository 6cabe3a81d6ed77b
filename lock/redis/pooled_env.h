// One of many clients of live Redis: an Env over a Pool, with no connection, timer or trace of its
// own. It costs less than 200 bytes, and the frames of its tasks.
//
// Destroying the client's tasks and then the PooledEnv is a crash: commands in flight may still
// run.
#pragma once

#include "lock/env.h"
#include "lock/redis/pool.h"
#include "lock/tasks_beside.h"

namespace locklab::redis {

class PooledEnv : public Env, public PoolClient {
 public:
  /// Receives the notes of locks and the failures of commands. It must not destroy the client
  /// during the call.
  class Observer {
   public:
    virtual void noted(PooledEnv& client, const Note& note) = 0;
    /// Called when a command ended with an error or without a reply.
    virtual void failed(PooledEnv&, NodeId, const Reply&) {}

   protected:
    ~Observer() = default;
  };

  /// The pool and `observer` must outlive it; `observer` may be null.
  explicit PooledEnv(Pool& pool, Observer* observer = nullptr)
      : Env(&pool.frames_), PoolClient(pool.add_client()), pool_(pool), observer_(observer) {}
  ~PooledEnv() override {
    beside_.clear();
    pool_.remove_client(*this);
  }

  /// Pauses the client, like a stopped process; its commands in flight continue. Must not be called
  /// from one of its own tasks.
  void pause() { Pool::pause(*this); }
  void resume() { pool_.resume(*this); }

  Time monotonic_now() override;
  Time wall_now() override;
  Token random_token() override;
  std::uint64_t random_below(std::uint64_t below) override;
  void run_beside(Task<> task) override { beside_.start(std::move(task)); }
  void note(const Note& note) override {
    if (observer_) observer_->noted(*this, note);
  }

 protected:
  void begin(Call& call, NodeId node, Command&& command, Duration timeout,
             const SourcePlace&) override {
    pool_.call(call, *this, node, command, timeout);
  }
  void begin(Sleep& sleep, Duration duration, const SourcePlace&) override {
    pool_.sleep(sleep, *this, duration);
  }
  void begin(Listen& listen, NodeId node, Duration timeout, const SourcePlace&) override {
    pool_.listen(listen, *this, node, timeout);
  }
  void abandon(Listen& listen) noexcept override { pool_.abandon(listen); }
  void abandon(Call& call) noexcept override { pool_.abandon(call); }
  void abandon(Sleep& sleep) noexcept override { pool_.abandon(sleep); }
  void cancel(Await& await) override { pool_.cancel(await); }

 private:
  void failed(NodeId node, const Reply& reply) override {
    if (observer_) observer_->failed(*this, node, reply);
  }

  Pool& pool_;
  Observer* observer_;
  std::uint32_t acquisitions_ = 0;
  TasksBeside beside_;
};

}  // namespace locklab::redis

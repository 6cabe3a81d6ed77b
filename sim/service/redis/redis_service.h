// The simulated redis-server as the service behind a node: its connections, and the answers that
// come later (WAIT, and an endless script).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/service/redis/server.h"
#include "sim/service/service.h"

namespace locklab::sim {

class RedisService final : public Service, private Replicated, private Clustered {
 public:
  /// `host` must outlive it.
  RedisService(ServiceHost& host, const ServerOptions& options);

  std::unique_ptr<ServiceSession> open(SessionId id) override;
  Answer run(ServiceSession& session, const Command& command, const Origin& from,
             std::int64_t now_us, Reply& reply) override;
  Reply conclude(Ticket ticket) override;
  void prepare(std::string_view key, std::int64_t value, std::int64_t now_us) override;

  void let_time_pass(std::int64_t now_us) override { server_.expire_due(now_us); }
  std::int64_t next_due_ms() const override { return server_.next_deadline_ms(); }
  std::optional<std::size_t> remove_keys(KeyRemoval how, const std::vector<std::string>& locks,
                                         std::int64_t now_us) override {
    return server_.remove_keys(how, locks, now_us);
  }
  void refuse(WriteRefusals why) override { server_.refuse(why); }
  void lose_process(std::int64_t now_us) override;
  void lose_power(std::int64_t now_us) override;

  std::size_t key_count() const override { return server_.key_count(); }
  bool has_key(std::string_view key) const override { return server_.has_key(key); }
  std::optional<std::string_view> text_at(std::string_view key) const override {
    return server_.text_at(key);
  }
  std::optional<Condition> asks_for(const Command& command) const override;
  void fingerprint(Fingerprint& print) const override;

  Replicated* replicated() override { return this; }
  Clustered* clustered() override { return this; }

 private:
  // Clustered
  void join(std::function<std::string(std::uint16_t)> slot_error,
            std::function<void(std::string_view, std::string_view)> publish) override {
    server_.join_cluster(std::move(slot_error), std::move(publish));
  }
  void publish(std::string_view channel, std::string_view text) override {
    server_.publish(channel, text);
  }
  std::vector<Effect> give_away(std::uint16_t slot, std::int64_t now_us) override {
    return server_.give_away(slot, now_us);
  }
  void take_over(const Effect& key, std::int64_t now_us) override {
    server_.take_over(key, now_us);
  }
  // Replicated
  void become_replica() override { server_.become_replica(); }
  void become_master() override { server_.become_master(); }
  void set_replicas(std::size_t count) override;
  std::vector<Effect> take_effects() override { return server_.take_effects(); }
  std::uint64_t offset() const override { return server_.offset(); }
  std::vector<Effect> snapshot() const override { return server_.snapshot(); }
  void forget_all() override { server_.forget_all(); }
  void apply(const Effect& effect, std::int64_t now_us) override { server_.apply(effect, now_us); }
  void acknowledged() override;

  /// A WAIT for that many replicas to reach an offset.
  struct ReplicaWait {
    Ticket ticket;
    std::int64_t replicas;
    std::uint64_t offset;
  };
  /// An endless script, and its reply after SCRIPT KILL.
  struct Script {
    Ticket ticket;
    std::optional<Reply> killed;
  };

  void tell_access(const Command& command, const Reply& reply);
  void died();

  ServiceHost& host_;
  Server server_;
  std::vector<ReplicaWait> waits_;
  std::optional<Script> script_;
};

}  // namespace locklab::sim

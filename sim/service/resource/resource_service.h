// The resource as a service behind a node: it answers at once and has no timers.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/service/resource/resource.h"
#include "sim/service/service.h"

namespace locklab::sim {

class ResourceService final : public Service {
 public:
  /// `host` must outlive it.
  ResourceService(ServiceHost& host, Resource resource)
      : host_(host), resource_(std::move(resource)) {}

  std::unique_ptr<ServiceSession> open(SessionId) override;
  Answer run(ServiceSession& session, const Command& command, const Origin& from,
             std::int64_t now_us, Reply& reply) override;
  Reply conclude(Ticket) override { return {}; }

  void let_time_pass(std::int64_t) override {}
  std::int64_t next_due_ms() const override { return -1; }
  /// Loses nothing: every write is on disk.
  void lose_process(std::int64_t) override {}
  void lose_power(std::int64_t) override {}

  std::size_t key_count() const override { return 1; }
  std::optional<std::string_view> text_at(std::string_view) const override { return std::nullopt; }
  void fingerprint(Fingerprint& print) const override { resource_.fingerprint(print); }

 private:
  ServiceHost& host_;
  Resource resource_;
};

}  // namespace locklab::sim

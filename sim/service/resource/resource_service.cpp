#include "sim/service/resource/resource_service.h"

namespace locklab::sim {

namespace {

/// The resource does not distinguish connections.
struct ResourceSession final : ServiceSession {
  void fingerprint(Fingerprint&) const override {}
};

}  // namespace

std::unique_ptr<ServiceSession> ResourceService::open(SessionId) {
  return std::make_unique<ResourceSession>();
}

Service::Answer ResourceService::run(ServiceSession&, const Command& command, const Origin&,
                                     std::int64_t, Reply& reply) {
  Resource::Result result = resource_.handle(command.words());
  if (result.happened) host_.accessed(result.event);
  reply = std::move(result.reply);
  return {};
}

}  // namespace locklab::sim

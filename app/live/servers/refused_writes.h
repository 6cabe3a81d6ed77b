// Makes a real server of the lab refuse writes, and accept them again, by changing its settings and
// changing them back.
#pragma once

#include <optional>
#include <string>

#include "app/live/servers/server_process.h"
#include "lock/reply.h"
#include "sim/scenario/write_refusal.h"

namespace locklab::app {

/// Makes the server, which must be up, refuse writes for the reasons `now` instead of those
/// `before`. Returns the error, or an empty string.
std::string refuse_writes(ServerProcess& server, sim::WriteRefusals before, sim::WriteRefusals now);

/// Makes the server fail to save its keys, unless it has failed already: the slow half of
/// WriteRefusal::unsaved. Returns the error, or an empty string.
std::string fail_to_save(ServerProcess& server);

/// Returns why the server refused a write: OOM, READONLY or MISCONF; nullopt for any other reply.
std::optional<sim::WriteRefusal> refusal_in(const Reply& reply);

}  // namespace locklab::app

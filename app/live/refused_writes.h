// A real server of the lab's own that refuses to write, and writes again: by its settings, which
// are afterwards as they were.
#pragma once

#include <string>

#include "app/live/server_process.h"
#include "lock/reply.h"
#include "sim/scenario/write_refusal.h"

namespace locklab::app {

/// Makes the server, which runs and answers, refuse writes for the reasons `now`, and for none that
/// it had `before` besides. Returns why it failed; empty: it did not.
std::string refuse_writes(ServerProcess& server, sim::WriteRefusals before, sim::WriteRefusals now);

/// Lets the server fail to save its keys, unless it has failed already: the first half of
/// WriteRefusal::unsaved, which takes a while. Returns as refuse_writes() does.
std::string fail_to_save(ServerProcess& server);

/// Whether that is the answer of a server which refuses a write.
bool is_refused_write(const Reply& reply);

}  // namespace locklab::app

// The progress of a client's program: begun, releasing, done.
#pragma once

#include "sim/trace/event.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

struct ClientCourse {
  bool present = false;  ///< it has begun, and is neither done nor dead
  bool finished = false;
  bool releasing = false;
  bool operator==(const ClientCourse&) const = default;
};

class ClientCourses {
 public:
  /// Processes the next event of a trace; only what a client reports or sends has an effect.
  void on(const Event& event);

  ClientCourse of(ClientId client) const {
    const ClientCourse* course = courses_.find(client);
    return course ? *course : ClientCourse{};
  }
  bool operator==(const ClientCourses&) const = default;

 private:
  ByClient<ClientCourse> courses_;
};

}  // namespace locklab::sim

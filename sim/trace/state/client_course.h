// How far a client's program is: it has begun, it releases, it is done.
#pragma once

#include "sim/trace/event.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

struct ClientCourse {
  bool present = false;  ///< it has done something, and is neither done nor dead
  bool finished = false;
  bool releasing = false;
  bool operator==(const ClientCourse&) const = default;
};

class ClientCourses {
 public:
  /// The next event of a trace; what a client neither says nor sends changes nothing.
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

// The progress of a client's program: started, acquiring, waiting, holding, releasing, done.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/trace/event.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

/// A client's stage with respect to a lock.
enum class Phase : std::uint8_t { idle, acquire, wait, hold, release, count_ };
std::string_view name(Phase phase);

struct ClientCourse {
  bool present = false;  ///< has started, and has neither finished nor crashed
  bool finished = false;
  /// For the lock of its latest step; `hold` instead of `idle` while it holds another one.
  Phase phase = Phase::idle;
  std::uint32_t holds = 0;  ///< acquisitions that it has not released
  bool operator==(const ClientCourse&) const = default;
};

class ClientCourses {
 public:
  /// Processes the next event of a trace; only clients' reports, requests and crashes have an
  /// effect.
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

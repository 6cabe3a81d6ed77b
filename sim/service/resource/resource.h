// The counter that the lock protects: read, changed and written back, with an optional fence check.
// The simulator and live runs share it (sim/scenario/resource_commands.h has its commands).
//
// With fencing, it remembers the largest token that it has seen, in reads and writes, and rejects
// older ones: STALE (Kleppmann 2016).
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "lock/command.h"
#include "lock/reply.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"

namespace locklab::sim {

class Resource {
 public:
  Resource(std::string name, std::int64_t value, bool checks_fence)
      : name_(std::move(name)), value_(value), checks_fence_(checks_fence) {}

  /// The result of one command: the reply, and the event to record (with kind, value, extra and
  /// detail).
  struct Result {
    Reply reply;
    Event event;
    bool happened = false;  ///< false for a malformed command, which leaves nothing to record
  };
  Result handle(const PackedWords& words);

  const std::string& name() const { return name_; }
  std::int64_t value() const { return value_; }
  void fingerprint(Fingerprint& print) const {
    print.add(value_);
    print.add(newest_token_);
  }

 private:
  std::string name_;
  std::int64_t value_;
  bool checks_fence_;
  std::int64_t newest_token_ = -1;
};

}  // namespace locklab::sim

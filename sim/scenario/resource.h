// The counter that the lock protects: read, changed and written back, with an optional fence check.
// It is an actor of its own behind a link of its own, and both worlds use it. Its two commands:
//
//   READ name [TOKEN n]           -> the counter
//   WRITE name value [TOKEN n]    -> OK
//
// With fencing, it remembers the largest token that it has seen, on reads and on writes, and
// rejects older ones: STALE (Kleppmann 2016).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lock/command.h"
#include "lock/reply.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The command that reads the resource. `fence`: -1 for none. `token` names the acquisition that
/// asks.
Command read_resource(std::string_view name, std::int64_t fence, const Token& token);
Command write_resource(std::string_view name, std::int64_t value, std::int64_t fence,
                       const Token& token);

class Resource {
 public:
  Resource(std::string name, std::int64_t value, bool checks_fence)
      : name_(std::move(name)), value_(value), checks_fence_(checks_fence) {}

  /// The result of one command: the reply, and the event to record (with kind, value, extra and
  /// detail).
  struct Result {
    Reply reply;
    Event event;
    bool happened = false;  ///< false: an unknown command, with nothing to record
  };
  Result handle(const PackedWords& words);

  /// The result of one command as events of `trace`, which are not added yet.
  struct Answer {
    Reply reply;
    Event ran;
    std::optional<Event> access;  ///< its access to the counter
  };
  /// Handles a command. `request` has its client, message, acquisition and purpose.
  Answer answer(const PackedWords& words, const Event& request, Trace& trace);

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

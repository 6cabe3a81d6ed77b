// Which commands of one connection belong to a transaction. MULTI begins one, and WATCH prepares
// one; EXEC, DISCARD and RESET end it. UNWATCH ends one that has only been prepared.
//
// A connection lost inside a transaction must not be replaced by its owner until the transaction
// has ended. On a new connection the rest would run without the beginning, each command by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lock/command.h"

namespace locklab {

class Transaction {
 public:
  /// Tracks the next command that the client sends on the connection, or would send if it were not
  /// lost.
  void sent(const PackedWords& words) {
    if (!words.empty()) sent(*words.begin());
  }
  /// Tracks a command by its first word, ignoring case.
  void sent(std::string_view verb) {
    if (is(verb, "MULTI")) {
      progress_ = Progress::queueing;
    } else if (is(verb, "WATCH")) {
      if (progress_ == Progress::outside) progress_ = Progress::watching;
    } else if (is(verb, "UNWATCH")) {
      if (progress_ == Progress::watching)
        progress_ = Progress::outside;  // after a MULTI it is only queued
    } else if (is(verb, "EXEC") || is(verb, "DISCARD") || is(verb, "RESET")) {
      progress_ = Progress::outside;
    }
  }

  /// Whether the next command belongs to a transaction that was begun or prepared earlier.
  bool inside() const { return progress_ != Progress::outside; }
  /// Whether the server only queues the next command, after MULTI.
  bool queues() const { return progress_ == Progress::queueing; }

  bool operator==(const Transaction&) const = default;

 private:
  enum class Progress : std::uint8_t { outside, watching, queueing };

  static bool is(std::string_view verb, std::string_view upper_case) {
    if (verb.size() != upper_case.size()) return false;
    for (std::size_t i = 0; i < verb.size(); ++i) {
      const char c = verb[i];
      if ((c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c) != upper_case[i])
        return false;
    }
    return true;
  }

  Progress progress_ = Progress::outside;
};

}  // namespace locklab

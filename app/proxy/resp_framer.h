// Finds where the messages of a connection begin and end, in bytes that come in pieces of any size.
// It looks at types and lengths alone and keeps none of the bytes, so that neither a large reply
// nor a hostile length costs memory.
//
// Bytes that are no RESP are foreign: from there on every piece is a message of its own, and
// whoever relays them passes them on as they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace locklab::app {

class RespFramer {
 public:
  /// What it reads: commands (arrays of bulk strings, or one line), or what a server sends (RESP2
  /// and RESP3).
  enum class Side : std::uint8_t { commands, replies };

  explicit RespFramer(Side side) : side_(side) {}

  /// Takes bytes up to the end of the current message, or all. Returns how many; ended() then says
  /// whether they end it.
  std::size_t take(std::string_view bytes);
  bool ended() const { return state_ == State::type && open_ == 0; }
  /// Whether a message has begun and not ended.
  bool in_the_middle() const { return !ended(); }
  bool foreign() const { return foreign_; }

 private:
  enum class State : std::uint8_t { type, length, line, bulk };
  void begin_element(char type);
  void length_is_there();
  void element_ends();
  void give_up();

  const Side side_;
  State state_ = State::type;
  bool foreign_ = false;
  bool first_ = true;        ///< the element is the message itself
  char kind_ = 0;            ///< of the element
  std::uint64_t open_ = 0;   ///< elements of the message that have not ended
  std::uint64_t bytes_ = 0;  ///< still to come: of the bulk with its end
  std::array<char, 24> digits_{};
  std::size_t digits_size_ = 0;
  std::size_t line_size_ = 0;  ///< of a command in one line
};

/// The name of a whole command, in capitals: "SET". EVALSHA runs a script as EVAL does, and has its
/// name. Empty: the bytes tell none.
std::string_view command_name(std::string_view bytes, std::array<char, 16>& room);

/// Whether a frame of a server belongs to a channel, and to no command: RESP3's pushes, and in
/// RESP2 what a subscriber receives.
bool is_push(std::string_view frame, bool subscriber);

}  // namespace locklab::app

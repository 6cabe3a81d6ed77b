// Finds the boundaries of a connection's messages in bytes that come in pieces of any size. It
// examines only types and lengths, and stores only the digits of a length, so that neither a large
// reply nor a hostile length costs memory.
//
// Bytes that are not RESP are foreign: from there on every piece is a message of its own, which a
// relay passes on unchanged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace locklab::app {

class RespFramer {
 public:
  /// The kind of stream: commands (arrays of bulk strings, or inline), or a server's output (RESP2
  /// and RESP3).
  enum class Side : std::uint8_t { commands, replies };

  explicit RespFramer(Side side) : side_(side) {}

  /// Consumes bytes up to the end of the current message, or all. Returns their number; ended()
  /// then says whether the message is complete.
  std::size_t take(std::string_view bytes);
  bool ended() const { return state_ == State::type && open_ == 0; }
  /// Whether a message has begun but not ended.
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
  char kind_ = 0;            ///< type of the element
  std::uint64_t open_ = 0;   ///< unfinished elements of the message
  std::uint64_t bytes_ = 0;  ///< remaining bytes of the bulk, including its line end
  std::array<char, 24> digits_{};
  std::size_t digits_size_ = 0;
  std::size_t line_size_ = 0;  ///< bytes of the current line so far, without its type
};

/// The name of the command at the front of `bytes`, in upper case, stored in `room`: "SET". EVALSHA
/// is named EVAL, as it also runs a script. Empty if there is none, or it does not fit.
std::string_view command_name(std::string_view bytes, std::array<char, 16>& room);

/// Whether a server's frame is a push: any push of RESP3, or a channel's message to a subscriber in
/// RESP2.
bool is_push(std::string_view frame, bool subscriber);

}  // namespace locklab::app

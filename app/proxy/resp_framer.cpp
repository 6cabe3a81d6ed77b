#include "app/proxy/resp_framer.h"

#include <algorithm>
#include <charconv>

namespace locklab::app {

namespace {

/// The longest inline command in bytes, as in Redis.
constexpr std::size_t longest_line = std::size_t{64} * 1024;
/// Limit of a message's unfinished elements, far above real ones; beyond it the bytes are not RESP.
constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;

constexpr std::string_view line_types = "+-:,(#_";
constexpr std::string_view bulk_types = "$=!";
constexpr std::string_view list_types = "*~>%|";

bool is_one_of(std::string_view types, char type) {
  return types.find(type) != std::string_view::npos;
}

/// Removes the bulk string at the front of `bytes` and returns its text; empty if there is none.
std::string_view take_bulk(std::string_view& bytes) {
  if (!bytes.starts_with('$')) return {};
  std::size_t length = 0;
  const char* const end = bytes.data() + bytes.size();
  const auto [after, error] = std::from_chars(bytes.data() + 1, end, length);
  const auto from = static_cast<std::size_t>(after - bytes.data()) + 2;
  if (error != std::errc() || from > bytes.size() || length > bytes.size() - from) return {};
  const std::string_view text = bytes.substr(from, length);
  bytes.remove_prefix(std::min(from + length + 2, bytes.size()));
  return text;
}

/// Removes the header of an array. Returns false if there is none.
bool take_array(std::string_view& bytes) {
  const std::size_t end = bytes.find("\r\n");
  if (!bytes.starts_with('*') || end == std::string_view::npos) return false;
  bytes.remove_prefix(end + 2);
  return true;
}

}  // namespace

void RespFramer::give_up() {
  foreign_ = true;
  state_ = State::type;
  open_ = 0;
}

void RespFramer::begin_element(char type) {
  first_ = open_ == 0;
  if (first_) open_ = 1;
  kind_ = type;
  digits_size_ = line_size_ = 0;
  const bool list = is_one_of(list_types, type);
  if (side_ == Side::commands) {
    if (first_) {
      state_ = type == '*' ? State::length : State::line;
      if (type == '\n') element_ends();  // an empty line
    } else if (type == '$') {
      state_ = State::length;
    } else {
      give_up();
    }
  } else if (list || is_one_of(bulk_types, type)) {
    state_ = State::length;
  } else if (is_one_of(line_types, type)) {
    state_ = State::line;
  } else {
    give_up();
  }
}

void RespFramer::element_ends() {
  --open_;
  state_ = State::type;
}

void RespFramer::length_is_there() {
  std::int64_t count = 0;
  const char* const end = digits_.data() + digits_size_;
  const auto [after, error] = std::from_chars(digits_.data(), end, count);
  if (error != std::errc() || after != end || count < -1) return give_up();
  if (is_one_of(bulk_types, kind_)) {
    if (count < 0) return element_ends();
    bytes_ = static_cast<std::uint64_t>(count) + 2;
    state_ = State::bulk;
    return;
  }
  auto more = static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
  if (more > most_elements) return give_up();
  if (kind_ == '%' || kind_ == '|') more *= 2;
  if (kind_ == '|') ++more;  // attributes precede the value that they describe
  open_ += more;
  if (open_ > most_elements) return give_up();
  element_ends();
}

std::size_t RespFramer::take(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (foreign_) return bytes.size();
    switch (state_) {
      case State::type:
        begin_element(bytes[at++]);
        break;
      case State::length: {
        const char c = bytes[at++];
        if (c == '\n') {
          length_is_there();
        } else if (c != '\r') {
          if (digits_size_ == digits_.size()) {
            give_up();
          } else {
            digits_[digits_size_++] = c;
          }
        }
        break;
      }
      case State::line: {
        const std::size_t end = bytes.find('\n', at);
        const std::size_t to = end == std::string_view::npos ? bytes.size() : end + 1;
        line_size_ += to - at;
        at = to;
        if (end != std::string_view::npos) {
          element_ends();
        } else if (side_ == Side::commands && line_size_ > longest_line) {
          give_up();
        }
        break;
      }
      case State::bulk: {
        const auto here = std::min<std::uint64_t>(bytes_, bytes.size() - at);
        at += static_cast<std::size_t>(here);
        bytes_ -= here;
        if (bytes_ == 0) element_ends();
        break;
      }
    }
    if (ended() && !foreign_) return at;
  }
  return at;
}

std::string_view command_name(std::string_view bytes, std::array<char, 16>& room) {
  std::string_view name;
  if (take_array(bytes)) {
    name = take_bulk(bytes);
  } else {
    name = bytes.substr(0, bytes.find_first_of(" \r\n"));
  }
  if (name.size() > room.size()) return {};
  std::transform(name.begin(), name.end(), room.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  const std::string_view capitals(room.data(), name.size());
  return capitals == "EVALSHA" ? capitals.substr(0, 4) : capitals;
}

bool is_push(std::string_view frame, bool subscriber) {
  if (frame.starts_with('>')) return true;
  if (!subscriber || !take_array(frame)) return false;
  const std::string_view what = take_bulk(frame);
  return what == "message" || what == "pmessage" || what == "smessage";
}

}  // namespace locklab::app

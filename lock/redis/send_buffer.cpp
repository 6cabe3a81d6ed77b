#include "lock/redis/send_buffer.h"

#include <algorithm>
#include <charconv>

namespace locklab::redis {

namespace {

/// Maximum memory, in bytes, that an empty buffer keeps for the next commands.
constexpr std::size_t kept_bytes = std::size_t{64} * 1024;

}  // namespace

void SendBuffer::sent(std::size_t count) {
  gone_ = std::min(gone_ + count, bytes_.size());
  if (empty()) clear();
}

void SendBuffer::append(std::string_view bytes) {
  // The waiting bytes are moved only if they are fewer than the bytes already sent: for each byte
  // sent, at most one is moved.
  if (gone_ > bytes_.size() - gone_ && bytes_.size() + bytes.size() > bytes_.capacity()) {
    bytes_.erase(0, gone_);
    gone_ = 0;
  }
  bytes_ += bytes;
}

void SendBuffer::append(const PackedWords& words) {
  append_length('*', words.size());
  for (std::string_view word : words) {
    append_length('$', word.size());
    append(word);
    append("\r\n");
  }
}

void SendBuffer::append_length(char kind, std::size_t length) {
  char text[24] = {kind};
  char* end = std::to_chars(text + 1, text + sizeof text, length).ptr;
  *end++ = '\r';
  *end++ = '\n';
  append({text, static_cast<std::size_t>(end - text)});
}

void SendBuffer::clear() {
  bytes_.clear();
  gone_ = 0;
  if (bytes_.capacity() > kept_bytes) bytes_.shrink_to_fit();
}

}  // namespace locklab::redis

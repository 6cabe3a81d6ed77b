// The bytes of one command, stored in place up to a size that few commands exceed. Every step
// makes, moves and destroys a command, and must not allocate for it.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace locklab {

/// Copies a word of a command. Most words are so short that a call of memcpy would cost more than
/// the copy.
inline void copy_word(char* to, const char* from, std::size_t size) {
  if (size >= 8 && size <= 16) {
    std::uint64_t head, tail;
    std::memcpy(&head, from, 8);
    std::memcpy(&tail, from + size - 8, 8);
    std::memcpy(to, &head, 8);
    std::memcpy(to + size - 8, &tail, 8);
  } else if (size == 32) {  // a token
    std::memcpy(to, from, 32);
  } else if (size == 1) {
    *to = *from;
  } else if (size > 0) {
    std::memcpy(to, from, size);
  }
}

/// Compares two words, without a call if they have 8 to 16 bytes.
inline bool same_bytes(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a.size() < 8 || a.size() > 16) return a == b;
  std::uint64_t heads[2], tails[2];
  std::memcpy(&heads[0], a.data(), 8);
  std::memcpy(&heads[1], b.data(), 8);
  std::memcpy(&tails[0], a.data() + a.size() - 8, 8);
  std::memcpy(&tails[1], b.data() + b.size() - 8, 8);
  return heads[0] == heads[1] && tails[0] == tails[1];
}

class PackedBytes {
 public:
  PackedBytes() = default;
  PackedBytes(const PackedBytes& other) { append(other.view()); }
  PackedBytes(PackedBytes&& other) noexcept { take(other); }
  PackedBytes& operator=(const PackedBytes& other) {
    if (this != &other) {
      size_ = 0;
      append(other.view());
    }
    return *this;
  }
  PackedBytes& operator=(PackedBytes&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~PackedBytes() = default;

  std::string_view view() const { return {data(), size_}; }

  void append(std::string_view bytes) {
    copy_word(grow(static_cast<std::uint32_t>(bytes.size())), bytes.data(), bytes.size());
  }

  /// Appends `bytes` bytes, which the caller must write before the buffer changes again.
  char* grow(std::uint32_t bytes) {
    if (size_ + bytes > capacity()) move_out(size_ + bytes);
    char* end = (large_ ? large_.get() : in_place_) + size_;
    size_ += bytes;
    return end;
  }

 private:
  static constexpr std::uint32_t in_place = 128;
  static constexpr std::uint32_t block = 32;
  static_assert(in_place % block == 0);

  const char* data() const { return large_ ? large_.get() : in_place_; }
  std::uint32_t capacity() const { return large_ ? large_capacity_ : in_place; }

  void move_out(std::uint32_t needed) {
    const std::uint32_t capacity = needed * 2;
    auto larger = std::make_unique<char[]>(capacity);
    std::memcpy(larger.get(), data(), size_);
    large_ = std::move(larger);
    large_capacity_ = capacity;
  }

  void take(PackedBytes& other) noexcept {
    size_ = other.size_;
    large_capacity_ = other.large_capacity_;
    large_ = std::move(other.large_);
    if (!large_) copy_in_place(other);
    other.size_ = 0;
  }

  /// Copies whole blocks: for so few bytes, a copy of unknown length costs more than the copying
  /// itself.
  void copy_in_place(const PackedBytes& other) noexcept {
    for (std::uint32_t i = 0; i < size_; i += block)
      std::memcpy(in_place_ + i, other.in_place_ + i, block);
  }

  std::uint32_t size_ = 0;
  std::uint32_t large_capacity_ = 0;
  std::unique_ptr<char[]> large_;
  char in_place_[in_place];
};

}  // namespace locklab

// The bytes of one command, in place up to a size that almost every command keeps: a command is
// made, moved to a message and thrown away at every step, and must not allocate for it.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace locklab {

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
    char* to = grow(static_cast<std::uint32_t>(bytes.size()));
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  }

  /// Room for `bytes` more, to be written at once.
  char* grow(std::uint32_t bytes) {
    if (size_ + bytes > capacity()) move_out(size_ + bytes);
    char* end = (large_ ? large_.get() : in_place_) + size_;
    size_ += bytes;
    return end;
  }

 private:
  static constexpr std::uint32_t in_place = 160;

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
    if (!large_) std::memcpy(in_place_, other.in_place_, size_);
    other.size_ = 0;
  }

  std::uint32_t size_ = 0;
  std::uint32_t large_capacity_ = 0;
  std::unique_ptr<char[]> large_;
  char in_place_[in_place];
};

}  // namespace locklab

#include "lock/assert.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace locklab {

namespace {

std::atomic<bool> throws = false;

/// The path relative to the project's root, such as "sim/wire/network.cpp".
std::string_view from_root(std::string_view file) {
  constexpr std::string_view here = "lock/assert.cpp";
  const std::string_view root =
      std::string_view(__FILE__).substr(0, std::string_view(__FILE__).size() - here.size());
  return file.starts_with(root) ? file.substr(root.size()) : file;
}

}  // namespace

void BrokenInvariant::in(std::string_view where) {
  if (is_placed_ || where.empty()) return;
  is_placed_ = true;
  add("; in ");
  add(where);
}

void BrokenInvariant::add(std::string_view words) {
  const std::size_t used = std::strlen(words_.data());
  const std::size_t room = words_.size() - 1 - used;  // the rest is cut off
  words.substr(0, room).copy(words_.data() + used, room);
}

void throw_broken_invariants() { throws = true; }

namespace detail {

void invariant_broken(const char* condition, const std::string& values, const char* file,
                      int line) {
  BrokenInvariant broken(fmt::format("{}:{}: {} does not hold{}{}", from_root(file), line,
                                     condition, values.empty() ? "" : ": ", values));
  if (throws) throw broken;
  fmt::print(stderr, "locklab: {}\n", broken.what());
  std::abort();
}

void unhandled_in_task() {
  try {
    throw;
  } catch (const BrokenInvariant&) {
    throw;
  } catch (...) {
    std::terminate();
  }
}

}  // namespace detail

}  // namespace locklab

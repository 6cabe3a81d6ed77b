// A lazy coroutine: it starts when it is awaited or started, and its owner may destroy it at any
// await. Destroying a suspended task is a crash of whoever runs it: every local is destroyed,
// innermost frame first, and what it waited for deregisters itself. Never destroy a task that is on
// the stack.
#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "lock/frame.h"

namespace locklab {

template <class T>
class Task;

namespace detail {

/// Frames of coroutines come and go at every step: they are kept by size for the next one of their
/// thread.
void* take_frame(std::size_t bytes);
/// False: of this thread's frames none is kept, all come from operator new.
void keep_frames(bool keep);
void give_frame(void* frame, std::size_t bytes) noexcept;

struct PromiseBase : Frame {
  static void* operator new(std::size_t bytes) { return take_frame(bytes); }
  static void operator delete(void* frame, std::size_t bytes) noexcept { give_frame(frame, bytes); }

  std::coroutine_handle<> continuation = std::noop_coroutine();

  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> finished) noexcept {
      running_frame.frame = finished.promise().caller;
      return finished.promise().continuation;
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() noexcept { return {}; }
  Final final_suspend() noexcept { return {}; }
  [[noreturn]] void unhandled_exception() noexcept {
    std::terminate();
  }  // none crosses lock/ or sim/

  /// All that its caller keeps of a finished task is the result. Where that cannot be told, all
  /// that the task has received stands for it.
  template <class T>
  void hand_over(const T& result) {
    if (!list || !caller) return;
    if constexpr (requires { fingerprint(result); }) {
      caller->received.add(fingerprint(result));
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      caller->received.add(static_cast<std::uint64_t>(result));
    } else {
      caller->received.add(received.value());
    }
  }
};

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Task<T> get_return_object();
  template <class U>
  void return_value(U&& u) {
    value.emplace(std::forward<U>(u));
  }
  T take() {
    hand_over(*value);
    return std::move(*value);
  }
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object();
  void return_void() {}
  void take() { hand_over(nullptr); }
};

}  // namespace detail

template <class T = void>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::Promise<T>;

  Task() = default;
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  explicit operator bool() const { return bool(handle_); }
  bool done() const { return !handle_ || handle_.done(); }

  /// Runs it, as nobody's child, up to its first await.
  void start() {
    Frame* const starter = std::exchange(running_frame.frame, &handle_.promise());
    handle_.resume();
    running_frame.frame = starter;
  }

  bool await_ready() const noexcept { return false; }
  template <class P>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<P> waiter) noexcept {
    handle_.promise().continuation = waiter;
    handle_.promise().caller = &waiter.promise();
    running_frame.frame = &handle_.promise();
    return handle_;
  }
  T await_resume() { return handle_.promise().take(); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

namespace detail {
template <class T>
Task<T> Promise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}
inline Task<void> Promise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}
}  // namespace detail

}  // namespace locklab

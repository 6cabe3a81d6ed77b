// A lazy coroutine. It starts when it is awaited or started, and its owner may destroy it at any
// await. Destroying a suspended task, as in a crash of its client, destroys every local, innermost
// frame first, and its awaits deregister. Never destroy a task while it is on the call stack.
//
// A task whose first parameter is an Env (or a class derived from it) belongs to that client: its
// frame comes from the client's pool, and the client's observer sees it. The client must outlive
// it.
#pragma once

#include <concepts>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "lock/assert.h"
#include "lock/env.h"

namespace locklab {

template <class T>
class Task;

namespace detail {

/// A header in front of each frame that records where its memory came from.
struct alignas(__STDCPP_DEFAULT_NEW_ALIGNMENT__) FrameOwner {
  FramePool* pool;    ///< null for operator new
  std::size_t bytes;  ///< size of the frame's memory, including this header
};

inline void* take_frame(FramePool* pool, std::size_t bytes) {
  bytes += sizeof(FrameOwner);
  void* const memory = pool ? pool->take(bytes) : ::operator new(bytes);
  return new (memory) FrameOwner{pool, bytes} + 1;
}

inline void give_frame(void* frame) noexcept {
  FrameOwner* const owner = static_cast<FrameOwner*>(frame) - 1;
  if (FramePool* const pool = owner->pool) {
    pool->give(owner, owner->bytes);
  } else {
    ::operator delete(owner);
  }
}

struct PromiseBase {
  PromiseBase() = default;
  template <class... Parameters>
  explicit PromiseBase(Env& env, const Parameters&...) : observer_(env.observer()) {}

  template <class... Parameters>
  static void* operator new(std::size_t bytes, Env& env, const Parameters&...) {
    return take_frame(env.frames(), bytes);
  }
  static void* operator new(std::size_t bytes) { return take_frame(nullptr, bytes); }
  static void operator delete(void* frame) noexcept { give_frame(frame); }

  /// Null if the task is not observed, or belongs to no client.
  TaskObserver* observer() const { return observer_; }

  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> finished) noexcept {
      if (TaskObserver* const observer = finished.promise().observer())
        observer->finished(finished.address());
      return finished.promise().continuation;
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() noexcept { return {}; }
  Final final_suspend() noexcept { return {}; }
  [[noreturn]] void unhandled_exception() { unhandled_in_task(); }

  std::coroutine_handle<> continuation = std::noop_coroutine();

 private:
  TaskObserver* observer_ = nullptr;
};

template <class T>
struct Result : PromiseBase {
  using PromiseBase::PromiseBase;
  std::optional<T> value;
  template <class U>
  void return_value(U&& u) {
    value.emplace(std::forward<U>(u));
  }
  T take(const void* task) {
    if (TaskObserver* const watching = observer()) show(*watching, task);
    return std::move(*value);
  }

 private:
  void show(TaskObserver& watching, const void* task) const {
    if constexpr (std::same_as<T, Reply> || std::same_as<T, std::vector<Reply>> ||
                  std::same_as<T, Grant>) {
      watching.returned(task, *value);
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      watching.returned(task, static_cast<std::uint64_t>(*value));
    } else {
      watching.returned(task);
    }
  }
};

template <>
struct Result<void> : PromiseBase {
  using PromiseBase::PromiseBase;
  void return_void() {}
  void take(const void* task) {
    if (TaskObserver* const watching = observer()) watching->returned(task);
  }
};

template <class T>
struct Promise : Result<T> {
  Promise() { begin(); }
  template <class... Parameters>
  explicit Promise(Env& env, const Parameters&... parameters) : Result<T>(env, parameters...) {
    begin();
  }
  ~Promise() {
    if (TaskObserver* const observer = this->observer()) observer->ended(task());
  }
  Promise(const Promise&) = delete;
  Promise& operator=(const Promise&) = delete;

  Task<T> get_return_object() {
    return Task<T>(std::coroutine_handle<Promise>::from_promise(*this));
  }

 private:
  const void* task() { return std::coroutine_handle<Promise>::from_promise(*this).address(); }
  void begin() {
    if (TaskObserver* const observer = this->observer()) observer->begun(task());
  }
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

  /// Runs the task until it first suspends, without a task that awaits it.
  void start() {
    TaskObserver* const observer = handle_.promise().observer();
    if (!observer) return handle_.resume();
    const TaskObserver::Name starter = observer->runs(handle_.address());
    handle_.resume();
    observer->runs(starter);
  }

  bool await_ready() const noexcept { return false; }
  template <class P>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<P> waiter) noexcept {
    handle_.promise().continuation = waiter;
    if (TaskObserver* const observer = handle_.promise().observer())
      observer->awaits(waiter.address(), handle_.address());
    return handle_;
  }
  T await_resume() { return handle_.promise().take(handle_.address()); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

}  // namespace locklab

// The recording of a load whose violations are kept: a ring of moments for each client, and what
// struck the servers. When the oracle sees a violation, the rings of the two clients are copied,
// and what both go on to do until they have released is added.
//
// It takes a bounded amount of memory, however long the load is.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "app/load/stress_work.h"
#include "app/stress/client_recorder.h"
#include "app/stress/oracle.h"

namespace locklab::app {

/// So many violations of each kind are kept with a window.
inline constexpr std::size_t windows_of_a_kind = 3;

/// What is known of the two clients of a violation around it, and of the servers.
struct Window {
  struct Side {
    std::uint32_t client = 0;
    Hold hold;
    std::vector<Moment> moments;  ///< in order
  };
  std::size_t violation = 0;          ///< its place in Oracle::listed()
  std::int64_t measured_from_us = 0;  ///< the zero of the report's times
  Harm harm = Harm::overlap;
  std::uint64_t lock = 0;
  std::vector<Side> sides;  ///< the first and the second; one if they are the same client's
  std::vector<Moment> servers;
};

class Recording final : public Oracle::Witness {
 public:
  explicit Recording(const StressWork& work);

  ClientRecorder& client(std::uint32_t number) { return clients_[number]; }
  /// What struck a node, or the links of all clients to it, or the end of that; from one thread.
  /// Its `fault` is the strike's number, at its end too (0: all of a kind end); its time is now.
  void struck(const sim::Event& event);
  void saw(std::size_t number, const Violation& violation) override;

  /// The windows, in the order of their violations. Only when no client runs any more.
  std::vector<Window> windows(const std::vector<Violation>& listed) const;

  /// Bytes that the rings of so many clients take at the most.
  static std::uint64_t bytes_for(std::uint32_t clients);

 private:
  struct Kept {
    std::size_t violation = 0;
    std::vector<Window::Side> sides;
    std::vector<std::shared_ptr<Aftermath>> later;  ///< of each side
  };

  std::atomic<std::uint64_t> order_ = 0;
  std::deque<ClientRecorder> clients_;
  std::vector<Moment> servers_;
  std::mutex keeping_;
  std::size_t count_[static_cast<std::size_t>(Harm::count_)]{};
  std::vector<Kept> kept_;
};

}  // namespace locklab::app

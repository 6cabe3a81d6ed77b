// Recording of a load whose violations are kept: a ring of moments per client, and the faults of
// the servers. When the oracle detects one of the first violations of a kind, the rings of both
// clients are copied, and their moments up to the release are added.
//
// Apart from the faults, memory is bounded however long the load runs.
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

/// Maximum number of windows kept per kind of violation.
inline constexpr std::size_t windows_of_a_kind = 3;

/// A violation with the moments of its clients around it, and the server faults of the whole load.
struct Window {
  struct Side {
    std::uint32_t client = 0;
    Hold hold;
    std::vector<Moment> moments;  ///< in the order in which they were recorded
  };
  std::size_t violation = 0;          ///< index in Oracle::listed()
  std::int64_t measured_from_us = 0;  ///< zero of the report's times
  Harm harm = Harm::overlap;
  std::uint64_t lock = 0;
  std::vector<Side> sides;  ///< first and second; only one if both are of the same client
  std::vector<Moment> servers;
};

class Recording final : public Oracle::Witness {
 public:
  explicit Recording(const StressWork& work);

  ClientRecorder& client(std::uint32_t number) { return clients_[number]; }
  /// Records a fault of a node or of all its links, or the end of one, with the current time. The
  /// event's `fault` is the token of ServerWatch, also at its end (0 if all of a kind end). Must be
  /// called by one thread only.
  void struck(const sim::Event& event);
  void saw(std::size_t number, const Violation& violation) override;

  /// The windows, sorted by violation, without `measured_from_us`. Must not be called while clients
  /// run.
  std::vector<Window> windows(const std::vector<Violation>& listed) const;

  /// Estimated maximum size in bytes of the rings of `clients` clients.
  static std::uint64_t bytes_for(std::uint32_t clients);

 private:
  struct Kept {
    std::size_t violation = 0;
    std::vector<Window::Side> sides;
    std::vector<std::shared_ptr<Aftermath>> later;  ///< per side
  };

  std::atomic<std::uint64_t> order_ = 0;
  std::deque<ClientRecorder> clients_;
  std::vector<Moment> servers_;
  std::mutex keeping_;
  std::size_t count_[static_cast<std::size_t>(Harm::count_)]{};
  std::vector<Kept> kept_;
};

}  // namespace locklab::app

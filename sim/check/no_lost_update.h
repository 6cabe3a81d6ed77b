// No lost update: between a client's read of the resource and its accepted write, no other client's
// write is accepted. An atomic command reads and writes at once, so nothing can come between.
//
// In live traces, where times are intervals, a breach must hold for every possible order.
#pragma once

#include <array>
#include <optional>

#include "sim/check/verdict_words.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class NoLostUpdate {
 public:
  void on_read(const Event& event, std::size_t index);
  void on_write(const Event& event, std::size_t index);
  /// `some_forgotten`: the resource itself lost a write, so the next writer could not have seen it.
  Verdict verdict(const Trace& trace, bool some_forgotten) const;
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  struct Access {
    std::int64_t from = 0;  ///< it happened between `from` and `at`, in us
    std::int64_t at = 0;
    std::size_t index = 0;
    std::uint32_t acquisition = 0;
    ClientId client = no_client;
    std::uint16_t resource = no_name;

    bool of(const Event& e) const {
      return client == e.client && acquisition == e.acquisition && resource == e.key;
    }
  };
  struct Write : Access {
    /// The latest possible time of the read that the write is based on, in us; INT64_MAX if there
    /// was none.
    std::int64_t read_by = INT64_MAX;
  };
  /// A client's latest reads, one for each hold and resource: a late write may belong to an earlier
  /// hold.
  struct Reads {
    std::array<Access, 4> latest;
    std::uint8_t last = 0;
  };
  /// The latest write, and the latest write by a client other than its writer.
  struct Resource {
    Write last;
    Write by_other;
  };
  static Access access(const Event& event, std::size_t index);
  static bool before(const Access& a, const Access& b);
  static Access* find(Reads& reads, const Event& event);
  void judge(const Write& own, const Access& read, const Write& other);

  ByClient<Reads> reads_;
  ByName<Resource> resources_;
  std::uint64_t writes_ = 0;
  bool order_unknown_ = false;
  std::optional<Breach> breach_;
  std::size_t read_ = 0;  ///< index of the stale read on which the breach's write is based
};

}  // namespace locklab::sim

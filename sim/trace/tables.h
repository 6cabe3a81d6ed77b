// Tables for readers of a trace, all plain values: rows by the number of a name or a client, and
// the open items of clients by lock. They use vectors with indices in place of maps and pointers: a
// reader costs a few nanoseconds per event, stops allocating once it has seen its clients and
// locks, and can be copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lock/ids.h"
#include "sim/trace/event.h"

namespace locklab::sim {

/// A row for each name of a lock, key or resource; rows are created on first use.
template <class Row>
class ByName {
 public:
  Row& operator[](std::uint16_t name) {
    const std::size_t at = place(name);
    if (at >= rows_.size()) rows_.resize(at + 1);
    return rows_[at];
  }
  /// Null if there is no row yet.
  const Row* find(std::uint16_t name) const {
    const std::size_t at = place(name);
    return at < rows_.size() ? &rows_[at] : nullptr;
  }
  /// Calls visit(name, row) for every row.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      visit(static_cast<std::uint16_t>(i - 1), rows_[i]);
  }
  /// Calls visit(row) for every row, which may change it.
  template <class Visit>
  void change(Visit visit) {
    for (Row& row : rows_) visit(row);
  }
  bool operator==(const ByName&) const = default;

 private:
  /// no_name comes first.
  static std::size_t place(std::uint16_t name) { return static_cast<std::uint16_t>(name + 1); }

  std::vector<Row> rows_;
};

/// A row for each client; rows are created on first use.
template <class Row>
class ByClient {
 public:
  Row& operator[](ClientId client) {
    if (index(client) >= rows_.size()) rows_.resize(std::size_t{index(client)} + 1);
    return rows_[index(client)];
  }
  /// Null if there is no row yet.
  const Row* find(ClientId client) const {
    return index(client) < rows_.size() ? &rows_[index(client)] : nullptr;
  }
  bool operator==(const ByClient&) const = default;

 private:
  std::vector<Row> rows_;
};

/// Open items of clients, one cell for each client and lock. A client uses few locks at once, so
/// its cells form a short chain.
template <class Value>
class OpenTable {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  struct Cell {
    Value value{};
    std::uint32_t next = none;    ///< the client's next cell, or the next free one
    ClientId client = no_client;  ///< no_client if the cell is free
    std::uint16_t name = no_name;
    bool operator==(const Cell&) const = default;
  };

  /// The cell's index, or `none`.
  std::uint32_t find(ClientId client, std::uint16_t name) const {
    std::uint32_t at = first_of(client);
    while (at != none && cells_[at].name != name) at = cells_[at].next;
    return at;
  }
  std::uint32_t open(ClientId client, std::uint16_t name) {
    if (const std::uint32_t at = find(client, name); at != none) return at;
    if (index(client) >= first_.size()) first_.resize(std::size_t{index(client)} + 1, none);
    std::uint32_t at = free_;
    if (at == none) {
      at = static_cast<std::uint32_t>(cells_.size());
      cells_.emplace_back();
    } else {
      free_ = cells_[at].next;
    }
    cells_[at] = Cell{Value{}, first_[index(client)], client, name};
    first_[index(client)] = at;
    return at;
  }
  void close(std::uint32_t at) {
    std::uint32_t* link = &first_[index(cells_[at].client)];
    while (*link != at) link = &cells_[*link].next;
    *link = cells_[at].next;
    cells_[at].client = no_client;
    cells_[at].next = free_;
    free_ = at;
  }
  std::uint32_t first_of(ClientId client) const {
    return index(client) < first_.size() ? first_[index(client)] : none;
  }
  Cell& operator[](std::uint32_t at) { return cells_[at]; }
  const Cell& operator[](std::uint32_t at) const { return cells_[at]; }
  /// One more than the highest client number seen.
  std::uint32_t clients() const { return static_cast<std::uint32_t>(first_.size()); }
  /// The number of cells, including free ones.
  std::uint32_t size() const { return static_cast<std::uint32_t>(cells_.size()); }
  bool operator==(const OpenTable&) const = default;

 private:
  std::vector<std::uint32_t> first_;  ///< each client's first cell, or `none`
  std::vector<Cell> cells_;
  std::uint32_t free_ = none;
};

}  // namespace locklab::sim

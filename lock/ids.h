// Ids of clients and nodes. They are strong types, so that a client cannot be mistaken for a node,
// and small, since every Event holds them.
#pragma once

#include <cstdint>

namespace locklab {

enum class ClientId : std::uint16_t {};
enum class NodeId : std::uint16_t {};

/// "No client" or "no node" in an Event.
inline constexpr ClientId no_client{0xffff};
inline constexpr NodeId no_node{0xffff};

/// The resource that the lock protects is reached through Env like a node, under this id.
inline constexpr NodeId resource_node{0xfffe};

constexpr std::uint16_t index(ClientId id) { return static_cast<std::uint16_t>(id); }
constexpr std::uint16_t index(NodeId id) { return static_cast<std::uint16_t>(id); }

}  // namespace locklab

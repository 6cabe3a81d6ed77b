#include "sim/explore/sleep_sets.h"

#include <bit>

#include "sim/wire/network.h"
#include "sim/world/ties.h"

namespace locklab::sim {

namespace {

constexpr std::uint32_t most_bits = 32;

}  // namespace

SleepSets::SleepSets(const Scenario& scenario)
    : places_(static_cast<std::uint32_t>(scenario.nodes.size()) + 1) {
  const auto clients = static_cast<std::uint32_t>(scenario.clients.size());
  sleeps_ = clients * places_ * 2;
  const std::uint32_t bits = sleeps_ + clients;
  fits_ = bits <= most_bits;
  if (!fits_) return;
  // Requests at different places are independent. A request at a node is also independent of what a
  // client does meanwhile, since that would first have to reach the node. Only the checks compare
  // clients' actions with each other and with the resource's accesses.
  const auto is_request = [&](std::uint32_t bit) { return bit < sleeps_ && bit % 2 == 0; };
  const auto place = [&](std::uint32_t bit) { return bit / 2 % places_; };
  const auto at_node = [&](std::uint32_t bit) {
    return is_request(bit) && place(bit) != places_ - 1;
  };
  for (std::uint32_t a = 0; a < bits; ++a) {
    std::uint32_t independent = 0;
    for (std::uint32_t b = 0; b < bits; ++b) {
      const bool apart =
          is_request(a) && is_request(b) ? place(a) != place(b) : at_node(a) != at_node(b);
      if (apart) independent |= 1u << b;
    }
    independent_.push_back(independent);
  }
}

std::uint32_t SleepSets::bit_of(const Timer& timer) const {
  if (!fits_) return 0;
  if (timer.kind == TimerKind::sleep) return 1u << (sleeps_ + index(client_of(timer)));
  if (timer.kind != TimerKind::wire) return 0;
  const auto& exchange = *static_cast<const Exchange*>(timer.owner);
  const bool request = exchange.stage == Stage::request;
  if (!request && exchange.stage != Stage::reply) return 0;
  const auto place = exchange.node == resource_node
                         ? places_ - 1
                         : static_cast<std::uint32_t>(index(exchange.node));
  const auto client = static_cast<std::uint32_t>(index(exchange.from));
  return 1u << ((client * places_ + place) * 2 + (request ? 0 : 1));
}

std::uint32_t SleepSets::after(std::uint32_t asleep, std::uint32_t bit) const {
  if (asleep == 0 || bit == 0) return 0;
  return asleep & independent_[static_cast<std::size_t>(std::countr_zero(bit))];
}

}  // namespace locklab::sim

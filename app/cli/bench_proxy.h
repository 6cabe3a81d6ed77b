// The cost of the proxy between live clients and servers, compared with direct connections.
#pragma once

#include <vector>

#include "app/stress/report/benchmark_json.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"

namespace locklab::app {

/// Cost of the same commands, sent directly to a server and through the proxy, alternating.
struct ProxyCost {
  double direct_us = 0;  ///< median time of a command on one connection
  double proxied_us = 0;
  double direct_rate = 0;  ///< commands per second on 50 connections, one at a time on each
  double proxied_rate = 0;
  double direct_pipelined = 0;  ///< the same with 32 commands in flight on each
  double proxied_pipelined = 0;

  double added_us() const { return proxied_us - direct_us; }
};

ProxyCost measure_proxy(redis::Loop& loop, const redis::Endpoint& server,
                        const redis::Login& login);
void add_proxy(const ProxyCost& cost, std::vector<BenchmarkRun>& runs);
void print_proxy(const ProxyCost& cost);

}  // namespace locklab::app

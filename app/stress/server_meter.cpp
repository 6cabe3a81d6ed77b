#include "app/stress/server_meter.h"

#include <charconv>
#include <string>
#include <string_view>

#include "app/live/ready_watch.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

namespace {

constexpr Duration info_patience = 500ms;

double number_of(std::string_view info, std::string_view field) {
  const std::string_view text = info_field(info, field);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::vector<std::optional<ServerReading>> read_meters(const StressServers& servers) {
  std::vector<std::optional<ServerReading>> readings;
  for (const redis::Endpoint& server : servers.endpoints) {
    const Reply reply =
        redis::BlockingClient(server, servers.login).call(Command("INFO"), info_patience);
    std::optional<ServerReading>& reading = readings.emplace_back();
    if (reply.kind != Reply::Kind::text) continue;
    reading.emplace();
    reading->at_us = redis::Loop::now_us();
    reading->processor_us = static_cast<std::int64_t>(
        1e6 * (number_of(reply.text, "used_cpu_sys") + number_of(reply.text, "used_cpu_user")));
    reading->commands =
        static_cast<std::uint64_t>(number_of(reply.text, "total_commands_processed"));
    reading->bytes = static_cast<std::uint64_t>(number_of(reply.text, "total_net_input_bytes") +
                                                number_of(reply.text, "total_net_output_bytes"));
  }
  return readings;
}

std::optional<ServerReading> between(const std::optional<ServerReading>& before,
                                     const std::optional<ServerReading>& after) {
  if (!before || !after || after->commands < before->commands) return std::nullopt;
  return ServerReading{after->at_us - before->at_us, after->processor_us - before->processor_us,
                       after->commands - before->commands, after->bytes - before->bytes};
}

}  // namespace locklab::app

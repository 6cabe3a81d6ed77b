#include "app/stress/servers/server_meter.h"

#include <charconv>

#include "app/live/servers/info_field.h"
#include "app/stress/servers/stress_servers.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

constexpr Duration info_patience = 200ms;

double number_of(std::string_view info, std::string_view field) {
  const std::string_view text = info_field(info, field);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

ServerReading reading_in(std::string_view info) {
  ServerReading reading;
  reading.at_us = redis::Loop::now_us();
  reading.processor_us = static_cast<std::int64_t>(
      1e6 * (number_of(info, "used_cpu_sys") + number_of(info, "used_cpu_user")));
  reading.commands = static_cast<std::uint64_t>(number_of(info, "total_commands_processed"));
  reading.bytes = static_cast<std::uint64_t>(number_of(info, "total_net_input_bytes") +
                                             number_of(info, "total_net_output_bytes"));
  return reading;
}

}  // namespace

void ServerSum::add(const ServerReading& reading, std::string_view run) {
  if (!last_) {
    last_ = reading;
    run_ = run;
    return;
  }
  ServerReading before = *last_;
  if (run != run_) {
    // The counters restart at zero. The sum stays known if the last process was read as it died.
    known_ = known_ && dead_;
    before = {.at_us = last_->at_us};
    run_ = run;
  }
  dead_ = false;
  sum_.at_us += reading.at_us - before.at_us;
  sum_.processor_us += reading.processor_us - before.processor_us;
  sum_.commands += reading.commands - before.commands;
  sum_.bytes += reading.bytes - before.bytes;
  last_ = reading;
}

void ServerSum::dies(bool answered) {
  known_ = known_ && answered;
  dead_ = true;
}

void ServerSum::is_silent() { known_ = known_ && dead_ && last_.has_value(); }

ServerMeters::ServerMeters(const StressServers& servers)
    : servers_(servers),
      clients_(servers.working.size()),
      sums_(servers.working.size()),
      read_(servers.working.size(), true) {}

void ServerMeters::begin() {
  begun_us_ = redis::Loop::now_us();
  for (std::size_t i = 0; i < sums_.size(); ++i)
    if (!read(i)) sums_[i].is_silent();
}

void ServerMeters::will_be_killed(std::size_t server) {
  if (has_begun()) sums_[server].dies(read(server));
}

std::vector<std::optional<ServerReading>> ServerMeters::end() {
  std::vector<std::optional<ServerReading>> all;
  const std::int64_t lasted_us = redis::Loop::now_us() - begun_us_;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (!read(i)) sums_[i].is_silent();
    all.push_back(sums_[i].sum());
    if (all.back()) all.back()->at_us = lasted_us;  // includes time while it was dead
  }
  return all;
}

bool ServerMeters::read(std::size_t server) {
  std::unique_ptr<redis::BlockingClient>& client = clients_[server];
  if (!client)
    client = std::make_unique<redis::BlockingClient>(servers_.working[server], servers_.login);
  const Reply reply = client->call(Command("INFO"), info_patience);
  if (reply.is_unknown()) client.reset();
  if (reply.kind != Reply::Kind::text) return false;
  sums_[server].add(reading_in(reply.text), info_field(reply.text, "run_id"));
  return true;
}

std::optional<ServerSecond> ServerMeters::second() {
  ServerSecond all;
  bool known = true;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const auto sum = sums_[i].sum();
    known = known && sum && (read_[i] || sums_[i].is_dead());
    if (!sum) continue;
    all.processor_us += sum->processor_us;
    all.commands += sum->commands;
  }
  const ServerSecond since{all.processor_us - told_.processor_us, all.commands - told_.commands};
  told_ = all;
  return known ? std::optional(since) : std::nullopt;
}

std::vector<std::string> versions_of(const StressServers& servers) {
  std::vector<std::string> versions;
  for (const redis::Endpoint& server : servers.working) {
    const Reply reply =
        redis::BlockingClient(server, servers.login).call(Command("INFO"), info_patience);
    versions.push_back(
        fit(printable(reply.kind == Reply::Kind::text ? info_field(reply.text, "redis_version")
                                                      : std::string_view()),
            40));
  }
  return versions;
}

}  // namespace locklab::app

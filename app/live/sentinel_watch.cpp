#include "app/live/sentinel_watch.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace locklab::app {

namespace {

constexpr Duration between_asking_sentinels = 10ms;

/// The port in ["127.0.0.1", "6379"]; 0: it is another answer.
std::uint16_t port_in(const Reply& address) {
  std::uint16_t port = 0;
  if (address.items.size() != 2) return 0;
  const std::string& text = address.items[1].text;
  std::from_chars(text.data(), text.data() + text.size(), port);
  return port;
}

}  // namespace

void SentinelWatch::Talk::answered(redis::Connection::Ticket master, Reply reply) {
  --pending;
  if (const std::uint16_t port = port_in(reply)) heard[master] = port;
}

SentinelWatch::SentinelWatch(redis::Loop& loop, SentinelFleet& sentinels, Moved moved)
    : loop_(loop),
      masters_(sentinels.watched()),
      moved_(std::move(moved)),
      ports_(sentinels.watched().size()) {
  for (std::size_t i = 0; i < sentinels.size(); ++i) {
    Talk& talk = *talks_.emplace_back(std::make_unique<Talk>());
    talk.endpoint = sentinels.sentinel(i).endpoint();
    talk.login = sentinels.sentinel(i).login();
    talk.heard.resize(masters_.size());
    talk.before.resize(masters_.size());
  }
  tick();
}

/// One that still names an old master, when others have named a new one, says nothing new.
void SentinelWatch::tick() {
  for (const auto& talk : talks_)
    for (std::size_t m = 0; m < masters_.size(); ++m) {
      const std::uint16_t port = talk->heard[m];
      const std::uint16_t before = std::exchange(talk->before[m], port);
      if (ports_[m] == 0) ports_[m] = port;
      if (port == before || before == 0 || port == ports_[m]) continue;
      ports_[m] = port;
      moved_(masters_[m].node, port);
    }
  for (const auto& talk : talks_) ask(*talk);
  loop_.start(alarm_, loop_.time_us() + us(between_asking_sentinels));
}

void SentinelWatch::ask(Talk& talk) {
  if (talk.pending > 0) return;
  if (!talk.connection || !talk.connection->alive())
    talk.connection = std::make_unique<redis::Connection>(loop_, talk.endpoint, talk.login, talk);
  talk.pending = masters_.size();
  for (std::size_t m = 0; m < masters_.size(); ++m) {
    Command where("SENTINEL");
    where.add("GET-MASTER-ADDR-BY-NAME").add(masters_[m].name);
    talk.connection->send(m, where);
  }
}

}  // namespace locklab::app

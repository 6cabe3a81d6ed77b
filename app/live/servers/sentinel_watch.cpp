#include "app/live/servers/sentinel_watch.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace locklab::app {

namespace {

constexpr Duration between_asking_sentinels = 10ms;

/// Returns the port in ["127.0.0.1", "6379"]; 0 for any other reply.
std::uint16_t port_in(const Reply& address) {
  std::uint16_t port = 0;
  if (address.items.size() != 2) return 0;
  const std::string& text = address.items[1].text;
  std::from_chars(text.data(), text.data() + text.size(), port);
  return port;
}

/// Whether the Sentinels agree that the described master is down: ["name", ..., "flags",
/// "s_down,o_down,master", ...].
bool is_agreed_down(const Reply& master) {
  for (std::size_t i = 0; i + 1 < master.items.size(); i += 2)
    if (master.items[i].text == "flags")
      return master.items[i + 1].text.find("o_down") != std::string::npos;
  return false;
}

}  // namespace

/// Stores a reply. Tickets number the masters twice: first for the state, then for the address.
void SentinelWatch::Talk::answered(redis::Connection::Ticket ticket, Reply reply) {
  --pending;
  gave_no_answer = gave_no_answer || reply.is_unknown();
  if (ticket < heard.size()) {
    down[ticket] = down[ticket] || is_agreed_down(reply);
  } else if (const std::uint16_t port = port_in(reply)) {
    heard[ticket - heard.size()] = port;
  }
}

SentinelWatch::SentinelWatch(redis::Loop& loop, SentinelFleet& sentinels, Agreed agreed,
                             Moved moved, Missed missed)
    : loop_(loop),
      masters_(sentinels.watched()),
      agreed_(std::move(agreed)),
      moved_(std::move(moved)),
      missed_(std::move(missed)),
      ports_(sentinels.watched().size()),
      down_(sentinels.watched().size()) {
  for (std::size_t i = 0; i < sentinels.size(); ++i) {
    Talk& talk = *talks_.emplace_back(std::make_unique<Talk>());
    talk.sentinel = &sentinels.sentinel(i);
    talk.login = sentinels.sentinel(i).login();
    talk.heard.resize(masters_.size());
    talk.before.resize(masters_.size());
    talk.down.resize(masters_.size());
  }
  tick();
}

/// Reports changes, and asks again. A Sentinel that still names an old master after others have
/// named a new one reports nothing new.
void SentinelWatch::tick() {
  for (const auto& talk : talks_)
    for (std::size_t m = 0; m < masters_.size(); ++m) {
      if (talk->down[m] && !down_[m]) {
        down_[m] = true;
        agreed_(masters_[m].node);
      }
      const std::uint16_t port = talk->heard[m];
      const std::uint16_t before = std::exchange(talk->before[m], port);
      if (ports_[m] == 0) ports_[m] = port;
      if (port == before || before == 0 || port == ports_[m]) continue;
      ports_[m] = port;
      moved_(masters_[m].node, port);
    }
  for (const auto& talk : talks_) {
    const bool silent = std::exchange(talk->gave_no_answer, false);
    if (silent || talk->pending > 0) missed_(*talk->sentinel);
    ask(*talk);
  }
  loop_.start(alarm_, loop_.time_us() + us(between_asking_sentinels));
}

void SentinelWatch::ask(Talk& talk) {
  if (talk.pending > 0) return;
  if (!talk.connection || !talk.connection->alive())
    talk.connection =
        std::make_unique<redis::Connection>(loop_, talk.sentinel->endpoint(), talk.login, talk);
  talk.pending = 2 * masters_.size();
  for (std::size_t m = 0; m < masters_.size(); ++m) {
    Command what("SENTINEL");
    what.add("MASTER").add(masters_[m].name);
    talk.connection->send(m, what);
    Command where("SENTINEL");
    where.add("GET-MASTER-ADDR-BY-NAME").add(masters_[m].name);
    talk.connection->send(masters_.size() + m, where);
  }
}

}  // namespace locklab::app

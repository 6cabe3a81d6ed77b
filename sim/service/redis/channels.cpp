// SUBSCRIBE, UNSUBSCRIBE and PUBLISH.
#include <algorithm>

#include "sim/service/redis/command_table.h"

namespace locklab::sim {

namespace {

/// The reply for each channel of SUBSCRIBE and UNSUBSCRIBE.
Reply told(std::string_view verb, Reply channel, const Session::State& session) {
  return Reply::array({Reply::bulk(verb), std::move(channel),
                       Reply::number(static_cast<std::int64_t>(session.subscribed.size()))});
}

/// Returns the first reply as the command's own, and pushes those for further channels.
Reply reply_of(Invocation& call, std::vector<Reply> replies) {
  for (std::size_t i = 1; i < replies.size(); ++i)
    if (call.server.push) call.server.push(ServerState::id_of(call.session), std::move(replies[i]));
  return std::move(replies.front());
}

}  // namespace

void Channels::add(std::string_view channel, std::uint32_t session) {
  const auto found = listeners_.find(channel);
  if (found == listeners_.end()) {
    listeners_.emplace(channel, std::vector{session});
  } else {
    found->second.push_back(session);
  }
}

void Channels::remove(std::string_view channel, std::uint32_t session) {
  const auto found = listeners_.find(channel);
  if (found == listeners_.end()) return;
  std::erase(found->second, session);
  if (found->second.empty()) listeners_.erase(found);
}

std::vector<std::uint32_t> Channels::of(std::string_view channel) const {
  const auto found = listeners_.find(channel);
  return found == listeners_.end() ? std::vector<std::uint32_t>() : found->second;
}

void Channels::fingerprint(Fingerprint& print) const {
  for (const auto& [channel, sessions] : listeners_) {
    print.add(std::string_view(channel));
    for (const std::uint32_t session : sessions) print.add(session);
  }
}

/// Removes the subscriptions of a connection that ends.
Session::State::~State() {
  for (const std::string& channel : subscribed) channels->remove(channel, id);
}

Reply run_subscribe(Invocation& call) {
  Session::State& session = ServerState::of(call.session);
  if (!call.server.channels) call.server.channels = std::make_shared<Channels>();
  session.channels = call.server.channels;
  session.id = ServerState::id_of(call.session);
  std::vector<Reply> replies;
  for (const std::string_view channel : call.words.subspan(1)) {
    const bool new_to_it = std::find(session.subscribed.begin(), session.subscribed.end(),
                                     channel) == session.subscribed.end();
    if (new_to_it) {
      session.subscribed.emplace_back(channel);
      session.channels->add(channel, session.id);
    }
    replies.push_back(told("subscribe", Reply::bulk(channel), session));
  }
  return reply_of(call, std::move(replies));
}

Reply run_unsubscribe(Invocation& call) {
  Session::State& session = ServerState::of(call.session);
  std::vector<std::string> channels(call.words.begin() + 1, call.words.end());
  if (channels.empty()) channels = session.subscribed;
  if (channels.empty()) return told("unsubscribe", Reply::nil(), session);
  std::vector<Reply> replies;
  for (const std::string& channel : channels) {
    if (std::erase(session.subscribed, channel) > 0) session.channels->remove(channel, session.id);
    replies.push_back(told("unsubscribe", Reply::bulk(channel), session));
  }
  return reply_of(call, std::move(replies));
}

std::size_t publish_here(ServerState& server, std::string_view channel, std::string_view text) {
  if (!server.channels) return 0;
  const std::vector<std::uint32_t> sessions = server.channels->of(channel);
  for (const std::uint32_t session : sessions)
    if (server.push)
      server.push(session,
                  Reply::array({Reply::bulk("message"), Reply::bulk(channel), Reply::bulk(text)}));
  return sessions.size();
}

/// PUBLISH. In a cluster, too, the reply counts only the listeners on this server.
Reply run_publish(Invocation& call) {
  const std::size_t here = publish_here(call.server, call[1], call[2]);
  if (call.server.publish_elsewhere) call.server.publish_elsewhere(call[1], call[2]);
  return Reply::number(static_cast<std::int64_t>(here));
}

}  // namespace locklab::sim

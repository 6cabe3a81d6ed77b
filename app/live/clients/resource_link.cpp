#include "app/live/clients/resource_link.h"

#include <algorithm>

namespace locklab::app {

ResourceLink::~ResourceLink() {
  for (auto& [client, door] : open_) door->link.remove(*door);
  for (auto& door : closed_) door->link.remove(*door);
}

/// Queues a command to leave in the loop's next turn, so that a fault triggered by its event is
/// injected first.
void ResourceLink::ask(ResourceAsker& asker, const sim::Event& about, const Command& command) {
  std::unique_ptr<Door>& door = open_[about.client];
  if (!door) {
    door = std::make_unique<Door>(*this, proxy_.link(about.client, resource_node));
    door->link.add(*door);
  }
  auto message = std::make_unique<LinkMessage>(Way::request, true);
  message->about = about;
  if (!command.words().empty()) message->command = *command.words().begin();
  door->asked[about.message] = {&asker, command, {}};
  ++door->at_resource;
  leaving_.emplace_back(door.get(), std::move(message));
  loop_.queue(*this);
}

void ResourceLink::take() {
  LinkWatch& watch = proxy_.watch();
  while (!leaving_.empty()) {
    auto [door, message] = std::move(leaving_.front());
    leaving_.pop_front();
    --door->at_resource;
    if (door->closed_by_client() && door->cut) {
      watch.lost(*message, sim::Loss::connection_lost);
    } else {
      door->link.leave(*door, std::move(message));
    }
  }
  for (std::size_t still = arrived_.size(); still > 0; --still) {
    const auto [door, message] = std::move(arrived_.front());
    arrived_.pop_front();
    run(*door, *message);
    --door->at_resource;
  }
  watch.settle();
  remove_closed();
}

void ResourceLink::run(Door& door, const LinkMessage& request) {
  const auto asked = door.asked.find(request.about.message);
  asked->second.reply = run_(request.about, asked->second.command);
  auto reply = std::make_unique<LinkMessage>(Way::reply, true);
  reply->about = request.about;
  reply->command = request.command;
  proxy_.watch().settle();  // faults that are now due come before the reply leaves
  door.link.leave(door, std::move(reply));
}

void ResourceLink::Door::arrived(std::unique_ptr<LinkMessage> message) {
  if (message->way == Way::reply) return owner.answered(*this, *message);
  ++at_resource;
  owner.arrived_.emplace_back(this, std::move(message));
  owner.loop_.queue(owner);
}

void ResourceLink::answered(Door& door, const LinkMessage& reply) {
  const auto found = door.asked.find(reply.about.message);
  Asked asked = std::move(found->second);
  door.asked.erase(found);
  if (door.closed_by_client()) return proxy_.watch().unread(reply);
  asked.asker->resource_answered(reply.about.message, std::move(asked.reply));
}

/// Ends the connection. Its client gets an unknown reply to each unanswered command at once.
void ResourceLink::Door::cut_off(Silence silence) {
  cut = true;
  link.closed_by_client(*this);
  const auto mine = owner.open_.find(link.client());
  owner.closed_.push_back(std::move(mine->second));
  owner.open_.erase(mine);
  for (auto& [message, one] : asked)
    if (one.asker)
      std::exchange(one.asker, nullptr)->resource_answered(message, Reply::unknown(silence));
  owner.loop_.queue(owner);
}

void ResourceLink::close(ClientId client) {
  const auto found = open_.find(client);
  if (found == open_.end()) return;
  Door& door = *found->second;
  closed_.push_back(std::move(found->second));
  open_.erase(found);
  for (auto& [message, one] : door.asked) one.asker = nullptr;
  door.link.closed_by_client(door);
}

void ResourceLink::remove_closed() {
  std::erase_if(closed_, [](const std::unique_ptr<Door>& door) {
    const bool over = door->at_resource == 0 && door->nothing_under_way(Way::request) &&
                      door->nothing_under_way(Way::reply);
    if (over) door->link.remove(*door);
    return over;
  });
}

}  // namespace locklab::app

// The links between the live clients and the resource, which is part of the lab. Their messages
// meet the same faults as messages to servers, which cross the proxy: they can be slowed, held,
// lost and cut.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "app/live/clients/live_wire.h"
#include "app/proxy/proxy.h"
#include "lock/redis/loop.h"

namespace locklab::app {

class ResourceLink final : public ResourceDoor, private redis::Turn {
 public:
  /// Runs a command that has arrived; `about` is its sent event.
  using Run = std::function<Reply(const sim::Event& about, const Command& command)>;

  /// All references must outlive the link.
  ResourceLink(redis::Loop& loop, Proxy& proxy, Run run)
      : loop_(loop), proxy_(proxy), run_(std::move(run)) {}
  ~ResourceLink() override;

  void ask(ResourceAsker& asker, const sim::Event& about, const Command& command) override;
  void close(ClientId client) override;
  /// Whether no command is about to leave or to run.
  bool idle() const { return leaving_.empty() && arrived_.empty(); }

 private:
  struct Asked {
    ResourceAsker* asker = nullptr;
    Command command;
    Reply reply;
  };
  /// A client's connection to the resource, opened by its first command.
  struct Door final : LinkLine {
    Door(ResourceLink& its_owner, FaultyLink& its_link) : owner(its_owner), link(its_link) {}
    void arrived(std::unique_ptr<LinkMessage> message) override;
    void begin() override {}
    void cut_off(Silence silence) override;
    void tear_down(Silence silence) override { cut_off(silence); }
    void replies_pass() override {}

    ResourceLink& owner;
    FaultyLink& link;
    std::map<std::uint32_t, Asked> asked;  ///< by message
    std::size_t at_resource = 0;           ///< commands about to leave or to run
    bool cut = false;                      ///< lost, and not closed by its client
  };
  using Message = std::unique_ptr<LinkMessage>;

  void take() override;
  void run(Door& door, const LinkMessage& request);
  void answered(Door& door, const LinkMessage& reply);
  void remove_closed();

  redis::Loop& loop_;
  Proxy& proxy_;
  Run run_;
  std::map<ClientId, std::unique_ptr<Door>> open_;
  std::vector<std::unique_ptr<Door>> closed_;  ///< their messages may still be in flight
  std::deque<std::pair<Door*, Message>> leaving_;
  std::deque<std::pair<Door*, Message>> arrived_;
};

}  // namespace locklab::app

// The peer for the simulator's own speed: 16 clients send pings to one server, which answers each
// with a pong, in SimGrid (Debian's libsimgrid-dev). Prints the messages a second of processor
// time.
//   ping_pong ROUNDS
#include <simgrid/s4u.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace sg4 = simgrid::s4u;

namespace {

constexpr int clients = 16;

void client(int number, int rounds) {
  sg4::Mailbox* server = sg4::Mailbox::by_name("server");
  sg4::Mailbox* mine = sg4::Mailbox::by_name("client" + std::to_string(number));
  for (int i = 0; i < rounds; ++i) {
    server->put(new int(number), 64);
    delete mine->get<int>();
  }
}

void server(int rounds) {
  sg4::Mailbox* inbox = sg4::Mailbox::by_name("server");
  for (int i = 0; i < rounds * clients; ++i) {
    int* from = inbox->get<int>();
    sg4::Mailbox::by_name("client" + std::to_string(*from))->put(from, 64);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5000;
  sg4::Engine engine(&argc, argv);
  engine.set_config("network/model:CM02");
  engine.set_config("contexts/factory:raw");
  auto* zone = sg4::create_full_zone("lab");
  auto* node = zone->create_host("node", 1e9);
  std::vector<sg4::Host*> hosts;
  for (int i = 0; i < clients; ++i)
    hosts.push_back(zone->create_host("host" + std::to_string(i), 1e9));
  for (int i = 0; i < clients; ++i) {
    auto* link = zone->create_link("link" + std::to_string(i), 1e9)->set_latency(1e-3)->seal();
    zone->add_route(hosts[i]->get_netpoint(), node->get_netpoint(), nullptr, nullptr,
                    {sg4::LinkInRoute(link)}, true);
  }
  zone->seal();
  sg4::Actor::create("server", node, server, rounds);
  for (int i = 0; i < clients; ++i)
    sg4::Actor::create("client" + std::to_string(i), hosts[i], client, i, rounds);

  // Processor time, because both sides of the comparison run on one core with other work.
  const std::clock_t start = std::clock();
  engine.run();
  const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const double messages = 2.0 * clients * rounds;
  std::printf("{\"messages\":%.0f,\"seconds\":%.3f,\"messages_per_s\":%.0f}\n", messages, took,
              messages / took);
}

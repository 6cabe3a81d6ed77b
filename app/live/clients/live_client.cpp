#include "app/live/clients/live_client.h"

#include <utility>

#include "sim/process/client_process_body.h"

namespace locklab::app {

void LiveWait::Alarm::due() { wait.client.wait_is_over(wait); }

LiveClient::LiveClient(ClientId self, const Surroundings& around, sim::ClientProgram program,
                       sim::Clock clock)
    : ClientProcess(self, std::move(program), clock, around.frames),
      loop_(*around.loop),
      record_(*around.record),
      nodes_(*around.nodes),
      routes_(around.routes),
      wire_(*this, self,
            {*around.loop, *around.nodes, *around.login, around.resource, around.ways}) {}

LiveClient::~LiveClient() {
  destroy_tasks();
  wire_.close();
  agenda().remove(*this);
}

Time LiveClient::wall_now() {
  record_.about_to_read_clock();
  const std::int64_t now = record_.now_us();
  const Duration wrong_by(clock().wall(now) - now);
  // Freezing the loop's time freezes the clients' clocks too.
  return Time(Duration(loop_.wall_us())) + wrong_by;
}

std::uint64_t LiveClient::random_below(std::uint64_t below) { return random_.below(below); }

// ---- callbacks of the loop ----

void LiveClient::reply_came(LiveRequest& request) {
  // A wait cancelled before its reply was read ends as cancelled.
  if (request.cancelled && request.call && !request.told) deadline_passed(request);
  reply_arrived(request);
  record_.settle();
}

void LiveClient::deadline_is_due(LiveRequest& request) {
  const std::uint32_t message = request.message;
  if (!request.cancelled) wire_.read_now();  // a reply that has arrived comes before a timeout
  if (request.used && request.message == message && request.call && !request.told)
    deadline_passed(request);
  record_.settle();
}

void LiveClient::sign_push(LiveRequest& frame) {
  frame.from = id();
  frame.message = record_.new_message();
}

void LiveClient::no_more_pushes(NodeId node) {
  pushes_ended(node);
  record_.settle();
}

void LiveClient::wait_is_over(LiveWait& wait) {
  sleep_over(wait);
  record_.settle();
}

// ---- driver of its process ----

sim::Event& LiveClient::draft() {
  draft_ = {};
  return draft_;
}

void LiveClient::record(LiveRequest& request, sim::Event& received) {
  received.text = sim::keep_text(request.reply, trace());
  record_.add(received, &request.reply);
}

LiveRequest& LiveClient::open(NodeId node) {
  return wire_.open(reached(node), record_.new_message());
}

NodeId LiveClient::node_at(const Redirection& to) const {
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (nodes_[n].port == to.port && (to.host.empty() || nodes_[n].host == to.host))
      return static_cast<NodeId>(n);
  return no_node;
}

void LiveClient::carry(LiveRequest& request) {
  record_.about_to_send(request.node, request.command.words());
  wire_.carry(request);
}

void LiveClient::told(LiveRequest& request) {
  request.told = true;
  loop_.stop(request.deadline);
}

void LiveClient::drop_connection(LiveRequest& request) { wire_.drop_connection(request); }

void LiveClient::wake_at(LiveRequest& request, std::int64_t at) {
  loop_.start(request.deadline, record_.loop_time_us(at));
}

void LiveClient::wake_at(LiveWait& wait, std::int64_t at) {
  loop_.start(wait.timer, record_.loop_time_us(at));
}

void LiveClient::each_request(const std::function<void(LiveRequest&)>& visit) {
  for (LiveRequest& request : wire_.requests())
    if (request.used) visit(request);
}

// ---- faults ----

sim::NoEffect LiveClient::pause(sim::FaultToken token, std::int64_t for_us) {
  const sim::NoEffect why = ClientProcess::pause(token, for_us);
  if (why == sim::NoEffect::none) wire_.stand_still(true);
  return why;
}

sim::NoEffect LiveClient::resume(sim::FaultToken token) {
  const sim::NoEffect why = ClientProcess::resume(token);
  if (why == sim::NoEffect::none && !paused()) wire_.stand_still(false);
  return why;
}

}  // namespace locklab::app

template class locklab::sim::ClientProcess<locklab::app::LiveClient, locklab::app::LiveRequest,
                                           locklab::app::LiveWait>;

#include "lock/redis/pool.h"

#include <algorithm>

#include "lock/redis/connection_use.h"
#include "lock/transaction.h"

namespace locklab::redis {

namespace {

/// Maximum number of idle connections to one node, kept for commands that need an exclusive one.
constexpr std::size_t most_idle = 16;
/// The ticket of the pool's own commands, whose replies nobody reads.
constexpr Connection::Ticket nobodys = 0;

}  // namespace

/// The target of an Await's slot and of a command's ticket. In use until its task has finished
/// waiting or given up, and its reply has come.
///
/// A wait's result is decided by the first of: a reply, a frame, the timeout, a cancellation. From
/// then on its timer is stopped, and later events have no effect.
struct Pool::Wait final : QueuedTimer {
  Pool* pool = nullptr;
  PoolClient* client = nullptr;  ///< null if nobody waits any more
  Call* call = nullptr;          ///< null for another kind of wait, or if nobody waits any more
  Sleep* sleep = nullptr;
  Listen* listen = nullptr;
  NodeId node = no_node;  ///< of a command, whose line may be gone when the reply is reported
  Line* line = nullptr;   ///< of a command, or the line listened to
  Wait* next = nullptr;   ///< in the list of ready or of free waits
  std::int64_t sent_us = 0;
  bool reply_owed = false;
  bool is_ready = false;
  bool cancelled = false;
  Reply reply;

  ~Wait() override = default;
  void due() override {
    if (client && client->standstill_) return client->standstill_->due.push_back(this);
    sleep || listen ? pool->complete(*this) : pool->timed_out(*this);
  }
};

/// A wait's ticket is its address.
Pool::Wait& Pool::wait_of(Connection::Ticket ticket) {
  return *reinterpret_cast<Wait*>(ticket);  // NOLINT(performance-no-int-to-ptr)
}

/// A connection with its place in the pool. A lost connection is replaced on its next use, except
/// in the middle of a transaction.
struct Pool::Line final : Connection::Listener {
  Line(Pool* its_pool, NodeId its_node, bool shared)
      : pool(its_pool), node(its_node), is_shared(shared) {}

  Pool* const pool;
  const NodeId node;
  const bool is_shared;
  ClientNumber lent_to = 0;
  Transaction transaction;   ///< while one is open, the line is lent to its client
  bool taken_over = false;   ///< unusable for other clients from now on
  bool listens = false;      ///< the line is lent until its client is destroyed, or its connection
                             ///< is lost
  std::deque<Reply> pushes;  ///< frames that no task has taken yet
  Wait* listener = nullptr;  ///< waits for the next push
  std::unique_ptr<Connection> connection;

  bool alive() const { return connection && connection->alive(); }
  bool in_transaction() const { return transaction.inside(); }
  bool hears() const { return listens && alive(); }

  void answered(Connection::Ticket ticket, Reply reply) override {
    if (ticket != nobodys) pool->answered(*this, ticket, std::move(reply));
  }
  bool still_wanted(Connection::Ticket ticket) override { return ticket && wait_of(ticket).call; }
  std::optional<int> way_to(const Endpoint& other) override {
    return pool->way_ ? std::optional(pool->way_(node, other)) : std::nullopt;
  }
  void pushed(Reply frame) override {
    pushes.push_back(std::move(frame));
    pool->look_for_push(*this);
  }
  void lost() override {
    if (listens) pool->look_for_push(*this);
  }
};

Pool::Pool(Loop& loop, std::vector<Endpoint> nodes, Login login, std::size_t shared)
    : loop_(loop),
      endpoints_(std::move(nodes)),
      login_(std::move(login)),
      nodes_(endpoints_.size()) {
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (std::size_t i = 0; i < std::max<std::size_t>(shared, 1); ++i)
      nodes_[n].shared.push_back(std::make_unique<Line>(this, static_cast<NodeId>(n), true));
}

Pool::~Pool() = default;

void Pool::connect() {
  for (Node& node : nodes_)
    for (const auto& line : node.shared) open(*line);
}

bool Pool::connected() const {
  for (const Node& node : nodes_)
    for (const auto& line : node.shared)
      if (line->connection && line->connection->alive() && !line->connection->ready()) return false;
  return true;
}

std::optional<std::pair<NodeId, Reply>> Pool::lost_connection() const {
  for (const Node& node : nodes_)
    for (const auto& line : node.shared)
      if (line->connection && !line->connection->alive())
        return std::pair(line->node, line->connection->last_word());
  return std::nullopt;
}

std::size_t Pool::connections() const {
  std::size_t alive = 0;
  for (const Node& node : nodes_)
    for (const auto* lines : {&node.shared, &node.lent, &node.idle})
      for (const auto& line : *lines) alive += line->alive() ? 1 : 0;
  return alive;
}

void Pool::open(Line& line) {
  if (line.alive()) return;
  const auto connected = [&](auto&& to) {
    return std::make_unique<Connection>(loop_, to, login_, line, Connection::Leave::together);
  };
  const Endpoint& to = endpoints_[index(line.node)];
  line.connection = way_ ? connected(way_(line.node, to)) : connected(to);
}

// --- which connection a command takes

Pool::Line& Pool::line_for(ClientNumber client, NodeId id, const Command& command) {
  Node& node = nodes_[index(id)];
  if (command.listens) return listening_line(node, client);
  const ConnectionUse use = connection_use(command.words());
  Line* own = node.lent.empty() ? nullptr : lent_line(node, client, &Line::in_transaction);
  if (!own && use == ConnectionUse::shared) {
    Line& line = *node.shared[client % node.shared.size()];
    open(line);
    return line;
  }
  // A connection lost inside a transaction is not replaced (lock/transaction.h).
  Line& line = own ? *own : lend(node, client);
  line.transaction.sent(command.words());
  line.taken_over = line.taken_over || use == ConnectionUse::takes_over;
  return line;
}

Pool::Line* Pool::lent_line(Node& node, ClientNumber client, bool (Line::*fits)() const) {
  for (const auto& line : node.lent)
    if (line->lent_to == client && ((*line).*fits)()) return line.get();
  return nullptr;
}

Pool::Line& Pool::listening_line(Node& node, ClientNumber client) {
  if (Line* own = lent_line(node, client, &Line::hears)) return *own;
  Line& line = lend(node, client);
  line.listens = line.taken_over = true;
  return line;
}

Pool::Line& Pool::lend(Node& node, ClientNumber client) {
  if (node.idle.empty()) {
    const auto id = static_cast<NodeId>(&node - nodes_.data());
    node.lent.push_back(std::make_unique<Line>(this, id, false));
  } else {
    node.lent.push_back(std::move(node.idle.back()));
    node.idle.pop_back();
  }
  open(*node.lent.back());
  node.lent.back()->lent_to = client;
  return *node.lent.back();
}

/// Takes back lent connections that are no longer in use. Must not be called from a callback of
/// such a connection.
void Pool::take_back() {
  for (Node& node : nodes_)
    for (std::size_t i = node.lent.size(); i > 0; --i) {
      std::unique_ptr<Line>& lent = node.lent[i - 1];
      if (lent->in_transaction() || lent->connection->pending() > 0) continue;
      if (lent->listener || lent->hears()) continue;
      if (lent->connection->alive() && !lent->taken_over && node.idle.size() < most_idle)
        node.idle.push_back(std::move(lent));
      lent = std::move(node.lent.back());
      node.lent.pop_back();
    }
}

void Pool::remove_client(PoolClient& client) {
  // The client's tasks are destroyed and their awaits abandoned: its due timers are forgotten, and
  // resume() discards its replies.
  if (client.standstill_) client.standstill_->due.clear();
  resume(client);
  for (Node& node : nodes_)
    for (const auto& line : node.lent) {
      if (line->lent_to != client.number()) continue;
      line->transaction = {};
      line->connection->drop(Silence::closed);
      loop_.queue(*this);
    }
}

// --- requests of clients

Pool::Wait& Pool::new_wait(Await& await, PoolClient& client) {
  Wait* wait = free_;
  if (wait) {
    free_ = wait->next;
  } else {
    wait = &waits_.emplace_back();
    wait->pool = this;
  }
  wait->next = nullptr;
  wait->line = nullptr;
  wait->client = &client;
  wait->reply_owed = wait->is_ready = wait->cancelled = false;
  await.slot = wait;
  return *wait;
}

void Pool::discard(Wait& wait) {
  loop_.stop(wait);
  wait.client = nullptr;
  wait.call = nullptr;
  wait.sleep = nullptr;
  wait.listen = nullptr;
  wait.reply = {};
  wait.next = free_;
  free_ = &wait;
}

void Pool::call(Call& call, PoolClient& client, NodeId node, const Command& command,
                Duration timeout) {
  Wait& wait = new_wait(call, client);
  wait.call = &call;
  wait.node = node;
  wait.reply_owed = true;
  wait.sent_us = Loop::now_us();
  loop_.start(wait, wait.sent_us + us(timeout));
  Line& line = line_for(client.number(), node, command);
  wait.line = &line;
  // WAIT counts the writes that its connection has made or seen. A connection of the command's own
  // has written nothing; after a PING it has seen the writes of others.
  if (!line.is_shared && counts_own_writes(command.words()))
    line.connection->send(nobodys, Command("PING"), client.number());
  line.connection->send(reinterpret_cast<Connection::Ticket>(&wait), command, client.number());
}

void Pool::sleep(Sleep& sleep, PoolClient& client, Duration duration) {
  Wait& wait = new_wait(sleep, client);
  wait.sleep = &sleep;
  loop_.start(wait, Loop::now_us() + us(duration));
}

void Pool::listen(Listen& listen, PoolClient& client, NodeId node, Duration timeout) {
  Wait& wait = new_wait(listen, client);
  wait.listen = &listen;
  wait.line = lent_line(nodes_[index(node)], client.number(), &Line::hears);
  if (wait.line) {
    if (wait.line->listener)
      stop_listening(*wait.line->listener);  // only one task at a time listens
    wait.line->listener = &wait;
  }
  if (!wait.line || !wait.line->pushes.empty()) return make_ready(wait);
  loop_.start(wait, Loop::now_us() + us(timeout));
}

void Pool::stop_listening(Wait& wait) {
  if (!wait.line) return;
  if (wait.line->listener == &wait) wait.line->listener = nullptr;
  wait.line = nullptr;
}

void Pool::look_for_push(Line& line) {
  if (line.listener && !line.listener->is_ready) make_ready(*line.listener);
  loop_.queue(*this);
}

Reply Pool::take_push(const Wait& wait) {
  if (!wait.line || (wait.line->pushes.empty() && !wait.line->alive()))
    return Reply::unknown(Silence::not_subscribed);
  if (wait.line->pushes.empty()) return Reply::unknown(Silence::timeout);
  Reply frame = std::move(wait.line->pushes.front());
  wait.line->pushes.pop_front();
  return frame;
}

void Pool::abandon(Await& await) noexcept {
  if (!await.slot) return;
  Wait& wait = *static_cast<Wait*>(await.slot);
  wait.client = nullptr;
  wait.call = nullptr;
  wait.sleep = nullptr;
  if (std::exchange(wait.listen, nullptr)) stop_listening(wait);
  loop_.stop(wait);
  if (!wait.reply_owed && !wait.is_ready) discard(wait);
}

void Pool::cancel(Await& await) {
  if (!await.slot) return;
  Wait& wait = *static_cast<Wait*>(await.slot);
  if (wait.is_ready) return;  // its result came first
  if (wait.listen) stop_listening(wait);
  wait.cancelled = true;
  wait.reply = Reply::cancelled();
  make_ready(wait);
}

// --- events from the loop

void Pool::make_ready(Wait& wait) {
  loop_.stop(wait);
  wait.is_ready = true;
  wait.next = nullptr;
  (last_ready_ ? last_ready_->next : first_ready_) = &wait;
  last_ready_ = &wait;
  loop_.queue(*this);
}

void Pool::answered(Line& line, Connection::Ticket ticket, Reply reply) {
  Wait& wait = wait_of(ticket);
  wait.reply_owed = false;
  if (!line.is_shared) loop_.queue(*this);
  if (!reply.is_unknown()) ++(wait.call ? counts_.replies : counts_.late_replies);
  if (wait.is_ready) return;  // it has just been cancelled
  if (!wait.call) return discard(wait);
  wait.reply = std::move(reply);
  make_ready(wait);
}

void Pool::take() {
  take_back();
  Wait* next = first_ready_;
  first_ready_ = last_ready_ = nullptr;
  while (next) {
    Wait& wait = *next;
    next = wait.next;
    wait.is_ready = false;
    complete(wait);
  }
}

void Pool::pause(PoolClient& client) {
  if (!client.standstill_) client.standstill_ = std::make_unique<PoolClient::Standstill>();
}

void Pool::resume(PoolClient& client) {
  const auto standstill = std::move(client.standstill_);
  if (!standstill) return;
  for (QueuedTimer* wait : standstill->come) make_ready(static_cast<Wait&>(*wait));
  for (QueuedTimer* wait : standstill->due)
    if (!static_cast<Wait&>(*wait).is_ready) loop_.start(*wait, wait->due_us());
}

void Pool::complete(Wait& wait) {
  PoolClient* const client = wait.client;
  if (client && client->standstill_) {
    wait.is_ready = true;
    return client->standstill_->come.push_back(&wait);
  }
  Call* const call = std::exchange(wait.call, nullptr);
  Sleep* const sleep = std::exchange(wait.sleep, nullptr);
  Listen* const listen = std::exchange(wait.listen, nullptr);
  const bool cancelled = wait.cancelled;
  Reply reply = std::move(wait.reply);
  if (listen && !cancelled) reply = take_push(wait);
  if (listen) stop_listening(wait);
  loop_.stop(wait);
  if (!wait.reply_owed) discard(wait);
  if (sleep) sleep->complete(cancelled);
  if (listen) return listen->complete(std::move(reply));
  if (!call) return;
  if (reply.is_error() || reply.kind == Reply::Kind::unknown) client->failed(wait.node, reply);
  call->complete(std::move(reply));
}

void Pool::timed_out(Wait& wait) {
  Line& line = *wait.line;
  if (line.connection) line.connection->read_now();
  if (wait.is_ready) return;  // the reply came first
  ++counts_.timeouts;
  Call* const call = std::exchange(wait.call, nullptr);
  PoolClient* const client = std::exchange(wait.client, nullptr);
  const bool silent = !line.connection || line.connection->last_heard_us() < wait.sent_us;
  if (line.connection && (silent || !line.is_shared)) {
    ++counts_.drops;
    line.connection->drop(Silence::dropped);
  }
  const Reply silence = Reply::unknown(Silence::timeout);
  client->failed(line.node, silence);
  call->complete(silence);
}

}  // namespace locklab::redis

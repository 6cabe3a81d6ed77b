#include "app/proxy/faulty_link.h"

#include <algorithm>
#include <utility>

namespace locklab::app {

namespace {

using sim::FaultKind;

/// Latency of a fast network, added while the loop's timers are fired one by one.
constexpr std::int64_t real_latency_us = 50;

bool concerns(const sim::LinkFault& fault, Way way) {
  return way == Way::request ? fault.requests : fault.replies;
}

bool catches(const sim::LinkFault& fault, const LinkMessage& message) {
  return concerns(fault, message.way) && fault.names(message.command);
}

}  // namespace

void LinkMessage::due() {
  FaultyLink* const link = line_->link_;
  if (link->loop_.fires_by_hand()) {
    link->bring_first(*line_, way);
  } else {
    link->bring_due(*line_, way);
  }
  link->watch().settle();
}

void FaultyLink::set_latency(Duration latency, Duration jitter) {
  latency_us_ = us(latency);
  jitter_us_ = us(jitter);
}

void FaultyLink::add(LinkLine& line) {
  line.link_ = this;
  line.begun_ = !cut();
  lines_.push_back(&line);
}

void FaultyLink::remove(LinkLine& line) {
  std::erase(lines_, &line);
  const auto on_line = [&](const LinkMessage* message) { return message->line_ == &line; };
  std::erase_if(stalled_, on_line);
  std::erase_if(going_on_, on_line);
  for (auto& messages : line.under_way_) messages.clear();
  line.bytes_ = {};
}

void FaultyLink::first_leaves(LinkLine& line) { line.begun_ = !cut(); }

void FaultyLink::closed_by_client(LinkLine& line) {
  line.closed_by_client_ = true;
  if (!line.begun_) lose_all(line, Way::request, sim::Loss::never_opened);
}

bool FaultyLink::cut() const {
  return std::any_of(faults_.begin(), faults_.end(),
                     [](const sim::LinkFault& fault) { return fault.kind == FaultKind::cut; });
}

bool FaultyLink::open() const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [](const LinkLine* line) { return !line->closed_by_client_; });
}

bool FaultyLink::travels() const {
  const auto moves = [](const auto& message) { return !message->stalled_; };
  return std::any_of(lines_.begin(), lines_.end(), [&](const LinkLine* line) {
    return std::any_of(line->under_way_.begin(), line->under_way_.end(),
                       [&](const auto& way) { return std::any_of(way.begin(), way.end(), moves); });
  });
}

bool FaultyLink::keeps_replies() const {
  return std::any_of(faults_.begin(), faults_.end(), [](const sim::LinkFault& f) {
    return concerns(f, Way::reply) &&
           (f.kind == FaultKind::cut || (f.kind == FaultKind::hold && f.all && f.command.empty()));
  });
}

void FaultyLink::leave(LinkLine& line, std::unique_ptr<LinkMessage> sent) {
  LinkMessage& message = *sent;
  message.line_ = &line;
  line.bytes_[app::index(message.way)] += message.bytes.size();
  line.under_way_[app::index(message.way)].push_back(std::move(sent));
  for (sim::LinkFault& fault : faults_) {
    if (fault.kind != FaultKind::delay || !catches(fault, message)) continue;
    if (!message.counted || fault.still == 0) continue;
    count_down(fault);
    message.delayed_ += fault.by;
    watch_.delayed(message, fault.token, fault.by);
  }
  std::erase_if(faults_, [](const sim::LinkFault& fault) { return fault.spent(); });
  carry(message);
}

void FaultyLink::carry(LinkMessage& message) {
  for (std::size_t i = 0; message.counted && i < faults_.size(); ++i) {
    sim::LinkFault& fault = faults_[i];
    if (fault.kind != FaultKind::drop || !catches(fault, message)) continue;
    const sim::FaultToken token = fault.token;
    count_down(fault);
    if (fault.still == 0) faults_.erase(faults_.begin() + static_cast<std::ptrdiff_t>(i));
    return drop(message, token);
  }
  if (keeps(message)) return stall(message);
  travel(message);
}

/// True if the message cannot move now: the link is cut in its direction, its line has not begun, a
/// hold has caught it before or catches it now, or an earlier message of its line is stalled in the
/// same direction.
bool FaultyLink::keeps(LinkMessage& message) {
  bool stands_cut = !message.line_->begun_;
  for (const sim::LinkFault& fault : faults_)
    stands_cut |= fault.kind == FaultKind::cut && concerns(fault, message.way);
  if (stands_cut || message.held_by_ != 0) return true;
  for (sim::LinkFault& fault : faults_) {
    if (fault.kind != FaultKind::hold || !catches(fault, message)) continue;
    if (!fault.all && (fault.still == 0 || !message.counted)) continue;
    if (!fault.all) count_down(fault);
    message.held_by_ = fault.token;
    return true;
  }
  return std::any_of(stalled_.begin(), stalled_.end(), [&](const LinkMessage* other) {
    return other->line_ == message.line_ && other->way == message.way;
  });
}

void FaultyLink::count_down(sim::LinkFault& fault) {
  --fault.still;
  if (fault.together) siblings_.still_to_come(*this, fault.token, fault.still);
}

void FaultyLink::set_still(sim::FaultToken token, std::uint32_t still) {
  for (sim::LinkFault& fault : faults_)
    if (fault.token == token) fault.still = still;
  std::erase_if(faults_, [](const sim::LinkFault& fault) { return fault.spent(); });
}

void FaultyLink::stall(LinkMessage& message) {
  message.stalled_ = true;
  stalled_.push_back(&message);
}

/// Drops the message and ends its connection, as in the simulator: requests in flight may still
/// arrive at the node, except those behind a dropped request, and what the client sends later is
/// lost.
void FaultyLink::drop(LinkMessage& message, sim::FaultToken token) {
  LinkLine& line = *message.line_;
  const bool is_request = message.way == Way::request;
  watch_.dropped(client_, node_, token);
  const auto& requests = line.under_way_[app::index(Way::request)];
  const auto before = static_cast<std::size_t>(
      std::find_if(requests.begin(), requests.end(),
                   [&](const auto& request) { return request.get() == &message; }) -
      requests.begin());
  lose(message, sim::Loss::dropped);
  while (is_request && requests.size() > before)
    lose(*requests[before], sim::Loss::connection_lost);
  if (!line.closed_by_client_) line.cut_off(Silence::lost);
}

std::int64_t FaultyLink::next_jitter(std::int64_t jitter_us) {
  std::uint64_t z = random_ += 0x9e3779b97f4a7c15u;  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  const std::uint64_t spread = 2 * static_cast<std::uint64_t>(jitter_us) + 1;
  return static_cast<std::int64_t>((z ^ (z >> 31)) % spread) - jitter_us;
}

void FaultyLink::travel(LinkMessage& message) {
  const bool by_hand = loop_.fires_by_hand();
  std::int64_t latency = latency_us_ + (by_hand ? real_latency_us : 0);
  std::int64_t jitter = jitter_us_;
  for (const sim::LinkFault& fault : faults_) {
    if (fault.kind != FaultKind::slow) continue;
    latency += us(fault.by);
    jitter += us(fault.jitter);
  }
  if (jitter > 0) latency = std::max<std::int64_t>(latency + next_jitter(jitter), 0);
  LinkLine& line = *message.line_;
  std::int64_t& last = line.last_us_[app::index(message.way)];
  const std::int64_t now = loop_.time_us();
  last = std::max(last, now + latency + us(std::exchange(message.delayed_, Duration(0))));
  const bool first = line.under_way_[app::index(message.way)].front().get() == &message;
  if (first && last <= now && !by_hand) return arrive(message);
  loop_.start(message, last);
}

void FaultyLink::bring_due(LinkLine& line, Way way) {
  while (bring_first(line, way)) {
  }
}

bool FaultyLink::bring_first(LinkLine& line, Way way) {
  auto& messages = line.under_way_[app::index(way)];
  if (messages.empty()) return false;
  LinkMessage& first = *messages.front();
  // A timer that is firing now has already been stopped, but its message is due.
  if (first.stalled_ || (first.started() && first.due_us() > loop_.time_us())) return false;
  arrive(first);
  return true;
}

void FaultyLink::arrive(LinkMessage& message) {
  LinkLine& line = *message.line_;
  line.arrived(take(message));
}

std::unique_ptr<LinkMessage> FaultyLink::take(LinkMessage& message) {
  LinkLine& line = *message.line_;
  auto& messages = line.under_way_[app::index(message.way)];
  const auto at = std::find_if(messages.begin(), messages.end(),
                               [&](const auto& one) { return one.get() == &message; });
  std::unique_ptr<LinkMessage> taken = std::move(*at);
  messages.erase(at);
  line.bytes_[app::index(taken->way)] -= taken->bytes.size();
  loop_.stop(*taken);
  if (std::exchange(taken->stalled_, false)) {
    std::erase(stalled_, taken.get());
    std::erase(going_on_, taken.get());
  }
  return taken;
}

void FaultyLink::lose(LinkMessage& message, sim::Loss loss) {
  const std::unique_ptr<LinkMessage> lost = take(message);
  watch_.lost(*lost, loss);
}

void FaultyLink::lose_all(LinkLine& line, Way way, sim::Loss loss) {
  auto& messages = line.under_way_[app::index(way)];
  while (!messages.empty()) lose(*messages.front(), loss);
}

void FaultyLink::strike(const sim::LinkFault& fault) {
  faults_.push_back(fault);
  if (fault.kind == FaultKind::cut) catch_in_flight(fault);
}

void FaultyLink::catch_in_flight(const sim::LinkFault& cut) {
  for (LinkLine* line : lines_)
    for (const Way way : {Way::request, Way::reply}) {
      if (!concerns(cut, way)) continue;
      line->last_us_[app::index(way)] = 0;  // nothing in flight is left to overtake
      for (const auto& message : line->under_way_[app::index(way)]) {
        if (message->stalled_) continue;
        loop_.stop(*message);
        stall(*message);
      }
    }
}

bool FaultyLink::end(FaultKind kind, sim::FaultToken token) {
  if (kind == FaultKind::hold)
    for (LinkMessage* message : stalled_)
      if (token == sim::every_fault || message->held_by_ == token) message->held_by_ = 0;
  const std::size_t ended = std::erase_if(faults_, [&](const sim::LinkFault& fault) {
    return fault.kind == kind && (token == sim::every_fault || fault.token == token);
  });
  if (ended == 0) return false;
  go_on();
  return true;
}

std::size_t FaultyLink::count(FaultKind kind, sim::FaultToken token) const {
  return static_cast<std::size_t>(
      std::count_if(faults_.begin(), faults_.end(), [&](const sim::LinkFault& fault) {
        return fault.kind == kind && (token == sim::every_fault || fault.token == token);
      }));
}

void FaultyLink::go_on() {
  const std::vector<LinkLine*> lines = lines_;  // a line with nothing left to do is removed
  if (!cut())
    for (LinkLine* line : lines)
      if (!std::exchange(line->begun_, true)) line->begin();
  going_on_.assign(stalled_.begin(), stalled_.end());
  stalled_.clear();
  while (!going_on_.empty()) {
    LinkMessage& message = *going_on_.front();
    going_on_.pop_front();
    message.stalled_ = false;
    carry(message);
  }
  if (keeps_replies()) return;
  for (LinkLine* line : lines)
    if (std::find(lines_.begin(), lines_.end(), line) != lines_.end()) line->replies_pass();
}

void FaultyLink::set_power(bool on) {
  has_power_ = on;
  if (on) return;
  const std::vector<LinkLine*> lines = lines_;
  for (LinkLine* line : lines) line->node_vanished();
}

void FaultyLink::reset() {
  const std::vector<LinkLine*> lines = lines_;
  for (LinkLine* line : lines) {
    if (line->closed_by_client_) continue;
    lose_all(*line, Way::request, sim::Loss::connection_reset);
    lose_all(*line, Way::reply, sim::Loss::connection_reset);
    line->tear_down(Silence::reset);
  }
}

}  // namespace locklab::app

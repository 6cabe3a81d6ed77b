#include "sim/process/task_log.h"

#include <algorithm>

#include "lock/grant.h"
#include "lock/reply.h"

namespace locklab::sim {

namespace {

/// The fingerprint of everything that a grant tells its receiver.
std::uint64_t fingerprint_of_grant(const Grant& grant) {
  Fingerprint print;
  print.add(grant.granted);
  print.add(static_cast<std::uint64_t>(grant.refusal));
  print.add(grant.why_not);
  print.add(grant.held.token.acquisition);
  print.add(grant.held.fence);
  print.add(grant.held.count);
  print.add(grant.held.valid_until.has_value());
  if (grant.held.valid_until) print.add(us(*grant.held.valid_until));
  // The keeper's tasks have their own records.
  if (grant.held.keeper) print.add(us(grant.held.keeper->valid_until));
  return print.value();
}

}  // namespace

std::uint64_t fingerprint(const Reply& reply) {
  Fingerprint print;
  print.add(static_cast<std::uint64_t>(reply.kind));
  print.add(reply.integer);
  print.add(std::string_view(reply.text));
  for (const Reply& item : reply.items) print.add(sim::fingerprint(item));
  return print.value();
}

void TaskLog::fingerprint(Fingerprint& print) const {
  for (const Record& record : records_) {
    print.add(record.received.value());
    print.add(record.buffered);
  }
}

TaskLog::Record* TaskLog::find(Name task) {
  const auto found = std::find_if(records_.rbegin(), records_.rend(),
                                  [task](const Record& record) { return record.task == task; });
  return found == records_.rend() ? nullptr : &*found;
}

TaskLog::Open* TaskLog::find(const Call& call) {
  const auto found = std::find_if(open_.begin(), open_.end(),
                                  [&call](const Open& open) { return open.call == &call; });
  return found == open_.end() ? nullptr : &*found;
}

void TaskLog::begun(Name task) {
  Record record;
  record.task = task;
  // Its arguments follow from what its creator has received so far.
  if (const Record* creator = find(running_)) record.received = creator->received;
  records_.push_back(record);
}

void TaskLog::ended(Name task) noexcept {
  std::erase_if(records_, [task](const Record& record) { return record.task == task; });
  std::erase_if(open_, [task](const Open& open) { return open.task == task; });
}

TaskObserver::Name TaskLog::runs(Name task) { return std::exchange(running_, task); }

void TaskLog::awaits(Name waiter, Name task) {
  if (Record* record = find(task)) record->waiter = waiter;
  running_ = task;
}

void TaskLog::finished(Name task) {
  const Record* record = find(task);
  running_ = record ? record->waiter : nullptr;
}

/// Notes the result for the waiter, which is already running.
void TaskLog::returned(Name, std::uint64_t result) { received(result); }

void TaskLog::returned(Name, const Reply& result) { received(sim::fingerprint(result)); }

void TaskLog::returned(Name, const std::vector<Reply>& result) {
  Fingerprint print;
  for (const Reply& reply : result) print.add(sim::fingerprint(reply));
  received(print.value());
}

void TaskLog::returned(Name, const Grant& result) { received(fingerprint_of_grant(result)); }

void TaskLog::returned(Name task) {
  if (const Record* record = find(task)) received(record->received.value());
}

void TaskLog::received(std::uint64_t value) {
  if (Record* record = find(running_)) record->received.add(value);
}

void TaskLog::call_begun(const Call& call) {
  Record* const record = find(running_);
  if (!record) return;
  const Open begun{&call, running_, ++record->calls, 0};
  // An earlier call that nobody awaited may have had the same address.
  if (Open* known = find(call)) {
    *known = begun;
  } else {
    open_.push_back(begun);
  }
}

void TaskLog::reply_came_early(const Call& call, const Reply& reply) {
  Open* const open = find(call);
  Record* const record = open ? find(open->task) : nullptr;
  if (!record) return;
  Fingerprint print;
  print.add(open->number);
  print.add(sim::fingerprint(reply));
  open->early = print.value();
  record->buffered += open->early;
}

void TaskLog::reply_taken(const Call& call, const Reply& reply) {
  if (Open* const open = find(call)) {
    if (Record* const record = find(open->task)) record->buffered -= open->early;
    *open = open_.back();
    open_.pop_back();
  }
  received(sim::fingerprint(reply));
}

}  // namespace locklab::sim

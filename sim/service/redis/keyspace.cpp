#include "sim/service/redis/keyspace.h"

#include <algorithm>
#include <optional>

#include "lock/assert.h"

namespace locklab::sim {
namespace {

bool earlier(const Key* a, const Key* b) {
  const std::int64_t da = a->second.deadline_ms;
  const std::int64_t db = b->second.deadline_ms;
  return da != db ? da < db : a->first < b->first;
}

}  // namespace

Key* Keyspace::stored(std::string_view name) {
  last_ = keys_.find(name);
  return last_ == keys_.end() ? nullptr : &*last_;
}

const Key* Keyspace::look_up(std::string_view name) const {
  auto found = keys_.find(name);
  return found == keys_.end() ? nullptr : &*found;
}

Key* Keyspace::find(std::string_view name) {
  Key* key = stored(name);
  if (!key || !expired(*key)) return key;
  if (!replica) erase(*key, KeyChange::Kind::expired);
  return nullptr;
}

void Keyspace::remember(std::string_view name, const Key* key) {
  if (!journal.wants_past()) return;
  if (key) {
    const Item& item = key->second;
    journal.remember({std::string(name), item.value, item.deadline_ms, item.origin});
  } else {
    journal.remember({std::string(name), std::nullopt, -1});
  }
}

void Keyspace::set(Key* found, std::string_view name, std::string_view text,
                   std::int64_t deadline_ms) {
  Key& key = make(found, name);
  KeyValue& held = key.second.value;
  bytes_ -= size_of(held);
  if (auto* const old = std::get_if<std::string>(&held)) {
    *old = text;  // reuses its memory
  } else {
    held = std::string(text);
  }
  written(key, deadline_ms, runs_for);
}

void Keyspace::put(Key* found, std::string_view name, const KeyValue& value,
                   std::int64_t deadline_ms, const Origin& origin) {
  Key& key = make(found, name);
  bytes_ -= size_of(key.second.value);
  key.second.value = value;
  written(key, deadline_ms, origin);
}

/// Prepares a key for its new value: the key that was found, or a new one.
Key& Keyspace::make(Key* found, std::string_view name) {
  remember(name, found);
  if (found) return *found;
  bytes_ += name.size();
  return add(name);
}

Key& Keyspace::add(std::string_view name) {
  if (spare_.empty()) return *keys_.try_emplace(std::string(name)).first;
  NameMap<Item>::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = name;
  return *keys_.insert(std::move(node)).position;
}

void Keyspace::keep_memory(NameMap<Item>::node_type node) {
  constexpr std::size_t most = 16;
  if (spare_.size() == most) return;
  KeyValue& value = node.mapped().value;
  if (auto* const text = std::get_if<std::string>(&value)) {
    text->clear();
  } else {
    value = KeyValue();
  }
  spare_.push_back(std::move(node));
}

void Keyspace::written(Key& key, std::int64_t deadline_ms, const Origin& origin) {
  const KeyValue& value = key.second.value;
  bytes_ += size_of(value);
  key.second.origin = origin;
  place(key, deadline_ms);
  journal.report({KeyChange::Kind::set, key.first, shown(value), deadline_ms, origin}, &value);
}

void Keyspace::set_deadline(Key& key, std::int64_t deadline_ms) {
  remember(key.first, &key);
  place(key, deadline_ms);
  const Item& item = key.second;
  journal.report({KeyChange::Kind::lease, key.first, {}, deadline_ms, item.origin}, &item.value);
}

void Keyspace::erase(Key& key, KeyChange::Kind why) {
  LOCKLAB_ASSERT(bytes_ >= key.first.size() + size_of(key.second.value));
  remember(key.first, &key);
  const std::int64_t over_ms = why == KeyChange::Kind::expired ? key.second.deadline_ms : -1;
  journal.report({why, key.first, {}, over_ms}, nullptr);
  place(key, -1);
  bytes_ -= key.first.size() + size_of(key.second.value);
  if (last_ == keys_.end() || &*last_ != &key) last_ = keys_.find(std::string_view(key.first));
  keep_memory(keys_.extract(last_));
  last_ = keys_.end();
}

void Keyspace::expire_due() {
  if (replica) return;
  while (!heap_.empty() && expired(*heap_.front())) erase(*heap_.front(), KeyChange::Kind::expired);
}

std::vector<const Key*> Keyspace::sorted() const {
  std::vector<const Key*> all;
  all.reserve(keys_.size());
  for (const Key& key : keys_) all.push_back(&key);
  std::sort(all.begin(), all.end(), [](const Key* a, const Key* b) { return a->first < b->first; });
  return all;
}

void Keyspace::restore(const Effect& state, KeyChange::Kind when_removed) {
  Key* key = stored(state.key);
  if (state.value) {
    put(key, state.key, *state.value, state.deadline_ms, state.origin);
  } else if (key) {
    erase(*key, when_removed);
  }
}

void Keyspace::erase_all(KeyChange::Kind why) {
  for (const Key* key : sorted()) erase(*stored(key->first), why);
}

void Keyspace::place(Key& key, std::int64_t deadline_ms) {
  Item& item = key.second;
  if (item.deadline_ms == deadline_ms) return;
  const bool was_placed = item.deadline_ms >= 0;
  if (deadline_ms < 0) {
    leave_heap(key);
    item.deadline_ms = -1;
    return;
  }
  item.deadline_ms = deadline_ms;
  if (!was_placed) {
    heap_.push_back(nullptr);
    put_in_heap(heap_.size() - 1, &key);
  } else {
    sift_down(item.heap_slot);
  }
  sift_up(item.heap_slot);
}

void Keyspace::leave_heap(Key& key) {
  const std::size_t slot = key.second.heap_slot;
  LOCKLAB_ASSERT(slot < heap_.size());
  LOCKLAB_ASSERT(heap_[slot] == &key);
  Key* last = heap_.back();
  heap_.pop_back();
  if (last == &key) return;
  put_in_heap(slot, last);
  sift_down(slot);
  sift_up(last->second.heap_slot);
}

void Keyspace::put_in_heap(std::size_t slot, Key* key) {
  heap_[slot] = key;
  key->second.heap_slot = static_cast<std::uint32_t>(slot);
}

void Keyspace::sift_up(std::size_t slot) {
  Key* key = heap_[slot];
  while (slot > 0 && earlier(key, heap_[(slot - 1) / 2])) {
    put_in_heap(slot, heap_[(slot - 1) / 2]);
    slot = (slot - 1) / 2;
  }
  put_in_heap(slot, key);
}

void Keyspace::sift_down(std::size_t slot) {
  Key* key = heap_[slot];
  while (2 * slot + 1 < heap_.size()) {
    std::size_t child = 2 * slot + 1;
    if (child + 1 < heap_.size() && earlier(heap_[child + 1], heap_[child])) ++child;
    if (!earlier(heap_[child], key)) break;
    put_in_heap(slot, heap_[child]);
    slot = child;
  }
  put_in_heap(slot, key);
}

}  // namespace locklab::sim

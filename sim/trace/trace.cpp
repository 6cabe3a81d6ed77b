#include "sim/trace/trace.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace locklab::sim {

namespace {

/// The folder that the compiler prepends to the names of the project's files. Empty if the build
/// omits it (-fmacro-prefix-map) and no compiler cache has changed the paths.
constexpr std::string_view project_prefix() {
  std::string_view here = SourcePlace::current().file_name();
  here.remove_suffix(std::string_view("sim/trace/trace.cpp").size());
  return here;
}

constexpr std::size_t scratch_events = 64;

/// Renumbers ids from 1, keeping their order, after old events were dropped: the range of valid ids
/// depends on the number of events.
class Ranks {
 public:
  void add(std::uint32_t number) {
    if (number > 0) numbers_.push_back(number);
  }
  void sort() {
    std::sort(numbers_.begin(), numbers_.end());
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
  }
  std::uint32_t of(std::uint32_t number) const {
    if (number == 0) return 0;
    const auto at = std::lower_bound(numbers_.begin(), numbers_.end(), number);
    return static_cast<std::uint32_t>(at - numbers_.begin()) + 1;
  }

 private:
  std::vector<std::uint32_t> numbers_;
};

std::size_t slot_of(std::string_view name) {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  if (name.size() >= 8) {
    std::memcpy(&head, name.data(), 8);
    std::memcpy(&tail, name.data() + name.size() - 8, 8);
  } else if (!name.empty()) {
    std::memcpy(&head, name.data(), name.size());
  }
  return ((head * 31 + tail) * 0x9e3779b97f4a7c15u + name.size()) >> 56;
}

}  // namespace

Trace::Trace() : Trace(TraceMemory::Pages::huge) {}
Trace::Trace(TraceMemory::Pages pages) : memory_(std::make_unique<TraceMemory>(pages)) {}

void Trace::keep_last(std::size_t events) {
  most_blocks_ = events == 0 ? 0 : (events + block_mask) / (block_mask + 1) + 1;
  if (most_blocks_ == 0) scratch_ = std::make_unique<Event[]>(scratch_events);
}

std::size_t Trace::first() const {
  if (most_blocks_ == 0) return size_;
  return blocks_.size() <= most_blocks_ ? 0 : (blocks_.size() - most_blocks_) << block_bits;
}

void Trace::add_block() {
  if (most_blocks_ == 0) {
    next_ = scratch_.get();
    block_end_ = next_ + scratch_events;
    return;
  }
  constexpr std::size_t bytes = (block_mask + 1) * sizeof(Event);
  if (blocks_.size() >= most_blocks_) drop_block(blocks_.size() - most_blocks_);
  const std::size_t place = blocks_.size() % most_blocks_;
  blocks_.push_back(static_cast<Event*>(memory_->events(place, bytes)));
  if (most_blocks_ != SIZE_MAX) texts_since_.push_back(texts_.size());
  next_ = blocks_.back();
  block_end_ = next_ + block_mask + 1;
}

/// Drops a block of events, and the texts used only by this block and earlier ones. A text may have
/// been kept long before its event was added, so a few more blocks of texts stay.
void Trace::drop_block(std::size_t block) {
  constexpr std::size_t spared = 4;
  blocks_[block] = nullptr;
  const std::size_t needed = texts_since_[block + 1];
  for (; texts_dropped_ + spared < needed; ++texts_dropped_) {
    if (!texts_[texts_dropped_]) continue;
    texts_[texts_dropped_] = nullptr;
    free_text_places_.push_back(text_places_[texts_dropped_]);
  }
}

Trace Trace::tail(std::uint32_t broken) const {
  Trace kept;
  kept.info = info;
  if (first() > 0) kept.info.initial_value.reset();  // unknown at the start of the tail
  kept.info.omitted = first();
  kept.info.broken = broken;
  kept.set_names(names_);
  kept.set_places(places_);
  Ranks messages;
  Ranks acquisitions;
  for (std::size_t i = first(); i < size_; ++i) {
    messages.add((*this)[i].message);
    acquisitions.add((*this)[i].acquisition);
  }
  messages.sort();
  acquisitions.sort();
  for (std::size_t i = first(); i < size_; ++i) {
    Event event = (*this)[i];
    if (event.text != no_text) event.text = kept.keep(text(event));
    event.message = messages.of(event.message);
    event.acquisition = acquisitions.of(event.acquisition);
    kept.add(event);
  }
  return kept;
}

Trace Trace::copy() const {
  Trace made(TraceMemory::Pages::usual);
  made.info = info;
  made.set_names(names_);
  made.set_places(places_);
  made.mentioned_ = mentioned_;
  for (const Event* block : blocks_) {
    const std::size_t events = std::min(size_ - made.size_, block_mask + 1);
    made.add_block();
    std::memcpy(made.next_, block, events * sizeof(Event));
    made.next_ += events;
    made.size_ += events;
  }
  made.last_at_ = last_at_;
  while (made.texts_.size() < texts_.size()) {
    const std::size_t from = made.texts_.size();
    std::size_t to = from + 1;
    while (to < texts_.size() && !texts_[to]) ++to;  // a text larger than a block
    const std::size_t bytes = std::min(text_used_, to * text_block) - from * text_block;
    made.add_text_block(bytes);
    std::memcpy(made.next_text_, texts_[from], bytes);
  }
  // The next text gets a new block: the last one may belong to a large text.
  made.next_text_ = made.texts_end_ = nullptr;
  made.text_used_ = text_used_;
  return made;
}

void Trace::add_text_block(std::size_t bytes) {
  text_used_ = texts_.size() * text_block;
  const std::size_t blocks = (bytes + text_block - 1) / text_block;
  std::size_t place = texts_.size();
  if (most_blocks_ != SIZE_MAX) {
    if (!free_text_places_.empty()) {
      place = free_text_places_.back();
      free_text_places_.pop_back();
    }
    text_places_.resize(texts_.size() + blocks);
    text_places_[texts_.size()] = place;
  }
  texts_.push_back(static_cast<char*>(memory_->texts(place, blocks * text_block)));
  next_text_ = texts_.back();
  texts_end_ = next_text_ + blocks * text_block;
  texts_.resize(texts_.size() + blocks - 1);
}

std::uint32_t Trace::keep(std::string_view bytes) {
  if (most_blocks_ == 0) return no_text;
  // Offsets are in units of four bytes, so they reach sixteen gigabytes of text.
  const std::size_t need = (bytes.size() + 4 + 3) & ~std::size_t{3};
  if (static_cast<std::size_t>(texts_end_ - next_text_) < need) add_text_block(need);
  const std::size_t at = text_used_;
  const auto length = static_cast<std::uint32_t>(bytes.size());
  std::memcpy(next_text_, &length, 4);
  copy_word(next_text_ + 4, bytes.data(), bytes.size());
  next_text_ += need;
  text_used_ += need;
  // No other text shares the blocks of a text larger than one block.
  if (need > text_block) texts_end_ = next_text_;
  return static_cast<std::uint32_t>(at / 4);
}

std::string_view Trace::text(std::uint32_t at) const {
  if (at == no_text) return {};
  const std::size_t byte = std::size_t{at} * 4;
  std::size_t block = byte / text_block;
  // If only some blocks are kept, offsets may have wrapped around.
  if (texts_dropped_ > 0) block += (texts_.size() - 1 - block) / offsets_reach * offsets_reach;
  if (!texts_[block]) return {};
  const char* from = texts_[block] + (byte & (text_block - 1));
  std::uint32_t length;
  std::memcpy(&length, from, 4);
  return {from + 4, length};
}

std::uint16_t Trace::name_id(std::string_view name) {
  NameSlot& slot = name_cache_[slot_of(name)];
  if (slot.id != no_name && same_bytes(names_[slot.id], name)) return slot.id;
  const auto known = name_ids_.find(std::string(name));
  if (known != name_ids_.end()) return slot.id = known->second;
  if (names_.size() >= shared_name) {
    if (!shares_names()) names_.emplace_back("…");
    return shared_name;
  }
  slot.id = static_cast<std::uint16_t>(names_.size());
  name_ids_.emplace(name, slot.id);
  names_.emplace_back(name);
  return slot.id;
}

std::string_view Trace::name_of(std::uint16_t id) const {
  return id < names_.size() ? std::string_view(names_[id]) : std::string_view{};
}

std::uint16_t Trace::place_id(const SourcePlace& where) {
  const auto address = reinterpret_cast<std::uintptr_t>(where.file_name());
  PlaceSlot& slot = place_cache_[((address >> 4) ^ (std::uintptr_t{where.line()} * 31)) & 255];
  if (slot.file == where.file_name() && slot.line == where.line()) return slot.id;
  std::string_view file = where.file_name();
  if (file.starts_with(project_prefix())) file.remove_prefix(project_prefix().size());
  const std::uint16_t id = place_id(Place{std::string(file), where.line()});
  if (id != no_name) slot = {where.file_name(), where.line(), id};
  return id;
}

std::uint16_t Trace::place_id(const Place& place) {
  std::size_t id = 0;
  while (id < places_.size() && places_[id] != place) ++id;
  if (id == places_.size()) {
    if (id >= no_name) return no_name;
    places_.push_back(place);
  }
  return static_cast<std::uint16_t>(id);
}

std::string_view Trace::client_name(ClientId id) const {
  return index(id) < info.clients.size() ? std::string_view(info.clients[index(id)]) : "?";
}

std::string_view Trace::node_name(NodeId id) const {
  if (id == resource_node) return info.resource;
  return index(id) < info.nodes.size() ? std::string_view(info.nodes[index(id)]) : "?";
}

void Trace::mention(const Script& script) {
  for (const Script* known : mentioned_)
    if (known == &script) return;
  mentioned_.push_back(&script);
  info.scripts.push_back(
      {std::string(script.name), std::string(script.sha1), std::string(script.text)});
}

std::uint64_t Trace::hash() const {
  XXH3_state_t* state = XXH3_createState();
  XXH3_64bits_reset(state);
  for (const std::string& name : names_) XXH3_64bits_update(state, name.data(), name.size() + 1);
  for (std::size_t i = first(); i < size_; ++i) {
    Event event = (*this)[i];
    const std::string_view said = text(event);
    event.text = event.text == no_text ? 0 : 1 + static_cast<std::uint32_t>(said.size());
    event.place = no_name;
    XXH3_64bits_update(state, &event, sizeof event);
    XXH3_64bits_update(state, said.data(), said.size());
  }
  const std::uint64_t hash = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  return hash;
}

std::size_t Trace::memory() const {
  const std::size_t blocks = std::min(blocks_.size(), most_blocks_);
  const std::size_t texts = texts_.size() - texts_dropped_;
  return blocks * (block_mask + 1) * sizeof(Event) + texts * text_block;
}

void Trace::set_names(std::vector<std::string> names) {
  names_ = std::move(names);
  name_cache_ = {};
  name_ids_.clear();
  for (std::size_t i = 0; i < names_.size(); ++i)
    name_ids_.emplace(names_[i], static_cast<std::uint16_t>(i));
}

}  // namespace locklab::sim

#include "sim/trace/trace.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <xxhash.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace locklab {

namespace {

/// The folder that the compiler puts before the names of the project's files. It is empty if the
/// compiler was told to omit it, unless a compiler cache has changed the paths.
constexpr std::string_view project_prefix() {
  std::string_view here = SourcePlace::current().file_name();
  here.remove_suffix(std::string_view("sim/trace/trace.cpp").size());
  return here;
}

constexpr std::size_t usual_block = std::size_t{1} << 21;  // a huge page

/// Blocks of destroyed traces, for the next trace of this thread. Touching memory for the first
/// time costs more than everything else that an event needs, and a search or a benchmark runs one
/// world after another.
class BlockPool {
 public:
  ~BlockPool() {
    while (void* block = take()) std::free(block);
    closed_ = true;
  }
  void* take() { return size_ == 0 ? nullptr : free_[--size_]; }
  bool give(void* block) {
    if (closed_ || size_ >= most) return false;
    free_[size_++] = block;
    return true;
  }

 private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t most = 0;  // the sanitizer then sees a use after the end
#else
  static constexpr std::size_t most = 64;  // 128 MB
#endif
  std::array<void*, most == 0 ? 1 : most> free_{};
  std::size_t size_ = 0;
  bool closed_ = false;  // a trace may outlive its thread's pool, at the program's end
};

BlockPool& pool() {
  static thread_local BlockPool blocks;
  return blocks;
}

void* new_block(std::size_t bytes) {
  bytes = (bytes + usual_block - 1) & ~(usual_block - 1);
  void* block = bytes == usual_block ? pool().take() : nullptr;
  if (block) return block;
  block = std::aligned_alloc(usual_block, bytes);
  if (!block) {
    if (const std::new_handler handler = std::get_new_handler())
      handler();  // it may end the program in order
    fmt::print(stderr, "locklab: out of memory for the trace\n");
    std::abort();
  }
#ifdef MADV_HUGEPAGE
  madvise(block, bytes, MADV_HUGEPAGE);
#endif
  return block;
}

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

Trace::Trace() = default;

void Trace::give_block(void* block, bool keep) noexcept {
  if (!keep || !pool().give(block)) std::free(block);
}

void Trace::add_block() {
  blocks_.emplace_back(static_cast<Event*>(new_block((block_mask + 1) * sizeof(Event))));
  next_ = blocks_.back().get();
  block_end_ = next_ + block_mask + 1;
}

void Trace::add_text_block(std::size_t bytes) {
  text_used_ = texts_.size() * text_block;
  const std::size_t blocks = (bytes + text_block - 1) / text_block;
  texts_.emplace_back(static_cast<char*>(new_block(blocks * text_block)), FreeBlock{blocks == 1});
  next_text_ = texts_.back().get();
  texts_end_ = next_text_ + blocks * text_block;
  for (std::size_t i = 1; i < blocks; ++i) texts_.emplace_back(nullptr);
}

std::uint32_t Trace::keep(std::string_view bytes) {
  // Offsets count in steps of four bytes, so they reach sixteen gigabytes of text.
  const std::size_t need = (bytes.size() + 4 + 3) & ~std::size_t{3};
  if (static_cast<std::size_t>(texts_end_ - next_text_) < need) add_text_block(need);
  const std::size_t at = text_used_;
  const auto length = static_cast<std::uint32_t>(bytes.size());
  std::memcpy(next_text_, &length, 4);
  copy_word(next_text_ + 4, bytes.data(), bytes.size());
  next_text_ += need;
  text_used_ += need;
  // A text larger than a block gets blocks of its own.
  if (need > text_block) texts_end_ = next_text_;
  return static_cast<std::uint32_t>(at / 4);
}

std::string_view Trace::text(std::uint32_t at) const {
  if (at == no_text) return {};
  const std::size_t byte = std::size_t{at} * 4;
  const char* from = texts_[byte / text_block].get() + (byte & (text_block - 1));
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
  const Place place{std::string(file), where.line()};
  std::size_t id = 0;
  while (id < places_.size() && places_[id] != place) ++id;
  if (id == places_.size()) {
    if (id >= no_name) return no_name;
    places_.push_back(place);
  }
  slot = {where.file_name(), where.line(), static_cast<std::uint16_t>(id)};
  return slot.id;
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
  for (std::size_t i = 0; i < size_; ++i) {
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
  return blocks_.size() * (block_mask + 1) * sizeof(Event) + texts_.size() * text_block;
}

void Trace::set_names(std::vector<std::string> names) {
  names_ = std::move(names);
  name_cache_ = {};
  name_ids_.clear();
  for (std::size_t i = 0; i < names_.size(); ++i)
    name_ids_.emplace(names_[i], static_cast<std::uint16_t>(i));
}

}  // namespace locklab

#include "tests/support/mutated_trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "sim/scenario/library.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/trace_bytes.h"
#include "sim/world/simulate.h"
#include "tests/support/mutations.h"

namespace locklab::test {

namespace {

// The first letter of each piece tells its kind.
constexpr char header_piece = 'h';
constexpr char event_piece = 'e';
constexpr char text_piece = 't';

Pieces in_pieces(std::string_view bytes, std::size_t events) {
  const std::size_t header = bytes.find('\n') + 1;
  const std::size_t records = bytes.find('\n', header) + 1;
  Pieces pieces{header_piece + std::string(bytes.substr(header, records - header - 1))};
  for (std::size_t i = 0; i < events; ++i)
    pieces.push_back(event_piece + std::string(bytes.substr(records + i * sizeof(sim::Event),
                                                            sizeof(sim::Event))));
  std::string_view texts = bytes.substr(records + events * sizeof(sim::Event));
  texts.remove_suffix(8);  // the checksum
  while (texts.size() >= 4) {
    std::uint32_t length = 0;
    std::memcpy(&length, texts.data(), 4);
    pieces.push_back(text_piece + std::string(texts.substr(4, length)));
    texts.remove_prefix(4 + std::size_t{length});
  }
  return pieces;
}

sim::Event event_of(const std::string& piece) {
  sim::Event event;
  std::memcpy(&event, piece.data() + 1, sizeof(sim::Event));
  return event;
}

void put(std::string& piece, const sim::Event& event) {
  std::memcpy(piece.data() + 1, &event, sizeof(sim::Event));
}

/// Replaces a number by zero, one, a huge one, a neighbour, a small one or any.
template <class Number>
void change(Number& field, sim::RandomBits& dice) {
  const auto old = static_cast<std::uint64_t>(field);
  const std::uint64_t others[] = {
      0,       1,          UINT64_MAX,    UINT64_MAX >> 1, old + 1, old - 1,
      0 - old, old * 1000, dice.below(8), dice.next(),     1 << 20, 0xfffffe,
      0xfffe,  3,          dice.below(40)};
  field = static_cast<Number>(others[dice.below(std::size(others))]);
}

void change_field(sim::Event& event, sim::RandomBits& dice) {
  switch (dice.below(15)) {
    case 0:
      return change(event.at, dice);
    case 1:
    case 2:
      return change(event.value, dice);
    case 3:
      return change(event.extra, dice);
    case 4:
      return change(event.message, dice);
    case 5:
      return change(event.acquisition, dice);
    case 6:
      return change(event.text, dice);
    case 7:
      return change(event.since_us, dice);
    case 8:
      return change(event.client, dice);
    case 9:
      return change(event.node, dice);
    case 10:
      return change(event.key, dice);
    case 11:
      return change(event.detail, dice);
    case 12:
      return change(event.fault, dice);
    case 13:
      event.kind = static_cast<sim::EventKind>(
          dice.below(static_cast<std::uint64_t>(sim::EventKind::count_)));
      return;
    default:
      event.purpose = static_cast<Purpose>(dice.below(static_cast<std::uint64_t>(Purpose::count_)));
  }
}

/// Raises the records' times so that they never fall; most traces would be refused otherwise.
void sort_times(Pieces& pieces) {
  std::int64_t now = 0;
  for (std::string& piece : pieces) {
    if (piece.empty() || piece[0] != event_piece) continue;
    sim::Event event = event_of(piece);
    event.at = now = std::max(now, event.at);
    put(piece, event);
  }
}

std::string with_count(std::string header, std::string_view name, std::size_t count) {
  const std::string key = fmt::format("\"{}\":", name);
  const std::size_t at = header.rfind(key);
  if (at == std::string::npos) return header;
  const std::size_t from = at + key.size();
  const std::size_t end = header.find_first_not_of("0123456789", from);
  return header.replace(from, std::min(end, header.size()) - from, std::to_string(count));
}

}  // namespace

std::vector<Pieces> short_runs() {
  std::vector<Pieces> runs;
  const sim::Library library(LOCKLAB_SOURCE_DIR "/assets");
  for (const sim::ScenarioEntry& entry : library.list()) {
    const auto found = library.find(entry.name);
    const auto& text = std::get<sim::ScenarioText>(found);
    auto read = sim::read_scenario(text.text, text.file);
    sim::Scenario& scenario = std::get<sim::Scenario>(read);
    scenario.most_events = 250;
    const sim::Trace trace = sim::simulate(scenario);
    runs.push_back(in_pieces(sim::trace_bytes(trace), trace.size()));
  }
  return runs;
}

Pieces mutated_trace(const std::vector<Pieces>& runs, std::uint64_t seed) {
  sim::RandomBits dice(seed);
  Mutations mutations(dice);
  Pieces pieces = runs[mutations.any(runs.size())];
  const Pieces& other = runs[mutations.any(runs.size())];
  for (bool more = true; more; more = !mutations.one_in(3)) {
    if (mutations.one_in(3)) {
      std::string header = pieces.empty() ? std::string{} : pieces.front();
      if (!pieces.empty()) pieces.erase(pieces.begin());
      mutations.rearrange(pieces, other);
      pieces.insert(pieces.begin(), std::move(header));
      continue;
    }
    std::string& piece = pieces[mutations.one_in(20) ? 0 : mutations.any(pieces.size())];
    if (!piece.empty() && piece[0] == event_piece) {
      sim::Event event = event_of(piece);
      change_field(event, dice);
      put(piece, event);
    } else if (!piece.empty()) {
      std::string rest = piece.substr(1);
      mutations.change_value(rest, other.back());
      piece = piece[0] + rest;
    }
  }
  if (!mutations.one_in(5)) sort_times(pieces);
  return pieces;
}

std::string bytes_of_trace(const Pieces& pieces) {
  std::string header, records, texts;
  std::size_t text_count = 0;
  for (const std::string& piece : pieces) {
    if (piece.empty()) continue;
    const std::string_view rest = std::string_view(piece).substr(1);
    if (piece[0] == header_piece) header = rest;
    if (piece[0] == event_piece) records += rest;
    if (piece[0] != text_piece) continue;
    const auto length = static_cast<std::uint32_t>(rest.size());
    texts.append(reinterpret_cast<const char*>(&length), 4);
    texts += rest;
    ++text_count;
  }
  header = with_count(std::move(header), "events", records.size() / sizeof(sim::Event));
  header = with_count(std::move(header), "texts", text_count);
  std::string bytes = "locklab-trace 1\n" + header + "\n" + records + texts;
  const std::uint64_t sum = XXH3_64bits(bytes.data(), bytes.size());
  bytes.append(reinterpret_cast<const char*>(&sum), 8);
  return bytes;
}

std::string shown_trace(const Pieces& pieces) {
  std::string shown;
  for (const std::string& piece : pieces) {
    if (piece.empty()) continue;
    if (piece[0] != event_piece) {
      shown += fmt::format("{}: {}\n", piece[0] == text_piece ? "text" : "header",
                           testing::PrintToString(piece.substr(1)));
      continue;
    }
    const sim::Event e = event_of(piece);
    const bool known = e.kind < sim::EventKind::count_;
    shown += fmt::format(
        "at {} {}: client {} node {} message {} acquisition {} key {} value {} extra {} text {} "
        "detail {} purpose {} since {} fault {} standing {}\n",
        e.at, known ? name(e.kind) : "?", index(e.client), index(e.node), e.message, e.acquisition,
        e.key, e.value, e.extra, e.text, e.detail, static_cast<int>(e.purpose), e.since_us, e.fault,
        e.standing);
  }
  return shown;
}

}  // namespace locklab::test

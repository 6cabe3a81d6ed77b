#include "sim/trace/trace_bytes.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <bit>
#include <cstddef>
#include <cstring>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "sim/trace/event_sanity.h"
#include "sim/trace/property.h"
#include "sim/trace/record_layout.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

// Records and packed commands are stored as they lie in memory.
static_assert(std::endian::native == std::endian::little, "trace files are little-endian");

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view magic = first_line_of_traces;
constexpr std::size_t checksum_size = 8;

/// The first error in a file. Thrown and caught only in this source file.
struct Wrong {
  Sentence where, what;
};

// --- the header

/// A text as JSON, which holds UTF-8 only. Keys in Redis may hold any bytes: non-UTF-8 ones are
/// written as {"bytes": [1, 2, ...]}.
Json from_text(const std::string& text) {
  Json json = text;
  try {
    (void)json.dump();
  } catch (const Json::type_error&) {
    json = Json{{"bytes", std::vector<std::uint8_t>(text.begin(), text.end())}};
  }
  return json;
}

Json from_texts(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) json.push_back(from_text(text));
  return json;
}

Json info_json(const TraceInfo& info) {
  Json scripts = Json::array();
  for (const TraceInfo::ScriptText& script : info.scripts)
    scripts.push_back({{"name", from_text(script.name)},
                       {"sha1", from_text(script.sha1)},
                       {"text", from_text(script.text)}});
  Json json{{"scenario", from_text(info.scenario)},
            {"title", from_text(info.title)},
            {"strategy", from_text(info.strategy)},
            {"world", from_text(info.world)},
            {"run", from_text(info.run)},
            {"seed", info.seed},
            {"ttl_us", info.ttl_us},
            {"bound_us", info.bound_us},
            {"admits", info.admits},
            {"needs", info.needs},
            {"lock_nodes", info.lock_nodes},
            {"quota_limit", info.quota_limit},
            {"quota_window_us", info.quota_window_us},
            {"promises", info.promises},
            {"clients", from_texts(info.clients)},
            {"nodes", from_texts(info.nodes)},
            {"replica_of", info.replica_of},
            {"resource", from_text(info.resource)},
            {"scripts", scripts}};
  if (info.needs_replicas > 0) json["needs_replicas"] = info.needs_replicas;
  if (info.initial_value) json["initial_value"] = *info.initial_value;
  if (info.change != 0) json["change"] = info.change;
  if (info.omitted) {
    json["omitted"] = *info.omitted;
    json["broken"] = info.broken;
  }
  if (info.cut_short) json["cut_short"] = 1;
  if (info.is_earlier) json["earlier"] = 1;
  if (info.began_us) json["began_us"] = *info.began_us;
  if (info.late_us) json["late_us"] = *info.late_us;
  for (const TraceInfo::Server& server : info.servers)
    json["servers"].push_back(
        {{"address", from_text(server.address)}, {"version", from_text(server.version)}});
  return json;
}

/// Reads the members of one JSON object, strictly.
class Members {
 public:
  Members(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object.is_object()) throw Wrong{say("header"), say("{} is not an object", path_)};
  }

  bool has(const char* key) const { return object_.contains(key); }
  const Json& at(const char* key) const {
    const auto it = object_.find(key);
    if (it == object_.end()) throw Wrong{say("header"), say("{}.{} is missing", path_, key)};
    return *it;
  }

  std::string text(const char* key) const { return to_text(at(key), key); }

  template <class Int>
  Int number(const char* key, Int least, Int most) const {
    const Json& json = at(key);
    if (json.is_number_unsigned()) {
      const auto n = json.get<std::uint64_t>();
      if (std::cmp_greater_equal(n, least) && std::cmp_less_equal(n, most))
        return static_cast<Int>(n);
    } else if (json.is_number_integer()) {
      const auto n = json.get<std::int64_t>();
      if (std::cmp_greater_equal(n, least) && std::cmp_less_equal(n, most))
        return static_cast<Int>(n);
    }
    throw Wrong{say("header"), say("{}.{} is not a number from {} to {}", path_, key, least, most)};
  }

  const Json& array(const char* key, std::size_t most) const {
    const Json& json = at(key);
    if (!json.is_array() || json.size() > most)
      throw Wrong{say("header"), say("{}.{} is not a list of at most {}", path_, key, most)};
    return json;
  }

  std::vector<std::string> texts(const char* key, std::size_t most) const {
    std::vector<std::string> result;
    for (const Json& item : array(key, most)) result.push_back(to_text(item, key));
    return result;
  }

 private:
  std::string to_text(const Json& json, const char* key) const {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_object() && json.size() == 1 && json.contains("bytes") &&
        json["bytes"].is_array()) {
      std::string bytes;
      for (const Json& byte : json["bytes"]) {
        if (!byte.is_number_unsigned() || byte.get<std::uint64_t>() > 255) break;
        bytes += static_cast<char>(byte.get<std::uint64_t>());
      }
      if (bytes.size() == json["bytes"].size()) return bytes;
    }
    throw Wrong{say("header"), say("{}.{} is not a text", path_, key)};
  }

  const Json& object_;
  std::string path_;
};

constexpr std::size_t most_ids = 65'533;  // no_client, no_node and resource_node are above

/// Whether the nodes replicate each other in a cycle.
bool in_a_circle(const std::vector<std::int32_t>& replica_of) {
  for (std::int32_t node : replica_of) {
    for (std::size_t steps = 0; node >= 0; ++steps) {
      if (steps > replica_of.size()) return true;
      node = replica_of[static_cast<std::size_t>(node)];
    }
  }
  return false;
}

TraceInfo read_info(const Json& json) {
  const Members in(json, "info");
  TraceInfo info;
  info.scenario = in.text("scenario");
  info.title = in.text("title");
  info.strategy = in.text("strategy");
  info.world = in.text("world");
  info.run = in.text("run");
  info.seed = in.number<std::uint64_t>("seed", 0, UINT64_MAX);
  info.ttl_us = in.number<std::int64_t>("ttl_us", 0, latest_us);
  info.bound_us = in.number<std::int64_t>("bound_us", 0, latest_us);
  info.admits = in.number<std::uint32_t>("admits", 0, UINT32_MAX);
  info.needs = in.number<std::uint32_t>("needs", 0, most_ids);
  if (in.has("needs_replicas"))
    info.needs_replicas = in.number<std::uint32_t>("needs_replicas", 0, most_ids);
  info.clients = in.texts("clients", most_ids);
  info.nodes = in.texts("nodes", most_ids);
  const auto nodes = static_cast<std::uint32_t>(info.nodes.size());
  info.lock_nodes = in.number<std::uint32_t>("lock_nodes", 0, nodes);
  info.quota_limit = in.number<std::int64_t>("quota_limit", 0, INT64_MAX);
  info.quota_window_us =
      in.number<std::int64_t>("quota_window_us", info.quota_limit > 0 ? 1 : 0, latest_us);
  info.promises = in.number<std::uint32_t>("promises", 0, (1u << property_count) - 1);
  info.resource = in.text("resource");
  if (in.has("initial_value"))
    info.initial_value = in.number<std::int64_t>("initial_value", INT64_MIN, INT64_MAX);
  if (in.has("change")) info.change = in.number<std::int64_t>("change", INT64_MIN, INT64_MAX);
  if (in.has("omitted")) {
    info.omitted = in.number<std::uint64_t>("omitted", 0, UINT64_MAX);
    info.broken = in.number<std::uint32_t>("broken", 0, (1u << property_count) - 1);
  }
  for (const Json& master : in.array("replica_of", most_ids)) {
    if (!master.is_number_integer() || master < -1 || master >= nodes)
      throw Wrong{say("header"), say("info.replica_of names a node that is not there")};
    info.replica_of.push_back(master.get<std::int32_t>());
  }
  if (!info.replica_of.empty() && info.replica_of.size() != info.nodes.size())
    throw Wrong{say("header"), say("info.replica_of has not as many entries as info.nodes")};
  if (in_a_circle(info.replica_of))
    throw Wrong{say("header"), say("info.replica_of lets nodes replicate each other in a circle")};
  if (in.has("earlier")) info.is_earlier = in.number<std::uint32_t>("earlier", 0, 1) == 1;
  if (in.has("cut_short")) info.cut_short = in.number<std::uint32_t>("cut_short", 0, 1) == 1;
  if (in.has("began_us"))
    info.began_us = in.number<std::int64_t>("began_us", 0, latest_time_of_day_us);
  if (in.has("late_us")) info.late_us = in.number<std::int64_t>("late_us", 0, latest_us);
  if (in.has("servers"))
    for (const Json& item : in.array("servers", most_ids)) {
      const Members server(item, "info.servers");
      info.servers.push_back({server.text("address"), server.text("version")});
    }
  for (const Json& item : in.array("scripts", most_ids)) {
    const Members script(item, "info.scripts");
    info.scripts.push_back({script.text("name"), script.text("sha1"), script.text("text")});
  }
  return info;
}

// --- loading

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

/// Checks the magic line and the checksum, and returns the bytes between them.
std::string_view body(std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic) {
    if (bytes.starts_with("locklab-trace ") || magic.starts_with(bytes))
      throw Wrong{say("byte {}", 0), bytes.size() < magic.size()
                                         ? say("the file is cut off")
                                         : say("another version wrote this trace")};
    throw Wrong{say("byte {}", 0), say("this is not a trace of locklab")};
  }
  if (bytes.size() < magic.size() + checksum_size)
    throw Wrong{say("byte {}", bytes.size()), say("the file is cut off")};
  std::uint64_t stored;
  const std::size_t end = bytes.size() - checksum_size;
  std::memcpy(&stored, bytes.data() + end, checksum_size);
  if (stored != checksum(bytes.substr(0, end)))
    throw Wrong{say("byte {}", end),
                say("the checksum does not match: the file is cut off or damaged")};
  return bytes.substr(magic.size(), end - magic.size());
}

/// Keeps in `trace` the texts that follow the records, and returns their offsets there. Adds to
/// `commands` whether each text is a packed command.
std::vector<std::uint32_t> read_texts(std::string_view section, std::size_t count, Trace& trace,
                                      std::vector<bool>& commands) {
  if (count > section.size() / 4)
    throw Wrong{say("texts"), say("the file holds fewer than its header says")};
  std::vector<std::uint32_t> kept;
  kept.reserve(count);
  commands.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t length = 0;
    if (section.size() >= 4) std::memcpy(&length, section.data(), 4);
    if (section.size() < 4 || section.size() - 4 < length)
      throw Wrong{say("text {}", i), say("it reaches beyond the file's end")};
    const std::string_view text = section.substr(4, length);
    kept.push_back(trace.keep(text));
    commands.push_back(!text.empty() && well_packed(text));
    section.remove_prefix(4 + std::size_t{length});
  }
  if (!section.empty()) throw Wrong{say("texts"), say("the file holds more than its header says")};
  return kept;
}

void read_records(std::string_view section, std::size_t count, Trace& trace,
                  const std::vector<EventKind>& kinds, const std::vector<std::uint32_t>& kept,
                  const std::vector<bool>& commands) {
  EventLimits limits{count,
                     trace.info.clients.size(),
                     trace.info.nodes.size(),
                     trace.names().size(),
                     trace.places().size(),
                     kept.size(),
                     0};
  for (std::size_t i = 0; i < count; ++i) {
    Event event;
    std::memcpy(&event, section.data() + i * sizeof(Event), sizeof(Event));
    const auto kind = static_cast<std::size_t>(event.kind);
    event.kind = kind < kinds.size() ? kinds[kind] : EventKind::count_;
    if (const std::string_view field = wrong_field(event, limits); !field.empty())
      throw Wrong{say("event {}", i), say("its {} is impossible", field)};
    if (event.kind == EventKind::sent && (event.text == no_text || !commands[event.text]))
      throw Wrong{say("event {}", i), say("its text is not a command")};
    limits.not_before = event.at;
    if (event.text != no_text) event.text = kept[event.text];
    if (trace.info.is_earlier && event.reason == ReasonCode::unknown)
      event.reason = reason_in_words(event.kind, trace.text(event));
    trace.add(event);
  }
}

Trace read_body(std::string_view rest) {
  const std::size_t line_end = rest.find('\n');
  if (line_end == std::string_view::npos) throw Wrong{say("header"), say("it does not end")};
  const Json json = Json::parse(rest.substr(0, line_end), nullptr, false);
  if (json.is_discarded()) throw Wrong{say("header"), say("it is not JSON")};
  rest.remove_prefix(line_end + 1);

  const Members header(json, "header");
  if (!is_readable(header.at("record")))
    throw Wrong{say("header"),
                say("another version wrote this trace: its records are laid out differently")};
  const auto kinds = kinds_named(header.texts("kinds", 256));
  if (!kinds)
    throw Wrong{
        say("header"),
        say("another version wrote this trace, with events that this version does not know")};
  Trace trace;
  trace.info = read_info(header.at("info"));
  trace.info.is_earlier |= header.at("record") != record_layout();
  trace.set_names(header.texts("names", no_name));
  std::vector<Place> places;
  for (const Json& item : header.array("places", no_name)) {
    const Members place(item, "places");
    places.push_back({place.text("file"), place.number<std::uint32_t>("line", 0, UINT32_MAX)});
  }
  trace.set_places(std::move(places));

  const std::size_t events = header.number<std::size_t>("events", 0, rest.size() / sizeof(Event));
  const std::size_t texts = header.number<std::size_t>("texts", 0, rest.size() / 4);
  const std::size_t records = events * sizeof(Event);
  std::vector<bool> commands;
  const auto kept = read_texts(rest.substr(records), texts, trace, commands);
  read_records(rest.substr(0, records), events, trace, *kinds, kept, commands);
  return trace;
}

}  // namespace

// --- saving

std::string trace_bytes(const Trace& trace) {
  std::unordered_map<std::uint32_t, std::uint32_t> ordinals;  // only looked up, never iterated
  std::string records(trace.size() * sizeof(Event), '\0');
  std::string texts;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    Event event = trace[i];
    if (event.text != no_text) {
      const auto next = static_cast<std::uint32_t>(ordinals.size());
      const auto [it, added] = ordinals.try_emplace(event.text, next);
      if (added) {
        const std::string_view text = trace.text(event);
        const auto length = static_cast<std::uint32_t>(text.size());
        texts.append(reinterpret_cast<const char*>(&length), 4);
        texts += text;
      }
      event.text = it->second;
    }
    std::memcpy(records.data() + i * sizeof(Event), &event, sizeof(Event));
  }

  Json places = Json::array();
  for (const Place& place : trace.places())
    places.push_back({{"file", from_text(place.file)}, {"line", place.line}});
  const Json header{{"info", info_json(trace.info)},
                    {"names", from_texts(trace.names())},
                    {"places", places},
                    {"record", record_layout()},
                    {"kinds", kind_names()},
                    {"events", trace.size()},
                    {"texts", ordinals.size()}};

  std::string bytes(magic);
  bytes += header.dump();
  bytes += '\n';
  bytes.reserve(bytes.size() + records.size() + texts.size() + checksum_size);
  bytes += records;
  bytes += texts;
  const std::uint64_t sum = checksum(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), checksum_size);
  return bytes;
}

std::variant<Trace, Problem> parse_trace(std::string_view bytes, const std::string& file) {
  if (bytes.empty())
    return Problem{file, 0, 0, say("the trace file is empty"),
                   say("save the trace again with run --trace")};
  try {
    return read_body(body(bytes));
  } catch (const Wrong& wrong) {
    return Problem{file, 0, 0, say("{}: {}", wrong.where, wrong.what),
                   say("save the trace again with run --trace")};
  }
}

}  // namespace locklab::sim

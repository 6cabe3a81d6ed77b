#include "sim/scenario/fault_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "sim/scenario/fault_line_words.h"
#include "sim/scenario/fault_rows.h"
#include "sim/scenario/read_parts.h"
#include "sim/scenario/trigger.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

using Words = std::vector<std::string>;

constexpr std::string_view example_of_load = "at 3s pause n1 500ms";

/// Other words for faults: the names of the palette's tools, and those of earlier versions.
struct Synonym {
  std::string_view word, means, detail;
};
constexpr std::array<Synonym, 9> synonyms{{{"power", "kill", "power"},
                                           {"freeze", "stop", ""},
                                           {"cut_requests", "cut", "requests"},
                                           {"cut_replies", "cut", "replies"},
                                           {"refuse_full", "refuse", "full"},
                                           {"refuse_read_only", "refuse", "read_only"},
                                           {"refuse_unsaved", "refuse", "unsaved"},
                                           {"flush", "delete", "flush"},
                                           {"evict", "delete", "evicted"}}};

class LineReader {
 public:
  LineReader(std::string_view line, const LineCast& cast)
      : line_(line), cast_(cast), words_(words_of_fault_line(line)) {}

  std::variant<FaultLine, Problem> read() {
    const bool now = !words_.empty() && (words_[0] == "now" || words_[0] == "f");
    if (!now && (words_.size() < 3 || (words_[0] != "at" && words_[0] != "when")))
      return wrong_fault_line(line_, say("a fault is a time, what happens, and to whom"), cast_);
    now ? read_now() : words_[0] == "at" ? read_time() : read_phrase();
    if (!problem_) read_kind();
    if (!problem_) read_whom();
    while (!problem_ && next_ < words_.size()) read_detail();
    if (!problem_) look_for_what_is_missing();
    if (problem_) return *problem_;
    return std::move(read_);
  }

 private:
  void fail(const Sentence& what) {
    if (!problem_) problem_ = wrong_fault_line(line_, what, cast_, known_kind_);
  }
  void fail_unknown(const std::string& name, const std::vector<std::string_view>& known) {
    problem_ = Problem{std::string(of_fault_option), 0, 0,
                       say("'{}': nobody is called '{}'", line_, name), use_instead(name, known)};
  }
  bool more() const { return next_ < words_.size(); }
  FaultKind kind() const { return read_.fault.kind; }
  // The moment.

  void read_now() {
    read_.fault.trigger.at = Duration(0);
    next_ = 1;
  }

  void read_time() {
    const auto at = time_in(words_[1]);
    if (!at || *at < 0us) return fail(say("'{}' is not a time", words_[1]));
    read_.fault.trigger.at = *at;
    next_ = 2;
  }

  void read_phrase() {
    Words phrase;
    for (next_ = 1; more(); ++next_) {
      phrase.push_back(words_[next_]);
      if (!phrase.back().ends_with(':')) continue;
      phrase.back().pop_back();
      break;
    }
    if (!more()) return fail(say("a colon ends its moment: when alice entered: pause alice 500ms"));
    ++next_;
    if (phrase.back().empty()) phrase.pop_back();
    if (phrase.size() > 2 && phrase[phrase.size() - 2] == "plus") {
      const auto plus = time_in(phrase.back());
      if (!plus || *plus < 0us) return fail(say("'{}' is not a time", phrase.back()));
      read_.fault.trigger.plus = *plus;
      phrase.resize(phrase.size() - 2);
    }
    for (const std::string& word : phrase) read_.when += (read_.when.empty() ? "" : " ") + word;
    if (read_.when.empty()) fail(say("its moment is missing"));
  }

  // The kind and the target.

  void read_kind() {
    if (!more()) return fail(say("a fault is a time, what happens, and to whom"));
    std::string word = words_[next_++];
    for (const Synonym& one : synonyms) {
      if (one.word != word) continue;
      word = one.means;
      if (!one.detail.empty()) words_.emplace_back(one.detail);
      break;
    }
    if (const auto kind = fault_named(word)) {
      read_.fault.kind = *kind;
      known_kind_ = kind;
      return;
    }
    if (word == removed_fault) {
      words_[next_ - 1] = name(FaultKind::stop);
      problem_ = Problem{std::string(of_fault_option), 0, 0,
                         say("'{}' is no longer a fault", removed_fault),
                         say("write {}", fmt::format("\"{}\"", fmt::join(words_, " ")))};
      return;
    }
    std::vector<std::string_view> kinds;
    for (std::size_t i = 0; i < static_cast<std::size_t>(FaultKind::count_); ++i)
      kinds.push_back(name(static_cast<FaultKind>(i)));
    problem_ = Problem{std::string(of_fault_option), 0, 0, say("'{}' is not a fault", word),
                       use_instead(word, kinds)};
  }

  static std::optional<std::uint32_t> place_in(const std::vector<std::string_view>& names,
                                               std::string_view word) {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - names.begin());
  }

  static std::optional<std::uint32_t> counted(std::string_view digits) {
    const auto number = whole_in(digits);
    if (!number || *number == 0) return std::nullopt;
    return *number - 1;
  }

  std::optional<std::uint32_t> node_named(std::string_view word) const {
    if (!cast_.nodes.empty()) return place_in(cast_.nodes, word);
    return word.starts_with('n') ? counted(word.substr(1)) : std::nullopt;
  }

  void read_whom() {
    for (; more() && read_somebody(); ++next_) {
    }
    const bool anybody = read_.client || read_.node || read_.resource || read_.holder || all_;
    if (anybody || problem_) return check_whom();
    if (more()) {
      std::vector<std::string_view> names = cast_.clients;
      names.insert(names.end(), cast_.nodes.begin(), cast_.nodes.end());
      if (!names.empty() && !is_detail(words_[next_])) {
        return fail_unknown(words_[next_], names);
      }
    }
    if (on_link() && !cast_.clients.empty()) return;  // all links
    fail(cast_.clients.empty()
             ? say("it strikes a server (n1), a client (client 1) or the holder")
             : say("it does not say whom it strikes: a client ({}) or a node ({})",
                   cast_.clients.front(), cast_.nodes.empty() ? "n1" : cast_.nodes.front()));
  }

  bool read_somebody() {
    const std::string& word = words_[next_];
    if (word == "all" || word == "-" || word == "–") {
      all_ = all_ || word == "all";
      return true;
    }
    if (word == "holder") {
      if (read_.client) one_too_many(word);
      return read_.holder = true;
    }
    if (word == "client" && next_ + 1 < words_.size()) {
      const auto number = counted(words_[next_ + 1]);
      if (!number) return false;
      take_client(*number, word);
      ++next_;
      return true;
    }
    if (const auto client = place_in(cast_.clients, word)) {
      take_client(*client, word);
      return true;
    }
    if (const auto node = node_named(word)) {
      if (read_.node) one_too_many(word);
      read_.node = node;
      return true;
    }
    if (!cast_.resource.empty() && word == cast_.resource) return read_.resource = true;
    return false;
  }

  void take_client(std::uint32_t client, const std::string& word) {
    if (read_.client || read_.holder) one_too_many(word);
    read_.client = client;
  }

  void one_too_many(const std::string& word) {
    fail(kind() == FaultKind::migrate
             ? say("where the slot goes is said with 'to': to {}", word)
             : say("it strikes one of them: give '{}' a fault of its own", word));
  }

  const FaultRow& row() const { return row_of(kind()); }
  bool on_link() const { return row().target == FaultTarget::link; }

  void check_whom() {
    using enum FaultKind;
    if (on_link() || problem_) return;
    const bool client = read_.client || read_.holder;
    if (kind() == pause && read_.node && !client) {
      read_.fault.kind = stop;  // pausing a server means stopping it
      read_.called_pause = true;
    }
    const Sentence called = Sentence::name(name(kind()));
    if (read_.resource || all_) return fail(say("'{}' strikes one client or one node", called));
    const bool of_client = row().target == FaultTarget::client;
    const bool of_either = row().target == FaultTarget::either;
    if (of_client && read_.node) return fail(say("'{}' strikes a client", called));
    if (!of_client && !of_either && client && kind() != promote)
      return fail(say("'{}' strikes a server", called));
    if (of_either && client && read_.node) fail(say("'{}' strikes one client or one node", called));
    if (kind() == promote && !read_.node) fail(say("'{}' strikes a server", called));
  }

  // The details, each a field of the kind.

  static bool is_detail(std::string_view word) {
    static constexpr std::array<std::string_view, 12> known{
        "for",  "jitter", "after", "restart_after", "requests", "replies",
        "both", "power",  "to",    "untold",        "restart",  "ppm"};
    return time_in(word) || whole_in(word) || command_named(word) ||
           std::find(known.begin(), known.end(), word) != known.end();
  }

  void read_detail() {
    const std::string word = words_[next_++];
    if (kind() == FaultKind::promote && word == "for" && more() && !time_in(words_[next_])) {
      read_.client = place_in(cast_.clients, words_[next_++]);
      if (!read_.client) unexpected(words_[next_ - 1]);
      return;
    }
    for (const FieldUse& use : row().fields)
      if (takes(use, word) || problem_) return;
    unexpected(word);
  }

  void unexpected(const std::string& word) { fail(say("'{}' is not expected here", word)); }

  /// Reads the field if the word begins it; returns whether it does.
  bool takes(const FieldUse& use, const std::string& word) {
    using enum FaultField;
    Fault& fault = read_.fault;
    switch (use.field) {
      case direction:
        if (word != "requests" && word != "replies") return word == "both";
        fault.requests = word == "requests";
        fault.replies = !fault.requests;
        return true;
      case power:
        return word == "power" && (fault.power = true);
      case untold:
        return word == "untold" && (fault.untold = true);
      case to:
        return word == "to" && read_receiver();
      case refusal:
        return read_reason(word);
      case removal:
        return read_removal(word);
      case pace:
        return read_pace(word);
      case count:
        return read_count(word);
      case command:
        return read_command(word);
      case jitter:
        return word == "jitter" && read_named_time(word, fault.jitter);
      case after:
        return word == "after" && read_named_time(word, fault.after);
      case restart_after:
        if (word == "restart" && more() && words_[next_] == "after") return true;
        return (word == "after" || word == "restart_after") &&
               read_named_time(word, fault.restart_after);
      case slow_for:
        return word == "for" ? read_named_time(word, fault.slow_for)
                             : read_time_alone(word, fault.slow_for);
      case duration:
        return word == "for" && !use.needed ? read_named_time(word, fault.duration)
                                            : read_time_alone(word, fault.duration);
      case shift:
        return read_shift(word);
      case count_:
        break;
    }
    return false;
  }

  bool read_receiver() {
    if (!more()) return fail(say("the name of a server is missing behind 'to'")), true;
    const std::string& word = words_[next_++];
    read_.to = node_named(word);
    if (!read_.to) fail_unknown(word, cast_.nodes);
    return true;
  }

  template <class Time>
  bool read_named_time(const std::string& word, Time& into) {
    const auto time = more() ? time_in(words_[next_]) : std::nullopt;
    if (!time || *time <= 0us) unexpected(word);
    if (!problem_) into = *time;
    ++next_;
    return true;
  }

  /// Reads a time without a keyword. Returns false if the word is not a positive time, or the field
  /// already has one.
  static bool read_time_alone(const std::string& word, std::optional<Duration>& into) {
    const auto time = time_in(word);
    if (into || !time || *time <= 0us) return false;
    into = *time;
    return true;
  }

  bool read_shift(const std::string& word) {
    const auto time = time_in(word);
    if (read_.fault.amount != 0us || !time || *time == 0us) return false;
    if (*time < a_year.least || *time > a_year.most)
      fail(say("'{}' is out of range: it must be {} .. {} ms", word, ms_number(a_year.least),
               ms_number(a_year.most)));
    read_.fault.amount = *time;
    return true;
  }

  bool read_reason(const std::string& word) {
    const auto& reasons = write_refusal_words;
    const auto reason = std::find(reasons.begin(), reasons.end(), word);
    if (reason == reasons.end()) return false;
    read_.fault.refusal = static_cast<WriteRefusal>(reason - reasons.begin());
    return why_ = true;
  }

  bool read_removal(const std::string& word) {
    const auto& all = key_removal_words;
    const auto how = std::find(all.begin(), all.end(), word);
    if (how == all.end()) return false;
    read_.fault.removal = static_cast<KeyRemoval>(how - all.begin());
    return true;
  }

  /// Reads a drift: "10000ppm", "10000 ppm", "1%".
  bool read_pace(const std::string& word) {
    std::string_view digits = word;
    std::int64_t ppm = 1;
    if (digits.ends_with("ppm")) {
      digits.remove_suffix(3);
    } else if (digits.ends_with('%')) {
      digits.remove_suffix(1);
      ppm = 10'000;
    } else if (more() && words_[next_] == "ppm") {
      ++next_;
    } else {
      return false;
    }
    const auto number = parts_in(digits, ppm);
    if (!number || std::abs(*number) > 1'000'000) return false;
    read_.fault.ppm = *number;
    return paced_ = true;
  }

  bool read_count(const std::string& word) {
    const auto count = whole_in(word);
    if (!count || *count == 0) return false;
    read_.fault.count = *count;
    return true;
  }

  bool read_command(const std::string& word) {
    const auto command = command_named(word);
    if (command) read_.fault.command = *command;
    return command.has_value();
  }

  void look_for_what_is_missing() {
    const Fault& fault = read_.fault;
    if (row().use_of(FaultField::count))
      read_.fault.count = std::max(fault.count, fewest_messages(kind()));
    for (const FieldUse& use : row().fields)
      if (use.needed && !has(use.field)) return fail(missing(use.field));
  }

  bool has(FaultField field) const {
    const Fault& fault = read_.fault;
    if (field == FaultField::refusal) return why_;
    if (field == FaultField::pace) return paced_;
    return field == FaultField::shift ? fault.amount != 0us : fault.duration.has_value();
  }

  Sentence missing(FaultField field) const {
    if (field == FaultField::shift) return say("how far its clock jumps is missing");
    if (field == FaultField::pace)
      return say("how much faster its clock runs is missing: 10000ppm, -1%");
    if (field == FaultField::refusal)
      return say("why it refuses is missing: full, read_only or unsaved");
    return kind() == FaultKind::slow ? say("how much longer each message takes is missing")
                                     : say("how long is missing");
  }

  const std::string_view line_;
  const LineCast& cast_;
  Words words_;
  std::size_t next_ = 0;
  bool all_ = false, why_ = false, paced_ = false;
  std::optional<FaultKind> known_kind_;
  FaultLine read_;
  std::optional<Problem> problem_;
};

std::string node_word(std::uint32_t node, const LineCast& cast) {
  return cast.nodes.empty() ? fmt::format("n{}", node + 1) : std::string(cast.nodes[node]);
}

/// A field as LineReader reads it; empty if the line means the same without it.
std::string field_words(const FaultLine& line, FaultField field, const LineCast& cast) {
  using enum FaultField;
  const Fault& fault = line.fault;
  const auto timed = [](const std::string& word, std::optional<Duration> time) {
    return time.value_or(0us) == 0us ? std::string() : word + line_time(*time);
  };
  switch (field) {
    case to:
      return line.to ? "to " + node_word(*line.to, cast) : std::string();
    case direction:
      return fault.requests == fault.replies ? "" : fault.requests ? "requests" : "replies";
    case count:
      return fault.count > fewest_messages(fault.kind) ? std::to_string(fault.count) : "";
    case command:
      return fault.command;
    case shift:
      return timed("", fault.amount);
    case pace:
      return fmt::format("{}ppm", fault.ppm);
    case duration:
      return timed("", fault.duration);
    case jitter:
      return timed("jitter ", fault.jitter);
    case slow_for:
      return timed("", fault.slow_for);
    case after:
      return timed("after ", fault.after);
    case untold:
      return fault.untold ? "untold" : "";
    case refusal:
      return std::string(name(fault.refusal));
    case removal:
      return fault.removal == KeyRemoval::del ? "" : std::string(name(fault.removal));
    case power:
      return fault.power ? "power" : "";
    case restart_after:
      return timed("restart_after ", fault.restart_after);
    case count_:
      break;
  }
  return {};
}

}  // namespace

std::string action_of_line(const FaultLine& line, const LineCast& cast) {
  std::string all(name(line.called_pause ? FaultKind::pause : line.fault.kind));
  const std::size_t whom = all.size();
  const auto add = [&](std::string_view word) {
    if (!word.empty()) all.append(" ").append(word);
  };
  if (line.holder) add("holder");
  if (line.client)
    add(cast.clients.empty() ? fmt::format("client {}", std::uint64_t{*line.client} + 1)
                             : std::string(cast.clients[*line.client]));
  if (line.node) add(node_word(*line.node, cast));
  if (line.resource) add(cast.resource);
  if (all.size() == whom) add("all");
  const FaultRow& row = row_of(line.fault.kind);
  if (row.use_of(FaultField::refusal)) add(name(line.fault.refusal));  // precedes a duration
  for (const FieldUse& use : row.fields)
    if (use.field != FaultField::refusal) add(field_words(line, use.field, cast));
  return all;
}

std::string example_action(FaultKind kind, const LineCast& cast) {
  const FaultRow& row = row_of(kind);
  std::string line(row.id);
  if (row.target == FaultTarget::client || row.target == FaultTarget::link)
    line.append(" ").append(cast.clients.empty() ? "holder" : cast.clients.front());
  if (row.target != FaultTarget::client)  // the last node may be a replica to promote
    line.append(" ").append(cast.nodes.empty()                           ? "n1"
                            : row.target == FaultTarget::node_for_client ? cast.nodes.back()
                                                                         : cast.nodes.front());
  for (const FieldUse& use : row.fields)
    if (use.needed || (use.field == FaultField::duration && use.field == row.lasts))
      line += fmt::format(" {}={}", row_of(use.field).key,
                          use.needed ? row_of(use.field).example : "500");
  return fmt::format("{}", fmt::join(words_of_fault_line(line), " "));
}

std::string to_line(const FaultLine& line, const LineCast& cast) {
  const Trigger& trigger = line.fault.trigger;
  const std::string action = action_of_line(line, cast);
  if (line.when.empty()) return "at " + line_time(trigger.at.value_or(0us)) + " " + action;
  const std::string plus = trigger.plus > 0us ? " plus " + line_time(trigger.plus) : "";
  return "when " + line.when + plus + ": " + action;
}

Problem wrong_fault_line(std::string_view line, const Sentence& what, const LineCast& cast,
                         std::optional<FaultKind> kind) {
  std::string example(example_of_load);
  const bool is_typed = line.starts_with("f ");
  if (!cast.clients.empty())
    example =
        (is_typed ? "f " : "at 60ms ") + example_action(kind.value_or(FaultKind::pause), cast);
  return {
      std::string(of_fault_option), 0, 0, say("'{}': {}", line, what),
      say("write for example: {}", is_typed ? example : fmt::format("--fault \"{}\"", example))};
}

std::variant<FaultLine, Problem> parse_fault_line(std::string_view line, const LineCast& cast) {
  return LineReader(line, cast).read();
}

std::string line_time(Duration time) {
  if (us(time) % 1'000'000 == 0) return fmt::format("{}s", us(time) / 1'000'000);
  if (us(time) % 1'000 == 0) return fmt::format("{}ms", us(time) / 1'000);
  return fmt::format("{}us", us(time));
}

}  // namespace locklab::sim

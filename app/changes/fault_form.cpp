#include "app/changes/fault_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "app/changes/added_faults.h"
#include "sim/scenario/fault_rows.h"
#include "sim/scenario/fault_target.h"
#include "sim/scenario/read_parts.h"
#include "sim/scenario/toml_value.h"
#include "sim/scenario/trigger.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

constexpr double longest_ms = 24.0 * 3600 * 1000;

bool blank(std::string_view text) { return text.find_first_not_of(" \t") == std::string::npos; }

std::string ms_text(Duration time) { return size_text(static_cast<double>(us(time)) / 1000); }

/// The typed text in capitals, without the blanks around it.
std::string capitals(std::string_view typed) {
  typed.remove_prefix(std::min(typed.find_first_not_of(" \t"), typed.size()));
  std::string text(typed.substr(0, typed.find_last_not_of(" \t") + 1));
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string quoted(std::string_view text) {
  return sim::to_toml(sim::Value::of("", std::string(text)));
}

std::string client_name(const ShownRun& run, ClientId client) {
  return client == no_client ? "" : run.judged.scenario.clients[index(client)].name;
}

std::string node_name(const ShownRun& run, NodeId node) {
  if (node == no_node) return "";
  const sim::Scenario& scenario = run.judged.scenario;
  return node == resource_node ? scenario.resource : scenario.nodes[index(node)].name;
}

std::string_view size_key(SizeKind kind) {
  if (kind == SizeKind::restart) return "restart_after_ms";
  return kind == SizeKind::drift ? "ppm" : "ms";
}

/// Builds a fault's text field by field, and keeps the first mistake.
class Writer {
 public:
  Writer(const FaultForm& form, const ShownRun& run)
      : form_(form), run_(run), shape_(form_shape(form.kind)) {}

  std::variant<std::string, BadField> text() {
    write_target();
    write_size();
    write_jitter();
    write_lasts();
    write_promotion();
    write_rest();
    std::string moment = moment_text();
    if (bad_) return *bad_;
    std::string named = form_.name.empty() ? "" : ", name=" + quoted(form_.name);
    return fmt::format("{{{}{}, {}={{{}}}}}", moment, named, sim::name(form_.kind), action_);
  }

 private:
  void fail(std::string field, std::string_view key, std::vector<Sentence> found = {}) {
    if (!bad_) bad_ = BadField{std::move(field), std::string(key), std::move(found)};
  }
  void add(std::string_view key, std::string_view value) {
    action_ += fmt::format("{}{}={}", action_.empty() ? "" : ", ", key, value);
  }

  void write_target() {
    const bool client = shape_.client && !form_.client.empty();
    const bool node = shape_.node && !form_.node.empty();
    if (client) add("client", quoted(form_.client));
    if (node) add("node", quoted(form_.node));
    if (form_.kind == FaultKind::migrate) write_receiver();
    if (shape_.for_client ? !node : !shape_.any && client == node)
      fail("target", "form.bad.target");
  }

  void write_receiver() {
    if (form_.to.empty()) return;
    if (form_.to == form_.node) return fail("to", "form.bad.to", {Sentence::name(form_.to)});
    add("to", quoted(form_.to));
  }

  void write_size() {
    if (shape_.size == SizeKind::none) return;
    const bool optional = shape_.size == SizeKind::lasting || shape_.size == SizeKind::restart;
    if (blank(form_.size) && optional) return;
    auto size = typed_number(form_.size);
    if (size) size = size_of_typed(shape_.size, *size);
    if (!size || !is_size(shape_.size, *size))
      return fail("size", bad_size(shape_.size), {Sentence::name(form_.size)});
    add(size_key(shape_.size), size_text(*size));
  }

  void write_lasts() {
    if (!shape_.lasts || blank(form_.lasts)) return;
    const auto lasts = typed_number(form_.lasts);
    if (!lasts || !is_size(SizeKind::lasting, *lasts))
      return fail("lasts", bad_size(SizeKind::lasting), {Sentence::name(form_.lasts)});
    add("for_ms", size_text(*lasts));
  }

  void write_jitter() {
    if (form_.kind != FaultKind::slow || blank(form_.jitter_ms)) return;
    if (const double jitter = time_of("jitter", form_.jitter_ms); jitter > 0)
      add("jitter_ms", size_text(jitter));
  }

  void write_promotion() {
    if (form_.kind != FaultKind::promote) return;
    if (const double after = time_of("after", form_.after_ms); after > 0)
      add("after_ms", size_text(after));
    if (form_.untold) add("untold", "true");
  }

  void write_rest() {
    if (shape_.direction && !(form_.requests && form_.replies))
      add("direction", form_.requests ? "\"requests\"" : "\"replies\"");
    if (form_.kind == FaultKind::kill && form_.power) add("power", "true");
    if (form_.kind == FaultKind::refuse) add("why", quoted(std::string(name(form_.refusal))));
    if (form_.kind == FaultKind::remove && form_.removal != sim::KeyRemoval::del)
      add("why", quoted(name(form_.removal)));
    if (!shape_.count) return;
    write_command();
    if (blank(form_.count)) return;
    const auto count = typed_number(form_.count);
    if (!count || *count != std::floor(*count) || *count < 1 || *count > 1'000'000)
      return fail("count", "form.bad.count", {Sentence::name(form_.count)});
    // The default count is one message, but for a hold all of them.
    if (form_.kind == FaultKind::hold || *count != 1) add("count", fmt::format("{:.0f}", *count));
  }

  void write_command() {
    if (blank(form_.command)) return;
    const auto command = sim::command_named(capitals(form_.command));
    if (!command) return fail("command", "form.bad.command", {Sentence::name(form_.command)});
    add("command", quoted(*command));
  }

  std::string moment_text() {
    if (!form_.at_event) {
      const auto at = typed_number(form_.at_ms);
      if (!at || *at < 0 || *at > longest_ms) {
        fail("at", "form.bad.at", {Sentence::name(form_.at_ms)});
        return {};
      }
      const auto& end = run_.judged.scenario.run_for;
      if (end && *at * 1000 > static_cast<double>(us(*end)))
        fail("at", "form.bad.after_end", {Sentence::name(ms_text(*end))});
      return "at_ms=" + size_text(*at);
    }
    const auto clients = sim::client_names(run_.judged.scenario);
    const auto nodes = sim::node_names(run_.judged.scenario);
    const auto read =
        sim::parse_trigger(form_.moment, {clients, nodes, run_.judged.scenario.resource});
    if (const auto* bad = std::get_if<sim::BadPhrase>(&read))
      fail("moment", "form.bad.moment", {bad->what, bad->instead});
    std::string text = "when=" + quoted(form_.moment);
    const double plus = time_of("plus", form_.plus_ms);
    return plus == 0 ? text : text + ", plus_ms=" + size_text(plus);
  }

  /// The milliseconds of a field that may be empty; 0 if it is empty or not valid.
  double time_of(const char* field, const std::string& typed) {
    if (blank(typed)) return 0;
    const auto time = typed_number(typed);
    if (time && *time >= 0 && *time <= longest_ms) return *time;
    fail(field, "form.bad.plus", {Sentence::name(typed)});
    return 0;
  }

  const FaultForm& form_;
  const ShownRun& run_;
  FormShape shape_;
  std::string action_;
  std::optional<BadField> bad_;
};

std::string size_of(const sim::Fault& fault, SizeKind kind) {
  switch (kind) {
    case SizeKind::none:
      return {};
    case SizeKind::shift:
      return ms_text(fault.amount);
    case SizeKind::drift:
      return size_text(typed_of_size(kind, static_cast<double>(fault.ppm)));
    case SizeKind::restart:
      return fault.restart_after ? ms_text(*fault.restart_after) : "";
    default:
      return fault.duration ? ms_text(*fault.duration) : "";
  }
}

/// The moment of a fault as written after `when =`; empty if it has a time instead.
std::string phrase_of(const sim::Fault& fault) {
  auto parsed = sim::parse_toml(fault.place.moment, "", 0);
  const auto* tree = std::get_if<sim::Value>(&parsed);
  const sim::Value* when = tree ? tree->find("when") : nullptr;
  return when ? when->text : "";
}

}  // namespace

std::optional<double> typed_number(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string_view bad_size(SizeKind kind) {
  switch (kind) {
    case SizeKind::shift:
      return "form.bad.shift";
    case SizeKind::drift:
      return "form.bad.drift";
    case SizeKind::time:
      return "form.bad.time";
    default:
      return "form.bad.lasting";
  }
}

std::string_view size_words(FaultKind kind) {
  switch (kind) {
    case FaultKind::kill:
      return "form.size.restart";
    case FaultKind::jump:
      return "form.size.jump";
    case FaultKind::drift:
      return "form.size.drift";
    case FaultKind::slow:
      return "form.size.slow";
    case FaultKind::delay:
      return "form.size.delay";
    case FaultKind::promote:
      return "form.size.promote";
    default:
      return "form.size.lasting";
  }
}

FormShape form_shape(FaultKind kind) {
  using sim::FaultField;
  using sim::FaultTarget;
  const sim::FaultRow& row = sim::row_of(kind);
  FormShape shape;
  shape.client = row.target != FaultTarget::node;
  shape.node = row.target != FaultTarget::client;
  shape.any = row.target == FaultTarget::link;
  shape.for_client = row.target == FaultTarget::node_for_client;
  shape.direction = row.use_of(FaultField::direction);
  shape.count = row.use_of(FaultField::count);
  shape.lasts = row.use_of(FaultField::slow_for);
  shape.size = size_kind(kind);
  return shape;
}

FaultForm form_of(const ShownRun& run, std::size_t fault) {
  const sim::Fault& of = added(run)[fault];
  FaultForm form;
  form.fault = fault;
  form.kind = of.kind;
  form.name = of.name;
  form.client = client_name(run, of.client);
  form.node = node_name(run, of.node);
  form.to = node_name(run, of.to);
  form.requests = of.requests;
  form.replies = of.replies;
  form.power = of.power;
  form.refusal = of.refusal;
  form.removal = of.removal;
  if (of.after > Duration(0)) form.after_ms = ms_text(of.after);
  form.untold = of.untold;
  form.size = size_of(of, form_shape(of.kind).size);
  if (of.jitter > Duration(0)) form.jitter_ms = ms_text(of.jitter);
  if (of.slow_for) form.lasts = ms_text(*of.slow_for);
  if (of.count > 0) form.count = fmt::format("{}", of.count);
  form.command = of.command;
  form.at_event = !of.trigger.at;
  if (of.trigger.at) form.at_ms = ms_text(*of.trigger.at);
  form.moment = phrase_of(of);
  if (form.at_event && of.trigger.plus > Duration(0)) form.plus_ms = ms_text(of.trigger.plus);
  return form;
}

FaultForm form_for(const ShownRun& run, const BreakingTool& tool, const Spot& spot,
                   std::optional<double> size, double at_us) {
  const Scene& scene = run.scene;
  FaultForm form;
  form.kind = tool.kind;
  form.requests = tool.requests;
  form.replies = tool.replies;
  form.power = tool.power;
  form.refusal = tool.refusal;
  form.removal = tool.removal;
  if (size) form.size = size_text(typed_of_size(tool.size, *size));
  const auto name = [&](std::uint16_t lane) -> std::string {
    const Lane& of = scene.lanes[lane];
    const sim::Scenario& scenario = run.judged.scenario;
    if (of.kind == LaneKind::resource) return scenario.resource;
    return of.kind == LaneKind::client ? scenario.clients[of.index].name
                                       : scenario.nodes[of.index].name;
  };
  if (spot.kind == SpotKind::lane) {
    (scene.lanes[spot.lane].kind == LaneKind::client ? form.client : form.node) = name(spot.lane);
  } else {
    form.client = name(spot.lane);
    form.node = name(spot.node);
  }
  const FormShape shape = form_shape(tool.kind);
  if (shape.count && sim::fewest_messages(tool.kind) > 0) form.count = "1";
  if (spot.kind == SpotKind::message && shape.count) {
    form.count = "1";
    form.requests = !spot.reply;
    form.replies = spot.reply;
    form.at_event = true;
    form.moment = message_moment(run, spot);
  }
  // A fault that is due at the time of an event precedes it. A fault 1 us later follows everything
  // that the cursor has passed.
  form.at_ms = size_text((std::floor(std::max(at_us, 0.0)) + 1) / 1000);
  return form;
}

std::variant<std::string, BadField> fault_text(const FaultForm& form, const ShownRun& run) {
  return Writer(form, run).text();
}

std::vector<std::string> client_choices(const ShownRun& run) {
  std::vector<std::string> names;
  for (const sim::ClientSpec& client : run.judged.scenario.clients) names.push_back(client.name);
  return names;
}

std::vector<std::string> node_choices(const ShownRun& run, FaultKind kind) {
  std::vector<std::string> names;
  const sim::Scenario& scenario = run.judged.scenario;
  for (std::size_t n = 0; n < scenario.nodes.size(); ++n)
    if (kind != FaultKind::promote || sim::may_be_replica(scenario, static_cast<NodeId>(n)))
      names.push_back(scenario.nodes[n].name);
  if (form_shape(kind).any) names.push_back(run.judged.scenario.resource);
  return names;
}

}  // namespace locklab::app

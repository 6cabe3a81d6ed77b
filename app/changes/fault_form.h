// A fault as a form: its target, its size and its time, as a user types them. A form becomes the
// text of a fault in a run's name, or reports which field is wrong.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/changes/fault_tools.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct FaultForm {
  std::size_t branch = 0;            ///< the run it belongs to
  std::optional<std::size_t> fault;  ///< index of the added fault that is edited; none: a new one
  sim::FaultKind kind = sim::FaultKind::crash;
  std::string name;          ///< kept from the edited fault
  std::string client, node;  ///< empty: none, or any end of a link
  std::string to;            ///< of a migration: the node that gets the slot; empty: the next one
  bool requests = true, replies = true;
  bool power = false;
  sim::WriteRefusal refusal = sim::WriteRefusal::full;  ///< why a node refuses writes
  std::string after_ms;  ///< of a promotion, which takes so long; empty: none
  bool untold = false;   ///< of a promotion: the old master is not told
  std::string size;      ///< empty: none
  std::string
      lasts;  ///< the duration, where `size` is another number; empty: until something ends it
  std::string jitter_ms;  ///< of a slow link: more or less than `size`, by the seed; empty: none
  std::string count;      ///< number of messages; empty: all
  std::string command;    ///< the only command that is meant; empty: any
  bool at_event = false;
  std::string at_ms;    ///< if not at_event
  std::string moment;   ///< if at_event: "alice entered"
  std::string plus_ms;  ///< delay after that moment; empty: none

  std::string wrong;    ///< the field that is wrong: "size", "moment" ...; empty: none known
  std::string problem;  ///< what is wrong, in the user's language
  bool operator==(const FaultForm&) const = default;
};

/// The fields of a form, by the kind of fault.
struct FormShape {
  bool client = false, node = false;
  bool any = false;         ///< client and node may both be left open: a link
  bool for_client = false;  ///< a client may be named besides the node
  SizeKind size = SizeKind::none;
  bool direction = false;
  bool count = false;  ///< of messages, and which command
  bool lasts = false;  ///< besides the size
};
FormShape form_shape(sim::FaultKind kind);

/// Keys of the texts that name the size of a fault, and that say why a size is not valid.
std::string_view size_words(sim::FaultKind kind);
std::string_view bad_size(SizeKind kind);
/// Parses a number with optional spaces around it.
std::optional<double> typed_number(std::string_view text);

/// A form that edits an added fault.
FaultForm form_of(const ShownRun& run, std::size_t fault);
/// A form for a new fault.
FaultForm form_for(const ShownRun& run, const BreakingTool& tool, const Spot& spot,
                   std::optional<double> size, double at_us);

/// A field that is not valid. The text under `key` ("form.bad.time") says so and quotes `found`.
struct BadField {
  std::string field;
  std::string key;
  std::vector<Sentence> found;
};
/// The fault on one line, as a scenario file writes it.
std::variant<std::string, BadField> fault_text(const FaultForm& form, const ShownRun& run);

/// The names that a fault can refer to: clients; or nodes, and the resource where links are meant.
std::vector<std::string> client_choices(const ShownRun& run);
std::vector<std::string> node_choices(const ShownRun& run, sim::FaultKind kind);

}  // namespace locklab::app

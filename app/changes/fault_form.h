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
  std::size_t branch = 0;            ///< index of the run that it belongs to
  std::optional<std::size_t> fault;  ///< index of the edited added fault; nullopt for a new one
  sim::FaultKind kind = sim::FaultKind::crash;
  std::string name;          ///< kept from the edited fault
  std::string client, node;  ///< empty for none, or for any end of a link
  std::string to;            ///< of a migration: the node that gets the slot; empty for the next
  bool requests = true, replies = true;
  bool power = false;
  sim::WriteRefusal refusal = sim::WriteRefusal::full;  ///< why a node refuses writes
  sim::KeyRemoval removal = sim::KeyRemoval::del;       ///< how keys are removed
  std::string after_ms;  ///< of a promotion: its delay; empty for none
  bool untold = false;   ///< of a promotion: the old master does not learn of it
  std::string size;      ///< in the unit of its SizeKind, but a drift in per cent; empty for none
  std::string
      lasts;  ///< the duration in ms, where `size` is another number; empty if it has no end
  std::string jitter_ms;  ///< of a slow link: greatest difference from `size`; empty for none
  std::string count;      ///< number of messages; empty for one, or for all if they are held
  std::string command;    ///< the only command affected; empty for any
  bool at_event = false;
  std::string at_ms;    ///< if not at_event
  std::string moment;   ///< if at_event: "alice entered"
  std::string plus_ms;  ///< delay after that moment; empty for none

  std::string wrong;    ///< the field that is wrong: "size", "moment" ...; empty if none is known
  std::string problem;  ///< what is wrong, in the user's language
  bool operator==(const FaultForm&) const = default;
};

/// The fields of a form, by the kind of fault.
struct FormShape {
  bool client = false, node = false;
  bool any = false;         ///< a link: client, node or both may be left open
  bool for_client = false;  ///< a client may be named besides the node
  SizeKind size = SizeKind::none;
  bool direction = false;
  bool count = false;  ///< number of messages, and their command
  bool lasts = false;  ///< a duration besides the size
};
FormShape form_shape(sim::FaultKind kind);

/// Keys of the texts that name the size of a fault, and that say why a size is not valid.
std::string_view size_words(sim::FaultKind kind);
std::string_view bad_size(SizeKind kind);
/// Parses a finite number with optional blanks around it; nullopt if it is not one.
std::optional<double> typed_number(std::string_view text);

/// A form that edits an added fault.
FaultForm form_of(const ShownRun& run, std::size_t fault);
/// A form for a new fault on `spot`, of `size` in the unit of its SizeKind: just after `at_us`, or
/// when the spot's message is sent if the fault takes a number of messages.
FaultForm form_for(const ShownRun& run, const BreakingTool& tool, const Spot& spot,
                   std::optional<double> size, double at_us);

/// A field that is not valid. The text under `key` ("form.bad.time") says so and quotes `found`.
struct BadField {
  std::string field;
  std::string key;
  std::vector<Sentence> found;
};
/// The fault on one line, as a scenario file writes it; or the first field that is not valid.
std::variant<std::string, BadField> fault_text(const FaultForm& form, const ShownRun& run);

/// The names that a fault can refer to: clients; or nodes (for a promotion, only possible replicas)
/// and, for a link, the resource.
std::vector<std::string> client_choices(const ShownRun& run);
std::vector<std::string> node_choices(const ShownRun& run, sim::FaultKind kind);

}  // namespace locklab::app

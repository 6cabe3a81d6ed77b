// A fault as a form: what it is done to, how large it is and when it strikes, as somebody types it.
// A form becomes the text of a fault in a run's name, or says what is wrong in it and where.
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
  std::size_t branch = 0;            ///< of which run
  std::optional<std::size_t> fault;  ///< of its added faults; none: a new one
  sim::FaultKind kind = sim::FaultKind::crash;
  std::string name;          ///< kept as it was
  std::string client, node;  ///< empty: none; of a link: every one
  bool requests = true, replies = true;
  bool power = false;
  std::string size;   ///< empty: none
  std::string count;  ///< messages; empty: all
  bool at_event = false;
  std::string at_ms;    ///< without at_event
  std::string moment;   ///< with it: "alice entered"
  std::string plus_ms;  ///< after that moment; empty: at once

  std::string wrong;    ///< the field that cannot be so: "size", "moment" ...; empty: none known
  std::string problem;  ///< what is wrong, in the user's language
  bool operator==(const FaultForm&) const = default;
};

/// Which fields a fault of that kind has.
struct FormShape {
  bool client = false, node = false;
  bool any = false;  ///< both may be left open: a link
  SizeKind size = SizeKind::none;
  bool direction = false;
  bool count = false;
};
FormShape form_shape(sim::FaultKind kind);

/// The keys of the texts for what the size of a fault of that kind is, and why it cannot be so.
std::string_view size_words(sim::FaultKind kind);
std::string_view bad_size(SizeKind kind);
/// A number as somebody types it, with spaces around it; none: it is no number.
std::optional<double> typed_number(std::string_view text);

/// A fault that was added by hand.
FaultForm form_of(const ShownRun& run, std::size_t fault);
/// A new one.
FaultForm form_for(const ShownRun& run, const BreakingTool& tool, const Spot& spot,
                   std::optional<double> size, double at_us);

/// What a field cannot be: "form.bad.time" is the text that says so, with what was found in it.
struct BadField {
  std::string field;
  std::string key;
  std::vector<Sentence> found;
};
/// As a scenario file says it on one line.
std::variant<std::string, BadField> fault_text(const FaultForm& form, const ShownRun& run);

/// Whom a fault of the run can name: clients; nodes, and where links are meant the resource.
std::vector<std::string> client_choices(const ShownRun& run);
std::vector<std::string> node_choices(const ShownRun& run, sim::FaultKind kind);

}  // namespace locklab::app

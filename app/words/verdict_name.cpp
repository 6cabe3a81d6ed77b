#include "app/words/verdict_name.h"

#include <array>

namespace locklab::app {

Sentence property_name(sim::Property property) {
  static const std::array<Sentence, sim::property_count> names{
      say("mutual exclusion"), say("no lost update"),  say("owner-only release"),
      say("no deadlock"),      say("fault tolerance"), say("prompt hand-over"),
      say("clean failure"),    say("fencing"),         say("quota"),
      say("reentrancy"),       say("fairness"),        say("durability"),
      say("availability")};
  return names[static_cast<std::size_t>(property)];
}

Sentence verdict_name(sim::Property property, sim::Kept kept) {
  if (kept == sim::Kept::broken) {
    if (property == sim::Property::no_lost_update) return say("lost update");
    if (property == sim::Property::no_deadlock) return say("deadlock");
    if (property == sim::Property::owner_only_release) return say("foreign release");
    if (property == sim::Property::clean_failure) return say("lock left behind");
  }
  return property_name(property);
}

std::string verdict_label(const Words& say, sim::Property property, sim::Kept kept, bool promised) {
  const std::string named = say.tell(verdict_name(property, kept));
  return promised ? named : named + say.fill("list.brackets", say("verdict.not_promised"));
}

}  // namespace locklab::app

// The sentence about a broken promise names the fault that hit the client that lost the lock, for
// each kind that the violation alone does not show.
#include <gmock/gmock.h>

#include "tests/sim/explore/exploring.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

struct TroubledRun {
  const char* claim;
  Property broken;
  const char* run;
};

constexpr TroubledRun troubles[] = {
    {"of a late write are that it was held on its way", Property::no_lost_update,
     R"(bare strategy=set_px_lua set={choices="2=10 3=3"} fault={at_ms=3, )"
     R"(hold={client="alice", node="stock", direction="requests", count=1, ms=120}})"},
    {"of a late write are that its link was cut and no other link", Property::no_lost_update,
     R"(bare strategy=redlock set={clients=2, nodes=3, choices=""} fault={at_ms=32, )"
     R"(cut={client="alice", node="stock", ms=71}} fault={at_ms=90, cut={client="alice", )"
     R"(node="n3", ms=1}})"},
    {"of a lost update are not those of the lock's nodes once both are inside",
     Property::no_lost_update,
     R"(bare strategy=set_px_lua set={choices=""} fault={at_ms=2, jump={node="n1", ms=700}} )"
     R"(fault={at_ms=60, stop={node="n1", ms=120}})"},
    {"of a release by one who never held are no clocks", Property::owner_only_release,
     R"(bare strategy=setnx_expire_lua set={choices=""} fault={at_ms=2, drift={node="n1", )"
     R"(ppm=-500000}} fault={at_ms=20, foreign_release={client="bob"}})"},
    {"of a release by its holder's other hold are none, and it held", Property::owner_only_release,
     R"(bare strategy=setnx_expire_lua set={choices=""} fault={at_ms=20, )"
     R"(foreign_release={client="alice"}})"},
    {"of a slow worker are its clock", Property::mutual_exclusion,
     R"(bare strategy=set_px_lua set={choices=""} fault={at_ms=1, drift={client="alice", )"
     R"(ppm=-500000}})"},
    {"of a holder that was told late are the frozen node and its replies",
     Property::mutual_exclusion,
     R"(bare strategy=set_px_lua set={node_timeout_ms=90, choices=""} fault={when="n1 ran )"
     R"(alice's claim", stop={node="n1", ms=80}})"},
    {"of a holder that was told late are the frozen node and its replies, 2",
     Property::mutual_exclusion,
     R"(bare strategy=set_px_lua set={node_timeout_ms=90, choices=""} fault={at_ms=0, )"
     R"(hold={client="alice", node="n1", direction="replies", count=1, ms=80}})"},
    {"of a watchdog that could not renew are its cut link", Property::mutual_exclusion,
     R"(F22/ignore)"},
    {"are only those of the hold in question", Property::mutual_exclusion,
     R"(bare strategy=set_px_lua set={choices="", work_ms=120} fault={at_ms=500, )"
     R"(cut={client="alice", node="n1", ms=5}} fault={at_ms=1, drift={client="bob", )"
     R"(ppm=100000}})"},
    {"a release that a failover made foreign is not told as never held",
     Property::owner_only_release,
     R"(bare strategy=set_px_del set={node=[{name="n1"}, {name="n2", replica_of="n1"}], )"
     R"(choices=""} fault={at_ms=2, kill={node="n1"}} fault={at_ms=2, promote={node="n2", )"
     R"(after_ms=10}})"},
    {"of a lock that nobody gets are the clock that keeps the key of one who is gone",
     Property::no_deadlock,
     R"(bare strategy=set_px_lua set={choices=""} fault={at_ms=3, crash={client="alice"}} )"
     R"(fault={at_ms=2, jump={node="n1", ms=-230}})"},
};

TEST(Troubles, AreNamedWhereTheyMadeTheDifference) {
  for (const TroubledRun& trouble : troubles)
    EXPECT_THAT(verdict_of(trouble.run, trouble.broken), IsBroken(trouble.claim)) << trouble.run;
}

}  // namespace
}  // namespace locklab::sim

// Forged traces have a lease of 50 ms and a bound of 100 ms.
#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

constexpr History fault_tolerance_histories[] = {
    {"getting in with a minority down is kept", kept,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3", "n4", "n5"}).on("n4").killed().on("n5").killed();
       f.at(5ms).by("alice").gets_in().at(9ms).ended();
     }},
    {"nobody getting in with a minority down is a breach", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n3").killed().at(5ms).by("alice").attempt();
       f.at(155ms).ended();
     }},
    {"being cut off from a minority is the same", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n2").by("alice").cut().at(5ms).attempt().at(155ms).ended();
     }},
    {"getting in while a node refuses writes is kept", kept,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n3").node_fault(EventKind::node_refuses);
       f.at(5ms).by("alice").gets_in().at(9ms).ended();
     }},
    {"getting in past a frozen and a cut off node is kept", kept,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n3").node_fault(EventKind::node_stopped);
       f.at(5ms).by("alice").gets_in().gets_out().on("n3").node_fault(EventKind::node_continued);
       f.on("n2").cut().at(9ms).gets_in().at(12ms).ended();
     }},
    {"the only node that refuses writes is no dead one", broken,
     [](Forged& f) {
       f.at(1ms).node_fault(EventKind::node_refuses).at(5ms).by("alice").attempt();
       f.at(155ms).refused().gave_up();
     }},
    {"several lost nodes are each named with what they were", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3", "n4", "n5"}).on("n4").node_fault(EventKind::node_refuses);
       f.on("n5").killed().at(5ms).by("alice").attempt().at(155ms).ended();
     }},
    {"a majority down is not judged", not_applicable,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n1").killed().on("n2").killed();
       f.at(5ms).by("alice").attempt().at(500ms).ended();
     }},
    {"the only node is a single point of failure", broken,
     [](Forged& f) {
       f.at(1ms).killed().at(5ms).by("alice").attempt().at(155ms).refused().gave_up();
     }},
    {"a replica that took over is kept", kept,
     [](Forged& f) {
       f.nodes({"n1"}).replica("n2", "n1").on("n1").killed().at(5ms).by("alice").attempt();
       f.at(20ms).on("n2").node_fault(EventKind::node_promoted).at(30ms).acquired().entered();
     }},
    {"without a lost node it is not judged", not_applicable,
     [](Forged& f) { f.by("alice").gets_in(); }},
    {"a shorter run is not judged", not_applicable,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n3").killed().at(5ms).by("alice").attempt();
       f.at(100ms).ended();
     }},
    {"without a node it is not judged", not_applicable,
     [](Forged& f) { f.needs(0).killed().by("alice").gets_in(); }},
    {"a hold that was healed loses no node", not_applicable,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n2").by("alice").link_fault(EventKind::link_held);
       f.at(5ms).attempt().at(10ms).link_fault(EventKind::link_healed).at(500ms).ended();
     }},
    {"a node is lost until the last fault of its link ends", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n2").by("alice").token(1).link_fault(EventKind::link_held);
       f.token(2).cut().token(2).link_fault(EventKind::link_healed).at(5ms).attempt();
       f.at(155ms).ended();
     }},
    {"a node that was killed is lost though its earlier freeze ends", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n2").token(1).node_fault(EventKind::node_stopped);
       f.token(2).killed().token(1).node_fault(EventKind::node_continued);
       f.at(5ms).by("alice").attempt().at(155ms).ended();
     }},
    {"only the nodes that a waiter has lost are named", broken,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n1").by("alice").started().cut();
       f.on("n3").by("bob").started().cut().at(5ms).attempt().at(155ms).ended();
     }},
};

TEST(FaultTolerance, IsJudgedByTheHistory) {
  judge(Property::fault_tolerance, fault_tolerance_histories);
}

}  // namespace
}  // namespace locklab::sim

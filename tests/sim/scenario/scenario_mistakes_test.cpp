// Messages about invalid scenario files: the place, the mistake, and the nearest valid word.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "sim/scenario/read_scenario.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::sim {
namespace {

struct Mistake {
  std::string_view place, text;
};

constexpr Mistake mistakes[] = {
    // ---- keys
    {"3:3", "strategy = 'none'\n[[client]]\n  wrok_ms = 5"},
    {"1:1", "stratgy = 'none'"},
    {"3:1", "strategy = 'none'\n[expect]\nmutual_exlusion = 'kept'"},
    {"3:11", "strategy = 'none'\n[expect]\nfencing = 'keept'"},
    {"3:10", "strategy = 'none'\n[expect]\nreported.alcie = 'released'"},
    {"3:9", "strategy = 'none'\n[expect]\nentered.alcie = 1"},
    {"1:12", "strategy = 'set_px_lau'"},
    {"3:1", "strategy = 'none'\n[[link]]\nfoo = 1"},
    {"2:1", "strategy = 'watchdog'\nfoo = 1"},
    {"1:12", "strategy = set_px_lua"},
    {"1:1", "ttl_ms = 5"},
    // ---- values
    {"2:10", "strategy = 'none'\nttl_ms = '50'"},
    {"2:10", "strategy = 'none'\nttl_ms = 0"},
    {"2:10", "strategy = 'none'\nttl_ms = 1.5"},
    {"2:10", "strategy = 'none'\nttl_ms = 999999999999"},
    {"2:10", "strategy = 'none'\nttl_ms = 9223372036854775807"},
    {"2:10", "strategy = 'none'\nttl_ms = inf"},
    {"3:11", "strategy = 'none'\n[[client]]\nwork_ms = -1"},
    {"3:10", "strategy = 'none'\n[[client]]\nrounds = 0"},
    {"3:9", "strategy = 'none'\n[[client]]\ntouch = 1"},
    {"3:13", "strategy = 'none'\n[[client]]\ndrift_ppm = 600000"},
    {"3:11", "strategy = 'none'\n[expect]\nentered = -1"},
    {"3:17", "strategy = 'none'\n[expect]\nentered.alice = 'no'"},
    {"3:17", "strategy = 'none'\n[expect]\nrefused.alice = 1"},
    {"3:11", "strategy = 'none'\n[expect]\nrefused = true"},
    {"3:19", "strategy = 'none'\n[expect]\nwaited_ms.alice = -1"},
    {"3:11", "strategy = 'none'\n[expect]\nwritten = true"},
    {"2:11", "strategy = 'none'\nclients = 0"},
    {"2:10", "strategy = 'none'\nclient = []"},
    {"2:8", "strategy = 'none'\nnode = []"},
    {"2:11", "strategy = 'none'\nclients = 'two'"},
    {"2:10", "strategy = 'none'\nclient = 3"},
    {"2:11", "strategy = 'none'\nclient = [3]"},
    {"2:9", "strategy = 'redlock'\nnodes = 0"},
    {"2:7", "strategy = 'none'\nkey = 'mine'"},
    {"3:8", "strategy = 'none'\n[[client]]\nlock = 'x'"},
    {"3:13", "strategy = 'none'\nlatency_ms = 1\njitter_ms = 2"},
    {"2:13", "strategy = 'watchdog'\nperiod_ms = 0"},
    {"2:10", "strategy = 'redlock'\nttl_ms = 100"},
    {"2:1", "strategy = 'none'\norder = 'parallel'"},
    // ---- clients, nodes and Sentinels
    {"2:1", "strategy = 'none'\nclients = 2\n[[client]]\nname = 'x'"},
    {"5:8", "strategy = 'none'\n[[client]]\nname = 'x'\n[[client]]\nname = 'x'"},
    {"3:8", "strategy = 'none'\n[[client]]\nname = 'stock'"},
    {"3:8", "strategy = 'none'\n[[client]]\nname = 'a b'"},
    {"4:14", "strategy = 'none'\n[[node]]\n[[node]]\nreplica_of = 'm1'"},
    {"3:14", "strategy = 'none'\n[[node]]\nreplica_of = 'n1'"},
    {"2:13", "strategy = 'none'\nsentinels = 3"},
    {"2:1", "strategy = 'none'\ndown_after_ms = 200"},
    {"2:13", "strategy = 'none'\nsentinels = 9"},
    {"3:17",
     "strategy = 'none'\nsentinels = 3\ndown_after_ms = 20\n[[node]]\n[[node]]\nreplica_of = 'n1'"},
    {"2:13",
     "strategy = 'none'\nsentinels = 3\nsemantics = 'asynchronous'\n[[node]]\n[[node]]\nreplica_of "
     "= 'n1'"},
    {"3:10", "strategy = 'none'\n[[link]]\nclient = 'alise'"},
    {"3:8", "strategy = 'none'\n[[link]]\nnode = 'n2'"},
    // ---- programs
    {"2:11", "strategy = 'set_px_lua'\nprogram = 'lock'"},
    {"2:11", "strategy = 'set_px_lua'\nprogram = []"},
    {"3:20", "strategy = 'set_px_lua'\n[[client]]\nprogram = ['lock', 3]"},
    {"2:20", "strategy = 'set_px_lua'\nprogram = ['lock', 'wrok', 'unlock']"},
    {"2:20", "strategy = 'set_px_lua'\nprogram = ['lock', 'sleep', 'unlock']"},
    {"2:12", "strategy = 'set_px_lua'\nprogram = ['lock mine', 'unlock']"},
    {"2:20", "strategy = 'set_px_lua'\nprogram = ['lock', 'work 20', 'unlock']"},
    {"3:20", "strategy = 'set_px_lua'\nrun_ms = 50\nprogram = ['lock', 'hang 5 ms', 'unlock']"},
    {"2:20", "strategy = 'set_px_lua'\nprogram = ['lock', 'hang', 'unlock']"},
    {"2:30", "strategy = 'set_px_lua'\nprogram = ['lock', 'forget', 'unlock']"},
    {"2:20", "strategy = 'set_px_lua'\nprogram = ['work', 'unlock']"},
    {"2:12", "strategy = 'set_px_lua'\nprogram = ['lock', 'lock', 'work', 'unlock']"},
    {"2:30", "strategy = 'set_px_lua'\nprogram = ['lock locklab:b', 'unlock']"},
    {"2:12",
     "strategy = 'set_px_lua'\nprogram = ['lock locklab:a locklab:b', 'unlock locklab:a "
     "locklab:b']"},
    // ---- faults
    {"2:1", "strategy = 'none'\n[[fault]]\nat_ms = 5"},
    {"2:1", "strategy = 'none'\n[[fault]]\ncrash = { client = 'alice' }"},
    {"4:1", "strategy = 'none'\n[[fault]]\nat_ms = 60\nsleep = { node = 'n1', ms = 20 }"},
    {"4:1", "strategy = 'none'\n[[fault]]\nat_ms = 5\ncarsh = { client = 'alice' }"},
    {"4:20", "strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = { client = 'alcie' }"},
    {"4:9", "strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = {}"},
    {"4:8", "strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { ms = 3 }"},
    {"4:8",
     "strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { node = 'n1', client = 'bob', ms = 3 }"},
    {"4:8", "strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { node = 'n1' }"},
    {"4:1",
     "strategy = 'none'\n[[fault]]\nat_ms = 5\npause = { client = 'bob' }\ncrash = { client = "
     "'bob' }"},
    {"4:1",
     "strategy = 'none'\n[[fault]]\nat_ms = 5\nwhen = 'alice entered'\ncrash = { client = 'bob' }"},
    {"4:1", "strategy = 'none'\n[[fault]]\nat_ms = 5\nplus_ms = 1\ncrash = { client = 'bob' }"},
    {"4:9", "strategy = 'none'\nrun_ms = 4\n[[fault]]\nat_ms = 5\ncrash = { client = 'bob' }"},
    {"4:11", "strategy = 'none'\n[[fault]]\nat_ms = 5\npromote = { node = 'n1' }"},
    {"4:21", "strategy = 'none'\n[[fault]]\nat_ms = 5\ncut = { direction = 'bth' }"},
    {"4:20", "strategy = 'none'\n[[fault]]\nat_ms = 5\ndrop = { command = 'set' }"},
    {"4:9", "strategy = 'none'\n[[fault]]\nat_ms = 5\ncut = { count = 3 }"},
    {"3:8", "strategy = 'none'\n[[fault]]\nwhen = 'alcie entered'\ncrash = { client = 'bob' }"},
    {"7:8",
     "strategy = 'none'\n[[fault]]\nname = 'x'\nat_ms = 1\ncrash = { client = 'bob' "
     "}\n[[fault]]\nname = 'x'\nat_ms = 2\ncrash = { client = 'alice' }"},
    // ---- variations
    {"2:1", "strategy = 'none'\n[[variation]]\nname = 'x'"},
    {"5:7", "strategy = 'none'\nseed = 4\n[[variation]]\nname = 'x'\nset = { seed = 4 }"},
    {"4:9", "strategy = 'set_px_lua'\n[[variation]]\nname = 'x'\nset = { oder = 'parallel' }"},
    {"4:9", "strategy = 'set_px_lua'\n[[variation]]\nname = 'x'\nset = { order = 'parallel' }"},
    {"4:9", "strategy = 'watchdog'\n[[variation]]\nname = 'x'\nset = { clock = 'wall' }"},
    {"4:12", "strategy = 'none'\n[[variation]]\nname = 'x'\nset.client.bop.work_ms = 4"},
    {"4:19", "strategy = 'none'\n[[variation]]\nname = 'x'\nset.drop_fault = ['nap']"},
    {"7:11",
     "strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = { client = 'alice' }\n[[variation]]\nname = "
     "'x'\nset.fault.nap.at_ms = 4"},
    {"4:5", "strategy = 'none'\n[[variation]]\nname = 'x'\nset.title = 'y'"},
    {"2:1", "strategy = 'none'\n[[variation]]\nset.seed = 4"},
    {"5:1",
     "strategy = 'none'\n[[variation]]\nname = 'x'\nset.seed = 4\n[[variation]]\nname = "
     "'x'\nset.seed = 5"},
    // ---- clusters
    {"2:11", "strategy = 'redlock'\ncluster = true"},
    {"2:11", "strategy = 'set_px_lua'\ncluster = true"},
    {"2:11",
     "strategy = 'set_px_lua'\ncluster = true\n[[node]]\nname = 'n1'\n[[node]]\nname = "
     "'n2'\nreplica_of = 'n1'"},
    {"5:11", "strategy = 'set_px_lua'\nnodes = 2\n[[fault]]\nat_ms = 1\nmigrate = { node = 'n1' }"},
    {"6:31",
     "strategy = 'set_px_lua'\nnodes = 2\ncluster = true\n[[fault]]\nat_ms = 1\nmigrate = { node = "
     "'n1', to = 'n1' }"},
    {"6:31",
     "strategy = 'set_px_lua'\nnodes = 2\ncluster = true\n[[fault]]\nat_ms = 1\nmigrate = { node = "
     "'n1', to = 'n5' }"},
    {"6:11",
     "strategy = 'set_px_lua'\nnodes = 2\ncluster = true\n[[fault]]\nat_ms = 1\nmigrate = {}"},
    // ---- invalid combinations
    {"3:10", "strategy = 'none'\nttl_ms = 1\nttl_ms = 2"},
    {"4:8", "strategy = 'none'\n[[client]]\nname = 'a'\nname = 'b'"},
    {"3:19", "strategy = 'redlock'\nttl_ms = 500\nmin_validity_ms = 600"},
    {"2:12", "strategy = 'redlock'\ndrift_ms = 500"},
    {"1:12", "strategy = 'set_wait'"},
    {"2:12",
     "strategy = 'set_wait'\nreplicas = 3\n[[node]]\n[[node]]\nreplica_of = 'n1'\n[[node]]\n"
     "replica_of = 'n1'"},
    {"2:10", "strategy = 'set_px_lua'\nrounds = 1000000000"},
    {"3:10",
     "strategy = 'none'\nclients = 1\nrounds = 200_000\nprogram = ['lock', 'work', 'work', 'work', "
     "'work', "
     "'work', 'work', 'work', 'work', 'unlock']"},
    {"4:17", "strategy = 'watchdog'\n[[fault]]\nat_ms = 5\nkill = { node = 'n5' }"},
    {"4:20",
     "strategy = 'set_px_lua'\n[[client]]\nlock = 'locklab:b'\nprogram = ['lock', 'unlock "
     "locklab:lock']"},
    {"2:12", "strategy = 'set_px_lua'\nprogram = ['lock shared', 'unlock']"},
};

TEST(Mistakes, AreSaidWithTheirPlaceAndTheRightWord) {
  for (const auto& [place, text] : mistakes) {
    const auto read = read_scenario(text, "dir/T.toml");
    const Problem* problem = std::get_if<Problem>(&read);
    ASSERT_TRUE(problem) << text;
    EXPECT_EQ(fmt::format("{}:{}", problem->line, problem->column), place) << text;
    std::string line(text);
    std::replace(line.begin(), line.end(), '\n', '|');
    EXPECT_THAT(sentence(*problem), test::IsGolden(line));
  }
}

TEST(Mistakes, BeginWhereALimitEnds) {
  for (const std::string_view text :
       {"strategy = 'redlock'\nmin_validity_ms = 492.9",
        "strategy = 'redlock'\ndrift_ms = 500\ncheck_validity = false",
        "strategy = 'set_px_lua'\nclients = 4\nrounds = 100000",
        "strategy = 'none'\nclients = 1\nrounds = 200_000",
        "strategy = 'set_px_lua'\n[[client]]\nlock = 'locklab:b'\nprogram = ['lock', 'unlock "
        "locklab:b']"})
    value_of(read_scenario(text, "T.toml"));
}

}  // namespace
}  // namespace locklab::sim

// none: no lock at all. Everybody enters, as in a program that forgot to lock.
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> none_acquire(Env&, Lock, Token token) {
  Held held;
  held.token = token;
  co_return held;
}

constinit const Strategy strategy::none{
    .id = "none",
    .title = "no lock",
    .summary = "two clients read the same value: one update is lost",
    .file = "lock/strategies/none.cpp",
    .topology = Topology::none,
    .acquire = none_acquire,
    .release = release_nothing,
};

}  // namespace locklab

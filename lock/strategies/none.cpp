// none: no lock at all. Everybody gets in; what happens to the counter is the lesson.
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> none_acquire(Env&, Lock, Token token) {
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace locklab

#include "lock/redis/connection_use.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "lock/transaction.h"

namespace locklab::redis {

namespace {

struct Verb {
  std::string_view name;
  ConnectionUse use;
};

constexpr std::array verbs{
    Verb{"WAIT", ConnectionUse::waits},
    Verb{"WAITAOF", ConnectionUse::waits},
    Verb{"BLPOP", ConnectionUse::waits},
    Verb{"BRPOP", ConnectionUse::waits},
    Verb{"BLMOVE", ConnectionUse::waits},
    Verb{"BRPOPLPUSH", ConnectionUse::waits},
    Verb{"BLMPOP", ConnectionUse::waits},
    Verb{"BZPOPMIN", ConnectionUse::waits},
    Verb{"BZPOPMAX", ConnectionUse::waits},
    Verb{"BZMPOP", ConnectionUse::waits},
    Verb{"XREAD", ConnectionUse::waits},
    Verb{"XREADGROUP", ConnectionUse::waits},
    Verb{"SUBSCRIBE", ConnectionUse::takes_over},
    Verb{"PSUBSCRIBE", ConnectionUse::takes_over},
    Verb{"SSUBSCRIBE", ConnectionUse::takes_over},
    Verb{"MONITOR", ConnectionUse::takes_over},
    Verb{"SELECT", ConnectionUse::takes_over},
    Verb{"AUTH", ConnectionUse::takes_over},
    Verb{"HELLO", ConnectionUse::takes_over},
    Verb{"RESET", ConnectionUse::takes_over},
    Verb{"QUIT", ConnectionUse::takes_over},
    Verb{"CLIENT", ConnectionUse::takes_over},
    Verb{"SHUTDOWN", ConnectionUse::takes_over},
};

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

ConnectionUse connection_use(const PackedWords& words) {
  if (words.empty()) return ConnectionUse::shared;
  Transaction transaction;
  transaction.sent(words);
  if (transaction.inside()) return ConnectionUse::begins;
  const std::string_view verb = *words.begin();
  const auto found = std::find_if(verbs.begin(), verbs.end(),
                                  [&](const Verb& known) { return same(known.name, verb); });
  return found == verbs.end() ? ConnectionUse::shared : found->use;
}

bool counts_own_writes(const PackedWords& words) {
  return !words.empty() && (same(*words.begin(), "WAIT") || same(*words.begin(), "WAITAOF"));
}

}  // namespace locklab::redis

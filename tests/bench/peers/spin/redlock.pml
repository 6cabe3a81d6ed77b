/* The peer for the explorer's speed: Redlock as a model for Spin. It is as faithful as it has to be for
 * the same final outcomes, and as favourable to Spin as that allows: every local step is one d_step, one
 * channel a link and direction, a node's memory is its own, tokens are small numbers, nothing is counted
 * that decides nothing.
 *
 * Three masters, two clients, two rounds each. In a round a client asks all masters at once and waits for
 * all replies. With a majority it holds until its next step. Then, or without a majority, it deletes its
 * token everywhere and waits for the replies. Once, at any master, at any time, the key expires early. Two
 * that hold at the same time are noted, and the search goes on to the end.
 *
 *   spin -a redlock.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan -m10000
 */
#define ROUNDS 2
#define NODES 3
#define QUORUM 2

mtype = { claim, delete };
mtype = { claiming, holding, releasing, over };

bit holds[2];
bit overlap;
bit got[4];    /* by client and round */
bit expired;   /* the one early expiry has been */
byte ended;

#define LINK(name) chan name = [1] of { mtype, byte }
#define BACK(name) chan name = [1] of { bit }
LINK(to_a1); LINK(to_a2); LINK(to_a3); LINK(to_b1); LINK(to_b2); LINK(to_b3);
BACK(at_a1); BACK(at_a2); BACK(at_a3); BACK(at_b1); BACK(at_b2); BACK(at_b3);

c_decl {
  static unsigned char outcome_seen[32];
}

#define ANSWER(request, reply)                                      \
  d_step {                                                          \
    request?what,token ->                                           \
    if                                                              \
    :: what == claim && owner == 0 -> owner = token; reply!1        \
    :: what == delete && owner == token -> owner = 0; reply!1       \
    :: else -> reply!0                                              \
    fi;                                                             \
    what = 0; token = 0                                             \
  }

#define NODE(request_a, reply_a, request_b, reply_b)                \
  byte owner; mtype what; byte token;                               \
  xr request_a; xr request_b; xs reply_a; xs reply_b;               \
  end:                                                              \
  do                                                                \
  :: ANSWER(request_a, reply_a)                                     \
  :: ANSWER(request_b, reply_b)                                     \
  :: d_step { !expired -> expired = 1; owner = 0 }                  \
  od

active proctype n1() { NODE(to_a1, at_a1, to_b1, at_b1) }
active proctype n2() { NODE(to_a2, at_a2, to_b2, at_b2) }
active proctype n3() { NODE(to_a3, at_a3, to_b3, at_b3) }

#define ASK(what, c1, c2, c3)                                       \
  c1!what,1 + me * ROUNDS + round;                                  \
  c2!what,1 + me * ROUNDS + round;                                  \
  c3!what,1 + me * ROUNDS + round;                                  \
  waits = NODES; votes = 0

/* What a client does when a reply comes: the last one decides. */
#define TAKE(reply, c1, c2, c3)                                     \
  d_step {                                                          \
    reply?vote ->                                                   \
    votes = votes + vote; vote = 0; waits = waits - 1;              \
    if                                                              \
    :: waits > 0                                                    \
    :: waits == 0 && phase == claiming && votes >= QUORUM ->        \
      phase = holding; votes = 0;                                   \
      got[me * ROUNDS + round] = 1;                                 \
      overlap = overlap || holds[1 - me]; holds[me] = 1             \
    :: waits == 0 && phase == claiming && votes < QUORUM ->         \
      phase = releasing; ASK(delete, c1, c2, c3)                    \
    :: waits == 0 && phase == releasing && round + 1 < ROUNDS ->    \
      round = round + 1; phase = claiming; ASK(claim, c1, c2, c3)   \
    :: waits == 0 && phase == releasing && round + 1 == ROUNDS ->   \
      phase = over; votes = 0; ended = ended + 1                    \
    fi                                                              \
  }

#define CLIENT(number, c1, c2, c3, r1, r2, r3)                      \
  byte me = number; byte round; byte waits; byte votes; bit vote;   \
  mtype phase = claiming;                                           \
  xs c1; xs c2; xs c3; xr r1; xr r2; xr r3;                         \
  d_step { ASK(claim, c1, c2, c3) }                                 \
  do                                                                \
  :: TAKE(r1, c1, c2, c3)                                           \
  :: TAKE(r2, c1, c2, c3)                                           \
  :: TAKE(r3, c1, c2, c3)                                           \
  :: d_step {                                                       \
       phase == holding ->                                          \
       holds[me] = 0; phase = releasing; ASK(delete, c1, c2, c3)    \
     }                                                              \
  :: phase == over -> break                                         \
  od

active proctype alice() { CLIENT(0, to_a1, to_a2, to_a3, at_a1, at_a2, at_a3) }
active proctype bob() { CLIENT(1, to_b1, to_b2, to_b3, at_b1, at_b2, at_b3) }

active proctype outcome() {
  ended == 2 ->
  c_code {
    int number = now.got[0] + 2 * now.got[1] + 4 * now.got[2] + 8 * now.got[3] + 16 * now.overlap;
    if (!outcome_seen[number]) {
      outcome_seen[number] = 1;
      printf("outcome %d\n", number);
    }
  }
}

-- Claims the lock and gives it a lease, in one step.
-- KEYS[1] lock; ARGV[1] our token, ARGV[2] lease in ms. Returns 1: claimed, 0: somebody has it.
if redis.call("SETNX", KEYS[1], ARGV[1]) == 1 then
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
  return 1
end
return 0

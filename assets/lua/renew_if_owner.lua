-- Prolongs the lease only if the lock is still ours.
-- KEYS[1] lock; ARGV[1] our token, ARGV[2] lease in ms. Returns 1: prolonged, 0: not ours.
if redis.call("GET", KEYS[1]) == ARGV[1] then
  return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0

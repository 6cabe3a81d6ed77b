-- Prolongs the lease if the lock is ours; gives it to us again if nobody has it.
-- KEYS[1] lock; ARGV[1] our token, ARGV[2] lease in ms.
-- Returns 1: prolonged, 2: it was gone and is ours again (no vote for this extension), 0: somebody else's.
local owner = redis.call("GET", KEYS[1])
if owner == ARGV[1] then
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
  return 1
end
if not owner then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
  return 2
end
return 0

-- Claims the lock and draws the next fencing token, in one step.
-- KEYS[1] lock, KEYS[2] counter of tokens; ARGV[1] our token, ARGV[2] lease in ms.
-- Returns the fencing token (1, 2, 3 ...), or nil: somebody has it.
if redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then
  return redis.call("INCR", KEYS[2])
end
return nil

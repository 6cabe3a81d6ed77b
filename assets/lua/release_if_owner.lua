-- Removes the lock only if it is still ours.
-- KEYS[1] lock; ARGV[1] our token. Returns 1: removed, 0: not ours.
if redis.call("GET", KEYS[1]) == ARGV[1] then
  return redis.call("DEL", KEYS[1])
end
return 0

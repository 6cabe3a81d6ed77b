-- A rate limiter in one step: counts a visit unless the window is full.
-- KEYS[1] counter; ARGV[1] limit, ARGV[2] window in ms. Returns the visit's number, or 0: refused.
local count = tonumber(redis.call("GET", KEYS[1]) or "0")
if count >= tonumber(ARGV[1]) then
  return 0
end
count = redis.call("INCR", KEYS[1])
if count == 1 then
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return count

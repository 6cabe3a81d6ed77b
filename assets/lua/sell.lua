-- Changes the stock in one step, unless it would fall below zero.
-- KEYS[1] stock; ARGV[1] change. Returns the new stock, or nil: sold out.
local left = tonumber(redis.call("GET", KEYS[1]) or "0") + tonumber(ARGV[1])
if left < 0 then
  return nil
end
redis.call("SET", KEYS[1], left)
return left

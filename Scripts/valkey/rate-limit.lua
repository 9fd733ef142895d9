-- Takes permits of a rate limit that processes share: the generic cell rate algorithm. Follows the limit that the upstream tells.
--
-- redis-cli --eval rate-limit.lua KEY , COUNT INTERVAL BURST HORIZON BLOCK NUMBER REMAINING RESET LIMIT
--
-- COUNT permits are wanted. One comes each INTERVAL, and BURST can be used at once. None is taken whose turn is later than HORIZON.
-- With a BLOCK above zero, no turn is earlier than its end. REMAINING calls are left until RESET, as the response to the call
-- with the permit NUMBER told, of LIMIT in a period. REMAINING and LIMIT are empty if they aren't known. Times are microseconds.
--
-- Returns the count of permits, the time until the turn of the first one, and the number of the last one.
local key, count, interval = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local tolerance, horizon, block = interval * (tonumber(ARGV[3]) - 1), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local stored = redis.call('HMGET', key, 'full', 'number', 'left', 'reset', 'limit', 'seen',
    'interval')
local full, number = tonumber(stored[1]) or now, tonumber(stored[2]) or 0
local left, reset, limit = tonumber(stored[3]), tonumber(stored[4]), tonumber(stored[5])
-- When the server's clock was set back, all times move with it.
local step = math.min(now - (tonumber(stored[6]) or now), 0)
full = math.max(full + step, now)
-- With another limit, as many permits are missing in the bucket as before.
local last = tonumber(stored[7]) or 0
if last > 0 and interval > 0 and last ~= interval then full = now + (full - now) * interval / last end
reset = reset and reset + step

if ARGV[7] ~= '' then
    -- The upstream may not have counted the calls that began after the answered one.
    left = math.max(tonumber(ARGV[7]) - math.max(number - tonumber(ARGV[6]), 0), 0)
    reset, limit = now + tonumber(ARGV[8]), tonumber(ARGV[9])
end
if block > 0 then full = math.max(full, now + block + tolerance) end
-- A limit of zero says nothing about the next period.
if reset and reset <= now then left, reset, limit = (limit or 0) > 0 and limit or nil, nil, nil end

local delay = full - tolerance - now
if left == 0 then
    count, delay = 0, reset - now
else
    if left then count = math.min(count, left) end
    if interval > 0 then count = math.min(count, math.floor((horizon - delay) / interval) + 1) end
    if delay > horizon then count = 0 end
    count = math.max(count, 0)
end

full, number = full + count * interval, number + count
left = left and left - count
-- After a reset, the next response tells more. A second is left for it.
if left == 0 and not reset then reset, limit = now + 1000000, nil end
local function text(value) return value and string.format('%.2f', value) or '' end
redis.call('HSET', key, 'full', text(full), 'number', text(number), 'left', text(left), 'reset', text(reset),
    'limit', text(limit), 'seen', text(now), 'interval', interval > 0 and ARGV[2] or '')
redis.call('PEXPIRE', key, math.ceil((math.max(full, reset or now) - now) / 1000) + 10000)
return {count, math.ceil(delay), number}

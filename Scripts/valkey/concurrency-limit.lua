-- Divides the places of a concurrency limit among processes. Each holds its places for a time, unless it renews them.
--
-- redis-cli --eval concurrency-limit.lua KEY , HOLDER NUMBER RUNNING PLACES WANTED LIMIT LIFETIME
--
-- RUNNING calls of the process HOLDER run, it has PLACES until it gets the answer, and it could use WANTED places. NUMBER grows with
-- each request of a holder. One that arrives late changes nothing. LIFETIME is in microseconds.
--
-- Returns the places that the holder may use until the end of the lifetime. If more of its calls run, no other may begin.
local key, holder, number, running = KEYS[1], 'h' .. ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local used = math.max(running, tonumber(ARGV[4]))
local wanted, limit, lifetime = math.max(tonumber(ARGV[5]), running), tonumber(ARGV[6]), tonumber(ARGV[7])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local stored = redis.call('HGETALL', key)
local seen, all = now, {}
for index = 1, #stored, 2 do
    if stored[index] == 'seen' then
        seen = tonumber(stored[index + 1])
    else
        local fields = {}
        for field in string.gmatch(stored[index + 1], '%S+') do fields[#fields + 1] = tonumber(field) end
        all[stored[index]] = {name = stored[index], number = fields[1], held = fields[2], wanted = fields[3],
            since = fields[4], expiry = fields[5]}
    end
end
local function store(lease)
    redis.call('HSET', key, lease.name, string.format('%.0f %.0f %.0f %.0f %.0f', lease.number, lease.held, lease.wanted,
        lease.since, lease.expiry))
end
-- When the server's clock was set back, all times move with it.
local step = math.min(now - seen, 0)
for name, other in pairs(all) do
    other.since, other.expiry = other.since + step, other.expiry + step
    if other.expiry <= now then
        redis.call('HDEL', key, name)
        all[name] = nil
    elseif step < 0 then
        store(other)
    end
end
redis.call('HSET', key, 'seen', string.format('%.0f', now))

local own = all[holder] or {name = holder, number = -1, held = 0, since = now}
if number <= own.number or wanted == 0 then
    if number > own.number then redis.call('HDEL', key, holder) end
    redis.call('PEXPIRE', key, math.ceil(lifetime / 1000) + 1000)
    return 0
end
own.number, own.wanted, own.expiry = number, wanted, now + lifetime
all[holder] = own

local order, free, expiry = {}, limit, 0
for name, other in pairs(all) do
    order[#order + 1] = other
    if name ~= holder then free = free - other.held end
    expiry = math.max(expiry, other.expiry)
end
-- With fewer places than holders, those that have waited longest get one each, and those that had one longest lose it. Else those
-- that want least come first, and the others share the rest evenly.
local isScarce = limit < #order
table.sort(order, function(a, b)
    if isScarce then
        if (a.held > 0) ~= (b.held > 0) then return a.held > 0 end
        if a.since ~= b.since then return (a.since < b.since) == (a.held > 0) end
    elseif a.wanted ~= b.wanted then
        return a.wanted < b.wanted
    end
    return a.name < b.name
end)
local rest, places = limit, 0
for index, other in ipairs(order) do
    local share = math.min(other.wanted, math.floor(rest / (#order - index + 1)))
    rest = rest - share
    if other == own then places = math.max(math.min(share, free), 0) end
end

-- Others get places only when a later request tells that the holder doesn't use them any more.
local held = math.max(places, used)
if (held > 0) ~= (own.held > 0) then own.since = now end
own.held = held
store(own)
redis.call('PEXPIRE', key, math.ceil((expiry - now) / 1000) + 1000)
return places

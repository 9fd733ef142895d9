// Scripts/update-valkey-scripts writes this file. Change the files in Scripts/valkey instead.

/// The scripts of limits and breakers that processes share.
enum LimitScripts {
    static let circuitBreaker = ValkeyScript(
        .write,
        #"""
        local key, generation, calls, failures = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
        local probe, action, rate, minimum = tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7])
        local window, timeout = tonumber(ARGV[8]), tonumber(ARGV[9])
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        local function text(value) return string.format('%.0f', value) end
        local stored = redis.call('HGETALL', key)
        local state = {}
        for index = 1, #stored, 2 do state[stored[index]] = stored[index + 1] end
        local current, open = state.generation or text(now), tonumber(state.open)
        local step = math.min(now - (tonumber(state.seen) or now), 0)
        local granted, allCalls, allFailures = 0, 0, 0
        local isCurrent = generation == current or generation == '0'
        local probes = tonumber(state.probe) or 0
        local slice = math.floor(now / (window / 10))
        local function change(time)
            open, current = time, text(math.max(now, tonumber(current) + 1))
            redis.call('DEL', key)
        end
        open = open and open + step
        if step < 0 then
            redis.call('DEL', key)
            state = {}
        end
        if open then
            if isCurrent and probe == probes and action == 'succeeded' then
                change(nil)
                probes = probes + 1
            elseif isCurrent and probe == probes and action == 'failed' then
                open, probes = now + timeout, probes + 1
            elseif isCurrent and probe == probes and action == 'unknown' then
                open = now
            elseif action == 'ask' and open <= now then
                open, probes = now + timeout, probes + 1
                granted = probes
            end
        elseif isCurrent then
            local place = slice % 10
            if state['slice' .. place] ~= text(slice) then
                state['slice' .. place], state['calls' .. place], state['failures' .. place] = text(slice), 0, 0
            end
            state['calls' .. place] = state['calls' .. place] + calls
            state['failures' .. place] = state['failures' .. place] + failures
            for index = 0, 9 do
                if (tonumber(state['slice' .. index]) or 0) > slice - 10 then
                    allCalls = allCalls + state['calls' .. index]
                    allFailures = allFailures + state['failures' .. index]
                end
            end
            if failures > 0 and allCalls >= minimum and allFailures >= allCalls * rate then
                change(now + timeout)
            else
                redis.call('HSET', key, 'slice' .. place, text(slice), 'calls' .. place, text(state['calls' .. place]),
                    'failures' .. place, text(state['failures' .. place]))
            end
        end
        redis.call('HSET', key, 'generation', current, 'probe', text(probes), 'open', open and text(open) or '', 'seen', text(now))
        redis.call('PEXPIRE', key, math.ceil((window + math.max(open or now, now) - now) / 1000) + 10000)
        return {tonumber(current), open and math.max(math.ceil(open - now), 0) or -1, granted, allCalls, allFailures}
        """#
    )

    static let concurrencyLimit = ValkeyScript(
        .write,
        #"""
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
        local held = math.max(places, used)
        if (held > 0) ~= (own.held > 0) then own.since = now end
        own.held = held
        store(own)
        redis.call('PEXPIRE', key, math.ceil((expiry - now) / 1000) + 1000)
        return places
        """#
    )

    static let rateLimit = ValkeyScript(
        .write,
        #"""
        local key, count, interval = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
        local tolerance, horizon, block = interval * (tonumber(ARGV[3]) - 1), tonumber(ARGV[4]), tonumber(ARGV[5])
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        local stored = redis.call('HMGET', key, 'full', 'number', 'left', 'reset', 'limit', 'seen',
            'interval')
        local full, number = tonumber(stored[1]) or now, tonumber(stored[2]) or 0
        local left, reset, limit = tonumber(stored[3]), tonumber(stored[4]), tonumber(stored[5])
        local step = math.min(now - (tonumber(stored[6]) or now), 0)
        full = math.max(full + step, now)
        local last = tonumber(stored[7]) or 0
        if last > 0 and interval > 0 and last ~= interval then full = now + (full - now) * interval / last end
        reset = reset and reset + step
        if ARGV[7] ~= '' then
            left = math.max(tonumber(ARGV[7]) - math.max(number - tonumber(ARGV[6]), 0), 0)
            reset, limit = now + tonumber(ARGV[8]), tonumber(ARGV[9])
        end
        if block > 0 then full = math.max(full, now + block + tolerance) end
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
        if left == 0 and not reset then reset, limit = now + 1000000, nil end
        local function text(value) return value and string.format('%.2f', value) or '' end
        redis.call('HSET', key, 'full', text(full), 'number', text(number), 'left', text(left), 'reset', text(reset),
            'limit', text(limit), 'seen', text(now), 'interval', interval > 0 and ARGV[2] or '')
        redis.call('PEXPIRE', key, math.ceil((math.max(full, reset or now) - now) / 1000) + 10000)
        return {count, math.ceil(delay), number}
        """#
    )
}

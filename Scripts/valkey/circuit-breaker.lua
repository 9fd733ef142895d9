-- Adds up the calls that processes count, and decides whether their circuit is open. One process probes.
--
-- redis-cli --eval circuit-breaker.lua KEY , GENERATION CALLS FAILURES PROBE ACTION RATE MINIMUM WINDOW RESET
--
-- CALLS calls ended, and FAILURES of them failed, while the circuit had the GENERATION. The circuit opens when the share RATE of at
-- least MINIMUM calls within WINDOW has failed. ACTION is empty, or "ask" to be the one that probes. After the probe with the number
-- PROBE it is "succeeded", "failed" or "unknown". An open circuit lets a probe pass after RESET. Times are microseconds.
--
-- Returns the generation, the time until a probe or -1 for a closed circuit, the number of the probe that may begin or 0, and the
-- counts of calls and failures.
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
-- A process that hasn't asked yet has the generation 0.
local isCurrent = generation == current or generation == '0'
local probes = tonumber(state.probe) or 0
local slice = math.floor(now / (window / 10))

local function change(time)
    open, current = time, text(math.max(now, tonumber(current) + 1))
    redis.call('DEL', key)
end

-- When the server's clock was set back, all times move with it, and the counts begin again.
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
        -- A probe that never ends must not keep the circuit open.
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

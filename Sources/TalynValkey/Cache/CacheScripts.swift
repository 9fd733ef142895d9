/// The steps of a store for responses, each in one script.
///
/// The keys of equal requests are in one slot: `heads` has a field for each variant, `body:VARIANT` a long body, `revision` the number of the
/// last removal, and `turn:REQUEST` the process that asks the server. All of them expire.
///
/// A head begins with its identifier, which has the time in its first digits. So the oldest variant is known without reading the heads.
enum CacheScripts {
    /// The mark of requests for whose responses nobody waits.
    static let unstorable = "unstorable"

    /// The length of the identifier of a response.
    static let identifierLength = 32

    /// Takes the turn for a request if it is free.
    ///
    /// - Keys: revision, turn
    /// - Arguments: the name of the turn, or empty if nobody waits for it; the milliseconds of its lease
    /// - Returns: The revision, with a `+` before it; empty if another process has the turn.
    static let turn = ValkeyScript(
        .write,
        """
        local revision = '+' .. (redis.call('GET', KEYS[1]) or '')
        if ARGV[1] == '' then return revision end
        local holder = redis.call('GET', KEYS[2])
        if holder == '\(unstorable)' or holder == ARGV[1] then return revision end
        if holder then return '' end
        redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
        return revision
        """
    )

    /// Ends a turn.
    ///
    /// - Keys: turn
    /// - Arguments: the name of the turn; the milliseconds for which nobody waits for equal requests, or 0
    static let endTurn = ValkeyScript(
        .remove,
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
        redis.call('SET', KEYS[1], '\(unstorable)', 'PX', ARGV[2])
        return 1
        """
    )

    /// Reads the heads.
    ///
    /// - Keys: heads
    static let heads = ValkeyScript(.read, "return redis.call('HVALS', KEYS[1])")

    /// Reads a long body.
    ///
    /// - Keys: body
    static let body = ValkeyScript(.read, "return redis.call('GET', KEYS[1])")

    /// Removes the variant of a head, unless it has another one by now.
    private static let removal = """
        local function remove(variant, identifier, body)
          local head = redis.call('HGET', KEYS[1], variant)
          if not head or string.sub(head, 1, \(identifierLength)) ~= identifier then return 0 end
          redis.call('DEL', body)
          return redis.call('HDEL', KEYS[1], variant)
        end

        """

    /// Stores a response, unless the responses for its key were removed since its turn.
    ///
    /// - Keys: heads, revision, body; then the bodies of replaced responses
    /// - Arguments: the revision with a `+`, or empty; the variant; the head; the long body, or empty; the milliseconds of both; the largest
    ///   number of variants; then the variants and identifiers of replaced responses
    /// - Returns: 1, or 0 if it isn't stored.
    static let store = ValkeyScript(
        .write,
        removal + """
            if ARGV[1] ~= '' and ARGV[1] ~= '+' .. (redis.call('GET', KEYS[2]) or '') then return 0 end
            for i = 4, #KEYS do remove(ARGV[2 * i - 1], ARGV[2 * i], KEYS[i]) end
            redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
            if ARGV[4] == '' then redis.call('DEL', KEYS[3]) else redis.call('SET', KEYS[3], ARGV[4], 'PX', ARGV[5]) end
            if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[5]) then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
            while redis.call('HLEN', KEYS[1]) > tonumber(ARGV[6]) do
              local oldest, variant
              local all = redis.call('HGETALL', KEYS[1])
              for i = 1, #all, 2 do
                local identifier = string.sub(all[i + 1], 1, \(identifierLength))
                local isOlder = not oldest or identifier < oldest
                if isOlder and all[i] ~= ARGV[2] then oldest, variant = identifier, all[i] end
              end
              if not variant then break end
              redis.call('HDEL', KEYS[1], variant)
            end
            return 1
            """
    )

    /// Replaces a head, unless its variant has another response by now.
    ///
    /// - Keys: heads, body
    /// - Arguments: the variant, the identifier, the head, the milliseconds
    static let update = ValkeyScript(
        .write,
        """
        local head = redis.call('HGET', KEYS[1], ARGV[1])
        if not head or string.sub(head, 1, \(identifierLength)) ~= ARGV[2] then return 0 end
        redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
        for _, key in ipairs(KEYS) do
          local left = redis.call('PTTL', key)
          if left >= 0 and left < tonumber(ARGV[4]) then redis.call('PEXPIRE', key, ARGV[4]) end
        end
        return 1
        """
    )

    /// Removes responses.
    ///
    /// - Keys: heads; then the bodies
    /// - Arguments: the variant and the identifier of each
    static let remove = ValkeyScript(
        .remove,
        removal + "for i = 2, #KEYS do remove(ARGV[2 * i - 3], ARGV[2 * i - 2], KEYS[i]) end\nreturn 1"
    )

    /// Removes all responses for a key, and makes those on their way unusable. Long bodies expire.
    ///
    /// - Keys: heads, revision
    /// - Arguments: the milliseconds of the revision
    static let removeAll = ValkeyScript(
        .remove,
        """
        local time = redis.call('TIME')
        local last = tonumber(redis.call('GET', KEYS[2]) or '0')
        local number = string.format('%.0f', math.max(time[1] * 1000000 + time[2], last + 1))
        redis.call('SET', KEYS[2], number, 'PX', ARGV[1])
        return redis.call('DEL', KEYS[1])
        """
    )

    /// Adds a key to the list of all keys, and removes those that expired.
    ///
    /// - Keys: index
    /// - Arguments: the key, the milliseconds until it expires
    static let list = ValkeyScript(
        .write,
        """
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
        redis.call('ZADD', KEYS[1], 'GT', now + ARGV[2], ARGV[1])
        if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
        return 1
        """
    )

    /// Reads a part of the list of all keys.
    ///
    /// A key that is in the list all the time is in one part or more, also if the list changes meanwhile.
    ///
    /// - Keys: index
    /// - Arguments: the cursor, `0` for the first part
    /// - Returns: The cursor of the next part, `0` after the last one; then the keys.
    static let listed = ValkeyScript(
        .read,
        """
        local next = redis.call('ZSCAN', KEYS[1], ARGV[1], 'COUNT', 1000)
        local part = {next[1]}
        for i = 1, #next[2], 2 do table.insert(part, next[2][i]) end
        return part
        """
    )
}

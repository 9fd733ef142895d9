/// The steps of a store for tokens, each in one script.
///
/// An object has three keys: `data` has the tokens, `lock` the process with exclusive access, and `fence` the number of the last access or
/// of the last write outside of one. Numbers only grow, also after the loss of all keys: a new one is at least the time in microseconds.
enum TokenScripts {
    /// A new number.
    private static let next = """
        local function next_number(last)
          local time = redis.call('TIME')
          local now = time[1] * 1000000 + time[2]
          return string.format('%.0f', math.max(now, tonumber(last or '0') + 1))
        end

        """

    /// Takes the exclusive access if it is free. The repetition of a call whose answer was lost has it already.
    ///
    /// - Keys: lock, fence
    /// - Arguments: the name of the access, the milliseconds of the lease, the milliseconds of the number
    /// - Returns: The number of the access; empty if another process has it.
    static let acquire = ValkeyScript(
        .write,
        next + """
            local holder = redis.call('GET', KEYS[1])
            if holder and holder ~= ARGV[1] then return '' end
            local number = next_number(redis.call('GET', KEYS[2]))
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            redis.call('SET', KEYS[2], number, 'PX', ARGV[3])
            return number
            """
    )

    /// Extends the lease of an access that wasn't lost.
    ///
    /// - Keys: lock
    /// - Arguments: the name of the access, the milliseconds of the lease
    /// - Returns: 1, or 0 for a lost access.
    static let extend = ValkeyScript(
        .remove,
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        return redis.call('PEXPIRE', KEYS[1], ARGV[2])
        """
    )

    /// Ends an access.
    ///
    /// - Keys: lock
    /// - Arguments: the name of the access
    static let release = ValkeyScript(
        .remove,
        """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        return redis.call('DEL', KEYS[1])
        """
    )

    /// Reads the tokens.
    ///
    /// - Keys: data
    static let load = ValkeyScript(.read, "return redis.call('GET', KEYS[1])")

    /// Writes or removes the tokens.
    ///
    /// A write with an access needs that no later access or write happened. It says so to the server, which may have lost the number in a
    /// failover. A write without an access makes those before it invalid.
    ///
    /// - Keys: data, fence
    /// - Arguments: the number of the access, or empty; the tokens, or empty; the milliseconds of both keys
    /// - Returns: 1, or 0 if another process was faster.
    static let save = ValkeyScript(
        .write,
        next + """
            local last = redis.call('GET', KEYS[2])
            local number = ARGV[1] == '' and next_number(last) or ARGV[1]
            if last and tonumber(last) > tonumber(number) then return 0 end
            redis.call('SET', KEYS[2], number, 'PX', ARGV[3])
            if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
            return 1
            """
    )
}

/// The states of keys. Idle ones are removed.
struct KeyedStateStore<State> {
    private var states: [String: State] = [:]
    /// The number of keys at which idle states are evicted.
    private var limit = Self.minimumLimit

    private static var minimumLimit: Int { 64 }

    var count: Int { states.count }

    subscript(key: String) -> State? {
        get { states[key] }
        _modify { yield &states[key] }
    }

    /// Changes the state of a key.
    ///
    /// Evicts idle states when their number has doubled since the last eviction, which takes constant time on average.
    ///
    /// - Parameter isIdle: Whether a state can be replaced by a new one.
    mutating func update<Result>(
        _ key: String,
        default initial: @autoclosure () -> State,
        evictingWhere isIdle: (State) -> Bool,
        _ change: (inout State) -> Result
    ) -> Result {
        if states.count >= limit, states[key] == nil {
            states = states.filter { !isIdle($0.value) }
            limit = max(Self.minimumLimit, states.count * 2)
        }
        return change(&states[key, default: initial()])
    }
}

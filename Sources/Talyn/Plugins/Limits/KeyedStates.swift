/// A state for each key, without those that say no more than a new one would.
struct KeyedStates<State> {
    private var states: [String: State] = [:]
    /// At how many keys the idle ones are looked for.
    private var limit = Self.minimumLimit

    private static var minimumLimit: Int { 64 }

    var count: Int { states.count }

    subscript(key: String) -> State? {
        get { states[key] }
        _modify { yield &states[key] }
    }

    /// Changes the state of a key.
    ///
    /// Idle states are dropped when there are twice as many as were left the last time, which makes it cheap on average.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - initial: The state of a key that has none yet.
    ///   - isIdle: Whether a state is as good as a new one.
    ///   - change: Changes the state.
    mutating func update<Result>(
        _ key: String,
        orMake initial: @autoclosure () -> State,
        droppingWhere isIdle: (State) -> Bool,
        _ change: (inout State) -> Result
    ) -> Result {
        if states.count >= limit, states[key] == nil {
            states = states.filter { !isIdle($0.value) }
            limit = max(Self.minimumLimit, states.count * 2)
        }
        return change(&states[key, default: initial()])
    }
}

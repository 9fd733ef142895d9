/// The sign-in that calls of a session share which need more than their token has.
struct SharedStepUp {
    struct Running {
        let number: Int
        let task: Task<Void, any Error>
        fileprivate var waiters = 0
    }

    private var running: Running?
    private var count = 0

    /// Joins the running sign-in, or starts one.
    mutating func join(_ start: (_ number: Int) -> Task<Void, any Error>) -> Running {
        if running == nil { count += 1 }
        var joined = running ?? Running(number: count, task: start(count))
        joined.waiters += 1
        running = joined
        return joined
    }

    /// Takes the end of a sign-in.
    mutating func ended(_ number: Int) {
        if running?.number == number { running = nil }
    }

    /// Takes the leaving of a call. Returns the sign-in to cancel if it was the last one.
    mutating func leave(_ number: Int) -> Task<Void, any Error>? {
        guard running?.number == number else { return nil }
        running?.waiters -= 1
        return running?.waiters == 0 ? end() : nil
    }

    /// Ends the sign-in. Returns it to cancel it.
    mutating func end() -> Task<Void, any Error>? {
        defer { running = nil }
        return running?.task
    }
}

extension OAuthSession {
    /// The sessions whose step-up the current task is part of. Their calls start no other one.
    @TaskLocal static var steppingUp: Set<ObjectIdentifier> = []

    /// Whether the current task is part of a step-up of this session.
    var isSteppingUp: Bool { !Self.steppingUp.isEmpty && Self.steppingUp.contains(ObjectIdentifier(self)) }
}

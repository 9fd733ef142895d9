extension Endpoint {
    /// How urgent the call is.
    var priority: RequestPriority { options.isEmpty ? .normal : options.priority ?? .normal }

    /// How long the call has taken so far, by the provider's clock.
    var elapsed: Duration { record.map { $0.time.now - $0.start } ?? .zero }

    /// How much time the call has left until its deadline; nil if it has none.
    var timeLeft: Duration? {
        options.isEmpty ? nil : options.deadline.map { $0 - elapsed }
    }
}

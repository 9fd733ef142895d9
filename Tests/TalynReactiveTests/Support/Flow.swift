/// A stream of some reactive library, which only a subscription sets going.
struct Flow<Value: Sendable> {
    /// Subscribes; returns what cancels the subscription, which lasts as long as somebody holds that.
    let subscribe: (Listener<Value>) -> () -> Void

    /// Subscribes, and waits for the end of the stream.
    func outcome() async throws -> [Value] {
        let listener = Listener<Value>()
        let cancel = subscribe(listener)
        let end = await listener.ended()
        withExtendedLifetime(cancel) {}
        try end?.get()
        return listener.values
    }
}

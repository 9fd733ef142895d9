/// Options for calls that use a store that processes share, such as those of a plugin.
public struct StoreOptions: Sendable, Hashable {
    /// The effect on calls while the store doesn't answer.
    public struct Fallback: Sendable, Hashable, CustomStringConvertible {
        /// Uses the state of this process alone. A plugin decides as it does without a store.
        public static let localState = Fallback(description: "localState")

        /// The calls fail, those of a plugin with a ``StoreError``.
        public static let failure = Fallback(description: "failure")

        /// The name, as in the code.
        public let description: String
    }

    /// The effect on calls while the store doesn't answer.
    public let fallback: Fallback

    /// The longest time for which a call waits for the store.
    public let maximumWait: Duration

    /// Creates options. To wait for a store that returns soon, take the fallback `failure` and a longer wait.
    ///
    /// - Parameters:
    ///   - fallback: The effect on calls while the store doesn't answer: by default, each process decides alone.
    ///   - maximumWait: The longest time for which a call waits for the store. With the fallback `localState`, calls don't wait again
    ///     for a second after a failure. With `failure`, the plugin repeats failed requests within this time.
    public init(fallback: Fallback = .localState, maximumWait: Duration = .milliseconds(100)) {
        self.fallback = fallback
        self.maximumWait = max(maximumWait, .zero)
    }
}

public import _TalynFoundation

/// The attempts of a call, the changes and notes of plugins, and the times of each part.
///
/// ```swift
/// do {
///     let response = try await github.request(.user("ada"))
///     print(response.metrics?.description ?? "")
/// } catch {
///     print(error.metrics?.description ?? "")
/// }
/// ```
///
/// ``Response/metrics``, ``TalynError/metrics`` and ``CallContext/metrics`` give them. The texts and the mirrors mask secrets as
/// ``Redaction/default`` does. The requests in ``attempts`` contain the secrets: don't log their header fields and bodies.
public struct CallMetrics: Sendable {
    /// Method and URL of the endpoint, for the description.
    let request: String

    /// The time at which the call began.
    public let startedAt: Date

    /// The time from the beginning of the call to its result.
    public let duration: Duration

    /// Whether a stub answered in place of a server.
    public let isStubbed: Bool

    /// Whether one of the responses was that to an identical request of another call; see ``CoalescingPlugin``.
    public let isShared: Bool

    /// The attempts, in the order of their ends. Empty if no request was made, or a plugin answered.
    public let attempts: [Attempt]

    /// The changes of the endpoint and the notes by plugins, in order.
    public let notes: [Note]

    /// The counts of ``CallCounts`` by their names, such as those of tokens.
    public let counts: [String: Int]
}

/// The counts that a plugin or a module adds to the ``CallMetrics/counts`` of a call.
///
/// ```swift
/// context[CallCounts.self] = ["rows": 20]
/// ```
public enum CallCounts: CallContextKey {
    public typealias Value = [String: Int]
}

extension CallMetrics {
    /// A note of a plugin or of the provider, or a change that a plugin made.
    public struct Note: Sendable, Hashable {
        /// The time since the beginning of the call.
        public let time: Duration

        /// The name of the plugin's type; `Provider` for a note of the provider.
        public let plugin: String

        /// The text.
        public let text: String
    }

    /// One attempt at sending a request.
    public struct Attempt: Sendable {
        /// The time from the beginning of the call to that of the attempt.
        public let startedAt: Duration

        /// The time from the beginning of the attempt to the last byte or the failure.
        public let duration: Duration

        /// The part of that before it was sent: making the request, and waiting for plugins.
        public let preparing: Duration

        /// The time in which the body arrived; nil without a response.
        public let receiving: Duration?

        /// The times of the other phases, and the connection.
        public let transport: TransportMetrics

        /// The reason for the attempt, if it isn't the first.
        public let reason: String?

        /// The request, as the plugins left it; nil if it could not be made.
        public let request: OutgoingRequest?

        /// The changes of the request by each plugin, in order.
        public let changes: [Note]

        /// The status of the response, if one arrived.
        public let statusCode: Int?

        /// The `Cache-Status` of the response (RFC 9211); nil if no cache answered, and no cache forwarded the request.
        public let cacheStatus: String?

        /// The failure; nil if a whole response arrived.
        public let failure: String?

        /// The URL of the response with its secrets masked, if a redirect led to another one.
        public let redirectedURL: String?

        /// The length of the request's body in bytes; nil if it isn't known.
        public let sentBytes: Int64?

        /// The bytes of the response's body that arrived, after decompression.
        public let receivedBytes: Int64
    }
}

extension Response {
    /// The target, the endpoint and the metrics of the call; nil for a response that no call gave.
    public var metrics: CallMetrics? { context?.metrics }
}

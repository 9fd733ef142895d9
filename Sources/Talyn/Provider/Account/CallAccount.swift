public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What happened to a call: its attempts, what plugins changed and said, how long each part took.
///
/// ```swift
/// do {
///     let response = try await github.request(.user("ada"))
///     print(response.account?.description ?? "")
/// } catch {
///     print(error.account?.description ?? "")
/// }
/// ```
///
/// ``Response/account`` and ``TalynError/account`` give it. It is made when it is asked for; a call whose account
/// nobody reads writes down little more than a few times. Secrets are masked in its texts, as ``Redaction/default`` says,
/// but not in the requests that it holds.
public struct CallAccount: Sendable {
    /// Method and URL of the endpoint, for the description.
    let request: String

    /// When the call began.
    public let startedAt: Date

    /// How long it has taken, from its beginning to its result.
    public let duration: Duration

    /// Whether a stub answered instead of a server.
    public let isStubbed: Bool

    /// Whether it had the outcome of an identical call that was under way, whose attempts these are.
    public let isShared: Bool

    /// The attempts, in the order in which they ended. None if the request could not be made, or a plugin answered.
    public let attempts: [Attempt]

    /// What plugins changed or said outside the attempts, in order.
    public let notes: [Note]
}

extension CallAccount {
    /// A line that a plugin wrote, or that says how it changed the endpoint; or that says why a download goes on.
    public struct Note: Sendable, Hashable {
        /// When, from the beginning of the call.
        public let time: Duration

        /// The type of the plugin, by its name; `Provider` for what no plugin has done.
        public let plugin: String

        /// What there is to say.
        public let text: String
    }

    /// One attempt at sending a request.
    public struct Attempt: Sendable {
        /// When it began, from the beginning of the call.
        public let startedAt: Duration

        /// How long it took, from its beginning to the last byte or the failure.
        public let duration: Duration

        /// How much of that went by before it was sent: to make the request, and for what plugins waited.
        public let preparing: Duration

        /// How long it took to receive the body; nil if there was no response.
        public let receiving: Duration?

        /// How long the other phases took.
        public let timings: TransportTimings

        /// Why it was made, if it was not the first.
        public let reason: String?

        /// The request, as the plugins left it; nil if it could not be made.
        public let request: URLRequest?

        /// What each plugin changed in the request, in order: the name of its type and what it did.
        public let changes: [Note]

        /// The status of the response, if one arrived.
        public let statusCode: Int?

        /// Why no whole response arrived; nil if one did.
        public let failure: String?

        /// Where the response came from, if a redirect led elsewhere.
        public let redirectedURL: URL?

        /// How many bytes the body of the request has; nil if that isn't known.
        public let sentBytes: Int64?

        /// How many bytes of the body of the response arrived, unpacked if it was compressed.
        public let receivedBytes: Int64
    }
}

extension Response {
    /// What happened to the call that this is the response of; nil for a response that no call of a ``Provider`` gave.
    public var account: CallAccount? { record.map { CallAccount($0) } }
}

extension TalynError {
    /// What happened to the call that failed.
    ///
    /// Nil where nothing can keep it: for a request that could not be made, and for an error of a plugin's own that came
    /// without a response.
    public var account: CallAccount? { record.map { CallAccount($0) } }
}

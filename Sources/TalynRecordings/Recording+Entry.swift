public import TalynCore
public import _TalynFoundation
import _TalynSupport

extension Recording {
    /// A request and its response or failure.
    public struct Entry: Sendable {
        /// The JSON text of the entry, with all members. Other programs get its ``node``.
        var source: Data

        /// The target; nil for a request without one.
        var target: TargetLabel?

        /// The method of the request.
        public internal(set) var method: String

        /// The URL of the request, as the file has it.
        public internal(set) var url: String

        /// The header fields of the request.
        public internal(set) var requestHeaderFields: HTTPFields

        /// The body of the request; nil without one, or if it wasn't recorded.
        public internal(set) var requestBody: Data?

        /// The length of the request's body in bytes, according to the file.
        var requestLength: Int64

        /// The status code; 0 without a response.
        public internal(set) var statusCode: Int

        /// The header fields of the response.
        public internal(set) var headerFields: HTTPFields

        /// The body of the response, decompressed; nil if the file lacks it.
        public internal(set) var body: Data?

        /// The URL of the response, if redirects were followed.
        var responseURL: String?

        /// The failure of the transport; nil for a whole response.
        public internal(set) var failure: TransportError.Kind?

        /// Whether the body is incomplete, or messages of a WebSocket are missing: not all was read, or it was too long.
        public internal(set) var isTruncated: Bool

        /// The duration of the exchange.
        public internal(set) var duration: Duration

        /// The part of the duration in which the body arrived, or the messages of a WebSocket.
        var receiving: Duration

        /// Whether the request opens a WebSocket connection.
        var isWebSocket: Bool

        /// The messages of a WebSocket connection; nil for another exchange, and for a refused handshake.
        public internal(set) var conversation: Conversation?
    }
}

extension Recording.Entry {
    /// The full name of the target and its case, such as `GitHubClient.Target.user`; nil for a request without a target.
    ///
    /// An entry that was written by hand can have only the last part of the type's name.
    public var targetName: String? { target?.description }

    /// The date of the request; nil if the file doesn't have it.
    public var startedAt: Date? {
        node?["startedDateTime"]?.text.flatMap { Date(rfc3339: $0) }
    }

    /// The members of the entry, of each name the first; nil if a member that Talyn doesn't use isn't JSON.
    ///
    /// Of members with the same name, Talyn reads and masks the first. Browsers read the last, so other programs get these.
    var node: JSONNode? { try? JSONNode(replacingLoneSurrogates: source) }

    /// Whether the entry has a response or a failure.
    var hasAnswer: Bool { statusCode >= 100 || failure != nil || conversation != nil }
}

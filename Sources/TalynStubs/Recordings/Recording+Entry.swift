public import Foundation

extension Recording {
    /// A request and what answered it.
    public struct Entry: Sendable {
        /// The JSON text of the entry, with all that is not known here.
        var source: Data

        /// What was called, if a target was.
        package var target: TargetLabel?

        /// The method of the request.
        public internal(set) var method: String

        /// The URL of the request, as the file has it.
        public internal(set) var url: String

        /// The header fields of the request.
        public internal(set) var requestHeaderFields: HTTPFields

        /// The body of the request; nil if it has none, or none that was recorded.
        public internal(set) var requestBody: Data?

        /// How many bytes the request's body had, as far as the file says.
        var requestLength: Int64

        /// The status; 0 if there was no response.
        public internal(set) var statusCode: Int

        /// The header fields of the response.
        public internal(set) var headerFields: HTTPFields

        /// The body of the response, unpacked; nil if the file doesn't have it.
        public internal(set) var body: Data?

        /// Where the response came from, if redirects were followed.
        package var responseURL: String?

        /// Why there is no whole response, if a transport said so.
        public internal(set) var failure: TransportError.Kind?

        /// Whether the body is not all that the server has sent: nobody read it to its end, or it was too long.
        public internal(set) var isTruncated: Bool

        /// Whether it is what a call got in the end, by a transport of ours: it leads nowhere else.
        var isFinal: Bool

        /// How long it took.
        public internal(set) var duration: Duration

        /// How much of that was for the body of the response.
        package var receiving: Duration
    }
}

extension Recording.Entry {
    /// The full name of the target and its case, such as `GitHubClient.Target.user`; nil if no target was called.
    ///
    /// Recordings of earlier versions have the last part of the type's name only.
    public var targetName: String? { target?.description }

    /// The entry as what its call got in the end, although it could have led on.
    func asEnd() -> Recording.Entry {
        guard case .object(var members)? = try? JSONNode(json: source),
            let index = members.firstIndex(where: { $0.name == "_talyn" }),
            case .object(let own) = members[index].value
        else { return self }
        members[index].value = .object(own.filter { $0.name != "step" })
        var entry = self
        entry.source = JSONNode.object(members).json()
        entry.isFinal = target != nil
        return entry
    }

    /// When the request was made, if the file says so.
    public var startedAt: Date? {
        guard let text = (try? JSONNode(json: source))?["startedDateTime"]?.text else { return nil }
        return Self.date(text)
    }

    static func date(_ text: String) -> Date? {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
    }

    /// Whether there is something to answer with, be it a failure.
    var hasAnswer: Bool { statusCode >= 100 || failure != nil }
}

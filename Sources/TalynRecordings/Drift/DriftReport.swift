public import TalynCore
import _TalynFoundation
import _TalynSupport

/// The differences between the responses of a server and recorded ones: in the status, the names of header fields, and the shape of
/// JSON. Values aren't compared, and the report doesn't show them.
///
/// Of a WebSocket conversation, the messages of the server are compared as elements of an array, with paths such as `messages[].id`,
/// and the close codes. The fields of the handshake itself aren't compared.
///
/// ```swift
/// let report = DriftReport(live: live, recorded: recorded)
/// for difference in report.differences { print(difference) }
/// ```
public struct DriftReport: Sendable, Hashable {
    /// A change of a response.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Change: Sendable, Hashable {
        /// The status is another one.
        case status(recorded: Int, live: Int)
        /// A header field is missing.
        case headerFieldMissing(String)
        /// A header field is new.
        case headerFieldAdded(String)
        /// The media type of the content is another one.
        case mediaType(recorded: String, live: String)
        /// A member is new, such as `items[].name`.
        case added(path: String, type: String)
        /// A member is missing.
        case missing(path: String)
        /// A member that all elements of an array had is missing in some.
        case notAlways(path: String)
        /// The type of a value is another one.
        case type(path: String, recorded: String, live: String)
        /// Null replaced a value.
        case mayBeNull(path: String)
        /// Only one of the two contents is JSON.
        case noJSON(isRecorded: Bool)
        /// The content has a media type of JSON, but it can't be compared: it isn't JSON, or only a part of it is known.
        case notCompared
        /// The WebSocket connection was closed with another code.
        case closeCode(recorded: WebSocketCloseCode, live: WebSocketCloseCode)
        /// Only one of the two calls failed, or they failed in different ways.
        case failure(recorded: TransportError.Kind?, live: TransportError.Kind?)
        /// The recording has no such request.
        case unknownRequest
        /// The recorded request wasn't made.
        case unusedRequest
    }

    /// A change of one request's response.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The request, with secrets masked; nil in a report on one response.
        public let request: String?

        /// The change.
        public let change: Change

        public var description: String { (request.map { "\($0): " } ?? "") + change.description }
    }

    /// The parts that aren't compared.
    public struct Options: Sendable, Hashable {
        /// The names of header fields that may come and go, in upper or lower case.
        public var ignoredHeaderFields: Set<String>

        /// The paths in JSON that aren't compared, with all below them, such as `items[].links`.
        public var ignoredPaths: Set<String>

        /// Creates options.
        public init(
            ignoredHeaderFields: Set<String> = Options.usualHeaderFields,
            ignoredPaths: Set<String> = []
        ) {
            self.ignoredHeaderFields = ignoredHeaderFields
            self.ignoredPaths = ignoredPaths
        }

        /// The fields that servers and proxies add to some responses only.
        public static let usualHeaderFields: Set<String> = [
            "age", "alt-svc", "cf-cache-status", "cf-ray", "connection", "content-encoding", "content-length", "date",
            "etag", "expires", "keep-alive", "last-modified", "nel", "report-to", "server", "server-timing",
            "set-cookie",
            "transfer-encoding", "vary", "via", "x-amz-cf-id", "x-amz-cf-pop", "x-cache", "x-cache-hits",
            "x-request-id",
            "x-runtime", "x-served-by", "x-timer",
        ]
    }

    /// The differences, in the order of the requests.
    public private(set) var differences: [Difference] = []

    /// Whether there are no differences.
    public var isEmpty: Bool { differences.isEmpty }

    /// Compares a response with a recorded one.
    public init(live: Response, recorded: Response, options: Options = Options()) {
        add(
            Answer(statusCode: live.statusCode, headerFields: live.headerFields, body: live.data),
            Answer(statusCode: recorded.statusCode, headerFields: recorded.headerFields, body: recorded.data),
            nil,
            options
        )
    }

    /// Compares two recordings: each entry of the live one with the matching entry of the other.
    ///
    /// - Parameters:
    ///   - live: The new recording.
    ///   - recorded: The earlier recording.
    ///   - redaction: The mask of requests, before they are compared.
    ///   - repeatsLast: Whether the last of several equal entries matches all further requests.
    ///   - ignoresOrigin: Whether requests with different schemes, hosts or ports can match.
    ///   - options: The parts that aren't compared.
    public init(
        live: Recording,
        recorded: Recording,
        redaction: Redaction = .default,
        repeatsLast: Bool = false,
        ignoresOrigin: Bool = false,
        options: Options = Options()
    ) {
        var index = ReplayIndex(recorded, redaction, repeatsLast: repeatsLast, ignoresOrigin: ignoresOrigin)
        var made: [ReplayKey] = []
        for (number, entry) in live.entries.enumerated() where entry.hasAnswer {
            let request = ReplayRequest(entry, redaction)
            var keys = index.keys.keys(of: request, maskedBy: redaction)
            var found = index.take(keys)
            if found == nil {
                keys = index.keys.keys(of: request, maskedBy: redaction, request.secrets(redaction))
                found = index.take(keys)
            }
            let text = Recording.EntrySummary(entry, number: number, redaction).request
            guard let found else {
                differences.append(Difference(request: text, change: .unknownRequest))
                continue
            }
            made += keys
            add(Answer(entry), Answer(index.entries[found]), text, options)
        }
        if repeatsLast { index.takeAll(made) }
        for number in index.unused {
            let summary = Recording.EntrySummary(index.entries[number], number: number, redaction)
            differences.append(Difference(request: summary.request, change: .unusedRequest))
        }
    }
}

extension DriftReport {
    /// The report without requests that weren't made, if a condition is true. A failed test may not have reached them.
    func withoutUnusedRequests(if condition: Bool) -> DriftReport {
        guard condition else { return self }
        var report = self
        report.differences.removeAll { $0.change == .unusedRequest }
        return report
    }

    /// A response, or its failure.
    private struct Answer {
        var statusCode: Int
        var headerFields: HTTPFields
        /// Nil if a part of it isn't known.
        var body: Data?
        var failure: TransportError.Kind?
        var conversation: Recording.Conversation?

        init(statusCode: Int, headerFields: HTTPFields, body: Data) {
            self.statusCode = statusCode
            self.headerFields = headerFields
            self.body = body
        }

        init(_ entry: Recording.Entry) {
            statusCode = entry.statusCode
            headerFields = entry.headerFields
            body = entry.isTruncated || entry.failure != nil ? nil : entry.body
            failure = entry.failure
            conversation = entry.conversation
        }

        var mediaType: String { MediaType(headerFields[.contentType] ?? "").essence }
    }

    private mutating func add(_ live: Answer, _ recorded: Answer, _ request: String?, _ options: Options) {
        let changes = Self.changes(live, recorded, options)
        differences += changes.map { Difference(request: request, change: $0) }
    }

    private static func changes(_ live: Answer, _ recorded: Answer, _ options: Options) -> [Change] {
        var changes: [Change] = []
        if live.failure != recorded.failure {
            changes.append(.failure(recorded: recorded.failure, live: live.failure))
        }
        guard live.statusCode > 0, recorded.statusCode > 0 else { return changes }
        if live.statusCode != recorded.statusCode {
            changes.append(.status(recorded: recorded.statusCode, live: live.statusCode))
        }
        var ignored = Set(options.ignoredHeaderFields.map { $0.lowercased() })
        if live.conversation != nil, recorded.conversation != nil { ignored.formUnion(handshakeFields) }
        let liveNames = Set(live.headerFields.map(\.name.canonicalName)).subtracting(ignored)
        let names = Set(recorded.headerFields.map(\.name.canonicalName)).subtracting(ignored)
        changes += names.subtracting(liveNames).sorted().map { .headerFieldMissing($0) }
        changes += liveNames.subtracting(names).sorted().map { .headerFieldAdded($0) }
        if let live = live.conversation, let recorded = recorded.conversation {
            return changes + recorded.changes(to: live).filter { !options.ignores($0) }
        }
        return changes + bodyChanges(live, recorded, options)
    }

    /// The fields by which each client and server agree on a WebSocket. A browser asks for compression, for example.
    private static let handshakeFields = ["upgrade", "sec-websocket-accept", "sec-websocket-extensions"]

    private static func bodyChanges(_ live: Answer, _ recorded: Answer, _ options: Options) -> [Change] {
        var changes: [Change] = []
        let types = (recorded: recorded.mediaType, live: live.mediaType)
        if types.recorded != types.live, !types.recorded.isEmpty, !types.live.isEmpty {
            changes.append(.mediaType(recorded: types.recorded, live: types.live))
        }
        let isJSON = Self.isJSON(types.recorded) || Self.isJSON(types.live)
        guard let liveBody = live.body, let body = recorded.body else {
            // A failure is reported elsewhere.
            if isJSON, live.failure == nil, recorded.failure == nil { changes.append(.notCompared) }
            return changes
        }
        let nodes = (recorded: json(body, types.recorded), live: json(liveBody, types.live))
        switch nodes {
        case (let recorded?, let live?):
            let found = JSONShape(recorded).differences(to: JSONShape(live))
            changes += found.filter { !options.ignores($0) }
        case (nil, _?): if !body.isEmpty { changes.append(.noJSON(isRecorded: true)) }
        case (_?, nil): changes.append(.noJSON(isRecorded: false))
        case (nil, nil): if isJSON, body != liveBody { changes.append(.notCompared) }
        }
        return changes
    }

    private static func isJSON(_ mediaType: String) -> Bool {
        mediaType == "application/json" || mediaType == "text/json" || mediaType.hasSuffix("+json")
    }

    private static func json(_ body: Data, _ mediaType: String) -> JSONNode? {
        guard mediaType.isEmpty || mediaType.hasSuffix("json") else { return nil }
        return try? JSONNode(json: body)
    }
}

extension DriftReport.Options {
    fileprivate func ignores(_ change: DriftReport.Change) -> Bool { change.path.map(ignores) ?? false }

    private func ignores(_ path: String) -> Bool {
        ignoredPaths.contains { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
    }
}

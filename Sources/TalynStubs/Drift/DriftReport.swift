import Foundation

/// How what a server says now differs from what was recorded: the status, which header fields there are, and the shape of
/// JSON. Values are expected to differ, and are told nowhere.
///
/// ```swift
/// let report = DriftReport(live: live, recorded: recorded)
/// for difference in report.differences { print(difference) }
/// ```
public struct DriftReport: Sendable, Hashable {
    /// What has changed.
    public enum Change: Sendable, Hashable {
        /// Another status.
        case status(recorded: Int, live: Int)
        /// A header field isn't there any more.
        case headerFieldMissing(String)
        /// There is a header field that wasn't there.
        case headerFieldAdded(String)
        /// The content is of another media type.
        case mediaType(recorded: String, live: String)
        /// There is a member that wasn't there, such as `items[].name`.
        case added(path: String, type: String)
        /// A member isn't there any more.
        case missing(path: String)
        /// A member that all elements of an array had is missing in some.
        case notAlways(path: String)
        /// A value is of another type.
        case type(path: String, recorded: String, live: String)
        /// There is null where there was a value.
        case mayBeNull(path: String)
        /// What was recorded as JSON isn't any more, or the other way round.
        case noJSON(isRecorded: Bool)
        /// The content is called JSON, and can't be compared: it is none, or only a part of it is known.
        case notCompared
        /// There is no whole response any more, or there was none.
        case failure(recorded: TransportError.Kind?, live: TransportError.Kind?)
        /// Nothing like the request was recorded.
        case unknownRequest
        /// Nobody has made the request.
        case unusedRequest
    }

    /// A change, and where.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The request, redacted; nil if there is only one.
        public let request: String?

        /// What has changed.
        public let change: Change

        public var description: String { (request.map { "\($0): " } ?? "") + change.description }
    }

    /// What doesn't count.
    public struct Options: Sendable, Hashable {
        /// Header fields that may be there or not, in any case of letters.
        public var ignoredHeaderFields: Set<String>

        /// Paths in JSON that are not looked at, nor what is below them, such as `items[].links`.
        public var ignoredPaths: Set<String>

        /// Creates options.
        public init(
            ignoredHeaderFields: Set<String> = Options.usualHeaderFields,
            ignoredPaths: Set<String> = []
        ) {
            self.ignoredHeaderFields = ignoredHeaderFields
            self.ignoredPaths = ignoredPaths
        }

        /// What servers and the proxies before them add as it comes.
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

    /// Whether there are none.
    public var isEmpty: Bool { differences.isEmpty }

    /// Compares a response with one that was recorded.
    public init(live: Response, recorded: Response, options: Options = Options()) {
        add(
            Answer(statusCode: live.statusCode, headerFields: live.headerFields, body: live.data),
            Answer(statusCode: recorded.statusCode, headerFields: recorded.headerFields, body: recorded.data),
            nil,
            options
        )
    }

    /// Compares recordings: each request of the live one with that of the other which answers the same.
    ///
    /// - Parameters:
    ///   - live: What was recorded now.
    ///   - recorded: What was recorded before.
    ///   - redaction: What is masked in requests before they are compared.
    ///   - repeatsLast: Whether the last of several entries that are alike goes on answering, so that it doesn't count how
    ///     often a request is made.
    ///   - ignoresOrigin: Whether a request is compared with one to another scheme, host or port.
    ///   - options: What doesn't count.
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
            var keys = index.keys.keys(of: request)
            var found = index.take(keys)
            if found == nil {
                keys = index.keys.keys(of: request, masking: request.secrets())
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
    /// The report without requests that nobody has made, if a condition is true: a test that has failed may not have come
    /// to them.
    func withoutUnusedRequests(if condition: Bool) -> DriftReport {
        guard condition else { return self }
        var report = self
        report.differences.removeAll { $0.change == .unusedRequest }
        return report
    }

    /// A response, or why there is none.
    private struct Answer {
        var statusCode: Int
        var headerFields: HTTPFields
        /// Nil if it is not known as a whole.
        var body: Data?
        var failure: TransportError.Kind?

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
        }

        var mediaType: String {
            (headerFields[.contentType] ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        }
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
        let ignored = Set(options.ignoredHeaderFields.map { $0.lowercased() })
        let liveNames = Set(live.headerFields.map(\.name.canonicalName)).subtracting(ignored)
        let names = Set(recorded.headerFields.map(\.name.canonicalName)).subtracting(ignored)
        changes += names.subtracting(liveNames).sorted().map { .headerFieldMissing($0) }
        changes += liveNames.subtracting(names).sorted().map { .headerFieldAdded($0) }
        return changes + bodyChanges(live, recorded, options)
    }

    private static func bodyChanges(_ live: Answer, _ recorded: Answer, _ options: Options) -> [Change] {
        var changes: [Change] = []
        let types = (recorded: recorded.mediaType, live: live.mediaType)
        if types.recorded != types.live, !types.recorded.isEmpty, !types.live.isEmpty {
            changes.append(.mediaType(recorded: types.recorded, live: types.live))
        }
        let isJSON = Self.isJSON(types.recorded) || Self.isJSON(types.live)
        guard let liveBody = live.body, let body = recorded.body else {
            // Why there is no whole content is told elsewhere.
            if isJSON, live.failure == nil, recorded.failure == nil { changes.append(.notCompared) }
            return changes
        }
        let nodes = (recorded: json(body, types.recorded), live: json(liveBody, types.live))
        switch nodes {
        case (let recorded?, let live?):
            let found = JSONShape(recorded).differences(to: JSONShape(live))
            changes += found.filter { change in change.path.map { !options.ignores($0) } ?? true }
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
    fileprivate func ignores(_ path: String) -> Bool {
        ignoredPaths.contains { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
    }
}

import HTTPTypes
import _TalynSupport

/// The directives of the `Cache-Control` fields of a message (RFC 9111, section 5.2).
///
/// The first of several equal directives counts (RFC 9111, section 4.2.1). A directive with a malformed number of seconds
/// counts as zero seconds, so that a broken response is stale.
struct CacheControl: Sendable, Hashable {
    private var arguments: [String: String?] = [:]

    /// Reads the directives of header fields.
    init(_ fields: HTTPFields) {
        for value in fields[values: .cacheControl] { read(value) }
    }

    private mutating func read(_ value: String) {
        var scanner = FieldValueScanner(value)
        while true {
            scanner.skipListSeparators()
            guard !scanner.isAtEnd else { return }
            let (name, argument) = scanner.parameter { $0 == UInt8(ascii: ",") }
            // Skips the rest of a malformed directive.
            _ = scanner.text { $0 == UInt8(ascii: ",") }
            if arguments[name] == nil { arguments[name] = .some(argument) }
        }
    }

    /// Whether there is a directive.
    func contains(_ name: String) -> Bool { arguments[name] != nil }

    /// The argument of a directive in seconds, and `otherwise` for a directive without an argument; nil without the directive.
    func seconds(_ name: String, orWithoutArgument otherwise: Double = 0) -> Double? {
        arguments[name].map { argument in argument.map { Double(deltaSeconds: $0) ?? 0 } ?? otherwise }
    }
}

extension Double {
    /// The largest number of seconds that has a meaning of its own. Larger ones count as this one.
    static let longestDelta: Double = 2_147_483_648

    /// Reads a number of seconds in a header field (RFC 9111, section 1.2.2); nil for any text but digits.
    fileprivate init?(deltaSeconds text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        self = min(Double(text) ?? Self.longestDelta, Self.longestDelta)
    }
}

extension HTTPFields {
    /// The `Age` of a response in seconds; zero if it is missing or malformed. The first of several counts (RFC 9111,
    /// section 5.1).
    var age: Double {
        guard let first = self[values: .age].first?.split(separator: ",").first else { return 0 }
        return Double(deltaSeconds: first.withoutOuterSpaces) ?? 0
    }

    /// The elements of a comma-separated field, without empty ones (RFC 9110, section 5.6.1).
    func elements(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map(\.withoutOuterSpaces).filter { !$0.isEmpty }
    }
}

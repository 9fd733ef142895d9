import HTTPTypes
import TalynCore
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

    /// The argument of a directive in seconds; nil without the directive.
    func seconds(_ name: String) -> Double? {
        arguments[name].map { argument in argument.flatMap { DeltaSeconds($0)?.seconds } ?? 0 }
    }

    /// The argument of a directive in seconds, and `otherwise` for a directive without an argument; nil without the directive.
    func seconds(_ name: String, orWithoutArgument otherwise: Double) -> Double? {
        guard let argument = arguments[name] else { return nil }
        return argument == nil ? otherwise : seconds(name)
    }
}

/// A number of seconds in a header field (RFC 9111, section 1.2.2).
struct DeltaSeconds: Sendable, Hashable {
    let seconds: Double

    /// The largest number that has a meaning of its own. Larger ones count as this one.
    static let maximum: Double = 2_147_483_648

    /// Reads digits; nil for any other text.
    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        seconds = min(Double(text) ?? Self.maximum, Self.maximum)
    }
}

extension HTTPFields {
    /// The `Age` of a response in seconds; zero if it is missing or malformed. The first of several counts (RFC 9111,
    /// section 5.1).
    var age: Double {
        guard let first = self[values: .age].first?.split(separator: ",").first else { return 0 }
        return DeltaSeconds(first.trimmingSpace)?.seconds ?? 0
    }

    /// The elements of a comma-separated field, without empty ones (RFC 9110, section 5.6.1).
    func elements(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map(\.trimmingSpace).filter { !$0.isEmpty }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    var trimmingSpace: String {
        var text = Substring(self)
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return String(text)
    }
}

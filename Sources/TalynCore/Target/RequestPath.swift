import _TalynSupport

/// The path of an endpoint, with each value escaped as one segment.
///
/// A path is written as a string with interpolated values:
///
/// ```swift
/// var path: RequestPath { "/users/\(name)/repos" }
/// ```
///
/// A value is percent-encoded as UTF-8, except letters, digits and `-._~` (RFC 3986, section 2.3). A `/`, `?` or `%` in
/// it has no meaning in the URL. A value that is empty, `.` or `..` isn't a segment: the call fails, and nothing is
/// sent. An optional doesn't compile: unwrap it first.
///
/// The ``template`` remembers the places of the values, such as `/users/{}/repos`. Stubs match by it, and metrics and
/// traces name it. A name makes it readable: `"/users/\(name, name: "login")/repos"`.
public struct RequestPath: Sendable, Hashable {
    /// The path with each value escaped, as it stands in the URL.
    public let percentEncoded: String

    /// The path with `{}` or `{name}` in place of each value.
    public let template: String

    /// The reason for which no request can have the path.
    let problem: Problem?

    /// Whether the template is known. It isn't for text that was made elsewhere, which can have values.
    let hasTemplate: Bool

    /// The reason for which no request can have a path.
    enum Problem: Sendable, Hashable {
        case invalidSegment(String)
        case query

        var text: String {
            switch self {
            case .invalidSegment(""): "a value in it is empty, and so isn't a path segment"
            case .invalidSegment(let segment): "the segment '\(segment)' would lead to another place"
            case .query: "it has a '?' or a '#'"
            }
        }

        var recovery: String {
            switch self {
            case .invalidSegment: "Check the value before the call, or leave that part of the path out."
            case .query: "Put parameters into the query of the target."
            }
        }
    }

    /// Creates a path of text that is percent-encoded already.
    ///
    /// Characters that no path can have are percent-encoded. The template is the same text.
    public init(percentEncoded text: String) {
        self.init(text, hasTemplate: false)
    }
}

extension RequestPath: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {
        self.init(value, hasTemplate: true)
    }

    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation, hasTemplate: true)
    }

    fileprivate init(_ text: String, hasTemplate: Bool) {
        if ASCIISet.plainPathWithoutDots.containsAll(text.utf8) {
            self.init(percentEncoded: text, template: text, problem: nil, hasTemplate: hasTemplate)
            return
        }
        var builder = StringInterpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
        builder.appendLiteral(text)
        self.init(builder, hasTemplate: hasTemplate)
    }

    private init(_ parts: StringInterpolation, hasTemplate: Bool) {
        self.init(
            percentEncoded: parts.encoded,
            template: parts.template,
            problem: parts.problem ?? parts.literals.flatMap { Self.problem(of: $0) },
            hasTemplate: hasTemplate
        )
    }

    private init(percentEncoded: String, template: String, problem: Problem?, hasTemplate: Bool) {
        self.percentEncoded = percentEncoded
        self.template = template
        self.problem = problem
        self.hasTemplate = hasTemplate
    }

    public static func == (one: RequestPath, other: RequestPath) -> Bool {
        one.percentEncoded == other.percentEncoded && one.template == other.template && one.problem == other.problem
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(percentEncoded)
        hasher.combine(template)
    }

    /// The literal parts may not lead to another place, either. Servers read `%2e` as a dot (RFC 3986, section 6.2.2.2).
    private static func problem(of text: String) -> Problem? {
        // Bytes: a slash with an accent after it is another `Character`, but still a slash for a server.
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
        let dots = segments.first { segment in
            let plain = segment.contains("%") ? segment.lowercased().replacing("%2e", with: ".") : String(segment)
            return plain == "." || plain == ".."
        }
        return dots.map { .invalidSegment(String($0)) }
    }

    /// Collects the parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var encoded = ""
        fileprivate var template = ""
        /// The literals and the placeholders, if one of them has a dot or an escape.
        fileprivate var literals: String?
        fileprivate var problem: Problem?

        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Appends a part of the path.
        public mutating func appendLiteral(_ literal: String) {
            if ASCIISet.plainPathWithoutDots.containsAll(literal.utf8) {
                encoded += literal
            } else {
                if literals == nil { literals = template }
                if literal.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
                    problem = .query
                }
                var bytes: [UInt8] = []
                PercentEncoding.appendKeepingEscapes(literal[...].utf8, allowed: .urlPath, to: &bytes)
                encoded += String(decoding: bytes, as: UTF8.self)
            }
            template += literal
            literals?.append(literal)
        }

        /// Appends a value as one segment, or as a part of one.
        ///
        /// - Parameters:
        ///   - value: A value whose text is `String(requestValue:)` of it.
        ///   - name: The name of the value in the template.
        @_disfavoredOverload  // The raw value counts for a value with both a raw value and a description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible, name: String = "") {
            append(String(requestValue: value), name)
        }

        /// Appends a raw value as one segment, or as a part of one. It uses the raw value, and not the description.
        public mutating func appendInterpolation<Value: RawRepresentable>(
            _ value: Value,
            name: String = ""
        ) where Value.RawValue: CustomStringConvertible {
            append(String(requestValue: value), name)
        }

        /// Appends text that is percent-encoded already. It may have several segments.
        ///
        /// - Parameters:
        ///   - text: The text. Characters that no path can have are percent-encoded.
        ///   - name: The name of the text in the template.
        public mutating func appendInterpolation(percentEncoded text: String, name: String = "") {
            let template = template
            // Its text stands in no template.
            if literals == nil { literals = template }
            appendLiteral(text)
            self.template = template
            appendPlaceholder(name)
        }

        private mutating func append(_ text: String, _ name: String) {
            encoded += text.percentEncoded(allowed: .unreserved)
            // Servers read an escaped dot as a dot, so these two can't be sent at all.
            if text.isEmpty || text == "." || text == ".." { problem = .invalidSegment(text) }
            appendPlaceholder(name)
            literals?.append("{}")
        }

        private mutating func appendPlaceholder(_ name: String) {
            template += "{"
            template += name
            template += "}"
        }
    }
}

extension RequestPath: CustomStringConvertible {
    public var description: String { percentEncoded }
}

extension ASCIISet {
    /// The characters of a path without escapes and dots, which leads to no other place.
    fileprivate static let plainPathWithoutDots = ASCIISet(
        "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;=@:"
    )
}

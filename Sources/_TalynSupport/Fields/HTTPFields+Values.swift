public import HTTPTypes
public import _TalynFoundation

extension HTTPFields {
    /// No fields. Empty fields are an object each, unless they are these.
    public static let empty = HTTPFields()

    /// The value of `Content-Length`; nil if it is missing or invalid.
    public var contentLength: Int64? {
        // The subscript would join the values, which costs more than the rest.
        var value: String?
        for field in self where field.name == .contentLength {
            guard value == nil else { return nil }
            value = field.value
        }
        return value.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Creates the fields of a dictionary. Skips fields whose names are invalid, and those beyond ``maximumCount``.
    public init(_ dictionary: [String: String]) {
        self.init()
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }).prefix(Self.maximumCount) {
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }

    /// The fields as lines: `name: value`.
    public var lines: [String] { map { "\($0.name.rawName): \($0.value)" } }

    /// The fields as a dictionary.
    ///
    /// Joins the values of repeated fields with commas (RFC 9110, section 5.3), and cookies with semicolons (RFC 6265,
    /// section 5.4).
    public var combined: [String: String] {
        var combined: [HTTPField.Name: String] = [:]
        for field in self {
            if let value = combined[field.name] {
                combined[field.name] = value + (field.name == .cookie ? "; " : ", ") + field.value
            } else {
                combined[field.name] = field.value
            }
        }
        return Dictionary(combined.map { ($0.key.rawName, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

/// An error for a message with too many header fields.
public struct HeaderFieldLimitError: Error, Hashable {
    public init() {}
}

extension HeaderFieldLimitError: LocalizedError {
    public var errorDescription: String? {
        "The message has more than \(HTTPFields.maximumCount) header fields."
    }

    public var recoverySuggestion: String? { "Send fewer header fields." }
}

extension HTTPFields {
    /// The maximum number of header fields in a message from a server or a file.
    ///
    /// `HTTPFields` traps at 65,535. The limit is lower, to leave room for the fields that Talyn adds.
    public static let maximumCount = 10_000

    /// Appends a field.
    ///
    /// - Throws: ``HeaderFieldLimitError`` if there are ``maximumCount`` already.
    public mutating func add(_ field: HTTPField) throws(HeaderFieldLimitError) {
        guard count < Self.maximumCount else { throw HeaderFieldLimitError() }
        append(field)
    }
}

extension HTTPFields {
    /// The fields, with those of others in place of those with the same name.
    public func replacing(with others: HTTPFields) -> HTTPFields {
        if others.isEmpty { return self }
        if isEmpty { return others }
        var result = self
        for name in Set(others.map(\.name)) { result[values: name] = others[values: name] }
        return result
    }

    /// The fields that transports add themselves. Every origin may see them.
    public var addedByTransports: HTTPFields { HTTPFields(lazy.filter { $0.name.isAddedByTransports }) }
}

extension HTTPField.Name {
    /// Whether transports add the field themselves.
    public var isAddedByTransports: Bool {
        switch self {
        case .accept, .acceptEncoding, .acceptLanguage, .userAgent: true
        default: false
        }
    }
}

extension HTTPField.Name {
    /// See draft-ietf-httpapi-idempotency-key-header.
    public static let idempotencyKey = HTTPField.Name("Idempotency-Key")!

    /// See RFC 9211.
    public static let cacheStatus = HTTPField.Name("Cache-Status")!
}

extension HTTPRequest {
    /// The names of the header fields and query parameters that an earlier form of the request hasn't, or has with other values.
    ///
    /// `Authorization` isn't among them: it is a credential in any case.
    public func namesChanged(since original: HTTPRequest) -> Set<String> {
        var names: Set<String> = []
        for field in headerFields where field.name != .authorization && !original.headerFields.contains(field) {
            names.insert(field.name.rawName)
        }
        if path != original.path {
            let known = Set((original.path ?? "").queryParameters.map(\.text))
            for parameter in (path ?? "").queryParameters where !known.contains(parameter.text) {
                names.insert(parameter.name)
            }
        }
        return names
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A problem document, by which a server explains a failure in JSON (RFC 9457).
///
/// ``TalynError/problemDetails`` gives it for each response with the media type `application/problem+json`:
///
/// ```swift
/// do {
///     _ = try await accounts.request(.create(name: "ada"))
/// } catch {
///     guard let problem = error.problemDetails else { throw error }
///     print(problem.title ?? problem.type, problem.decode(Int.self, for: "balance") ?? 0)
/// }
/// ```
///
/// It can be the ``TargetType/failureBodyType(forStatus:)`` of a target, too, for a server that sends problems as `application/json`.
///
/// Reading is lenient (RFC 9457, section 3.1): a member of another type than the one of the RFC is ignored. All members besides the
/// five of the RFC are extension members. Of members with the same name, the first counts. The document must be a JSON object. The
/// XML format `application/problem+xml` isn't supported.
public struct ProblemDetails: Sendable, Hashable {
    /// The URI reference that identifies the type of the problem; `about:blank` for a problem whose status says all.
    ///
    /// It may be relative, to the URL of the response. Compare it as text, and don't fetch it.
    public var type: String

    /// A short summary of the type of the problem, for people.
    public var title: String?

    /// The status that the server generated. It is advisory: the status of the response counts.
    public var status: Int?

    /// An explanation of this occurrence of the problem, for people.
    public var detail: String?

    /// The URI reference that identifies this occurrence of the problem. It may be relative.
    public var instance: String?

    private var extensionMembers: [String: JSONMember] = [:]

    /// The names of the extension members, as in the JSON.
    public var extensionNames: Set<String> { Set(extensionMembers.keys) }

    /// Creates a problem without extension members, for stubs and servers.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
    }

    /// An extension member, decoded to a type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - name: The name of the member, as in the JSON.
    ///   - decoder: The decoder. By default one with the formats of ``CodingOptions``.
    /// - Returns: Nil if the member is missing, or is something else.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        for name: String,
        using decoder: JSONDecoder? = nil
    ) -> Value? {
        guard let member = extensionMembers[name], let data = try? JSONEncoder().encode(member) else { return nil }
        return try? (decoder ?? CodingOptions().sharedDecoder).decode(type, from: data)
    }
}

extension ProblemDetails: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static let type = Key(stringValue: "type")
        static let title = Key(stringValue: "title")
        static let status = Key(stringValue: "status")
        static let detail = Key(stringValue: "detail")
        static let instance = Key(stringValue: "instance")
        static let standard: Set<String> = ["type", "title", "status", "detail", "instance"]
    }

    /// Reads a problem document. A key strategy of the decoder changes the names of extension members.
    ///
    /// - Throws: `DecodingError` if the value isn't an object.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        self.init(
            type: (try? members.decode(String.self, forKey: .type)) ?? "about:blank",
            title: try? members.decode(String.self, forKey: .title),
            status: try? members.decode(Int.self, forKey: .status),
            detail: try? members.decode(String.self, forKey: .detail),
            instance: try? members.decode(String.self, forKey: .instance)
        )
        for key in members.allKeys where !Key.standard.contains(key.stringValue) {
            extensionMembers[key.stringValue] = try? members.decode(JSONMember.self, forKey: key)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(type, forKey: .type)
        try members.encodeIfPresent(title, forKey: .title)
        try members.encodeIfPresent(status, forKey: .status)
        try members.encodeIfPresent(detail, forKey: .detail)
        try members.encodeIfPresent(instance, forKey: .instance)
        for (name, member) in extensionMembers { try members.encode(member, forKey: Key(stringValue: name)) }
    }
}

extension ProblemDetails: CustomStringConvertible {
    /// The status, the type, the title and the detail, with secrets masked as in a log. It shows no extension members.
    public var description: String {
        let head = "Problem" + (status.map { " with status \($0)" } ?? "") + ":"
        return ([head] + Self.sentences(type, title, detail)).joined(separator: " ")
    }

    /// The title and the detail, as sentences. Secrets are masked.
    var sentences: [String] { Self.sentences(title, detail) }

    private static func sentences(_ texts: String?...) -> [String] {
        texts.compactMap { $0.flatMap { ErrorText.sentence(ofServer: $0) } }
    }
}

extension Response {
    /// The problem document of the body; nil for another media type, and for a body that isn't one.
    var problemDetails: ProblemDetails? {
        guard let type = headerFields[.contentType], MediaType(type).essence == "application/problem+json",
            data.count <= ProblemDetails.maximumSize
        else { return nil }
        // The names of members are those of the RFC, whatever the target's format of keys.
        return try? JSONDecoder().decode(ProblemDetails.self, from: data)
    }
}

extension ProblemDetails {
    /// The maximum size of a document, in bytes.
    package static let maximumSize = 256 << 10
}

/// The value of an extension member.
private enum JSONMember: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Decimal)
    case double(Double)
    case string(String)
    case array([JSONMember])
    case object([String: JSONMember])

    /// The depth of a value at which it is ignored. A server could use up the stack with a deeper one.
    static let maximumDepth = 64
}

extension JSONMember: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        self = try Self.scalar(of: decoder.singleValueContainer()) ?? Self.collection(of: decoder)
    }

    /// An attempt to decode another type costs an error. So the short values come first.
    private static func scalar(of value: any SingleValueDecodingContainer) throws -> JSONMember? {
        if value.decodeNil() { return .null }
        if let integer = try? value.decode(Int64.self) { return .integer(integer) }
        if let text = try? value.decode(String.self) { return .string(text) }
        if let bool = try? value.decode(Bool.self) { return .bool(bool) }
        if let number = try? value.decode(Decimal.self) { return .number(number) }
        return (try? value.decode(Double.self)).map { .double($0) }
    }

    private static func collection(of decoder: any Decoder) throws -> JSONMember {
        guard decoder.codingPath.count < maximumDepth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "The value is nested too deeply.")
            )
        }
        if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONMember] = []
            while !elements.isAtEnd { array.append(try elements.decode(JSONMember.self)) }
            return .array(array)
        }
        let members = try decoder.container(keyedBy: Key.self)
        return .object(
            try members.allKeys.reduce(into: [:]) {
                $0[$1.stringValue] = try members.decode(JSONMember.self, forKey: $1)
            }
        )
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let array):
            var elements = encoder.unkeyedContainer()
            for element in array { try elements.encode(element) }
        case .object(let object):
            var members = encoder.container(keyedBy: Key.self)
            for (name, member) in object { try members.encode(member, forKey: Key(stringValue: name)) }
        case .null: try Self.encode(String?.none, to: encoder)
        case .bool(let bool): try Self.encode(bool, to: encoder)
        case .integer(let integer): try Self.encode(integer, to: encoder)
        case .number(let number): try Self.encode(number, to: encoder)
        case .double(let double): try Self.encode(double, to: encoder)
        case .string(let text): try Self.encode(text, to: encoder)
        }
    }

    private static func encode(_ scalar: some Encodable, to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(scalar)
    }
}

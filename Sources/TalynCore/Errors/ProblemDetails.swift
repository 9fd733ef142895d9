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

    private var extensionMembers: [String: JSONTree] = [:]

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
    /// Reads a problem document. A key strategy of the decoder changes the names of extension members.
    ///
    /// - Throws: `DecodingError` if the value isn't an object.
    public init(from decoder: any Decoder) throws {
        self.init(members: try JSONTree.members(from: decoder))
    }

    private init(members: [String: JSONTree]) {
        var members = members
        var status: Int?
        if case .integer(let number)? = members.removeValue(forKey: "status") { status = Int(exactly: number) }
        self.init(
            type: members.removeValue(forKey: "type")?.string ?? "about:blank",
            title: members.removeValue(forKey: "title")?.string,
            status: status,
            detail: members.removeValue(forKey: "detail")?.string,
            instance: members.removeValue(forKey: "instance")?.string
        )
        extensionMembers = members
    }

    public func encode(to encoder: any Encoder) throws {
        var members = extensionMembers
        members["type"] = .string(type)
        members["title"] = title.map { .string($0) }
        members["status"] = status.map { .integer(Int64($0)) }
        members["detail"] = detail.map { .string($0) }
        members["instance"] = instance.map { .string($0) }
        try JSONTree.encode(members, to: encoder)
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

extension ProblemDetails {
    /// The maximum size of a document, in bytes.
    package static let maximumSize = 1 << 20

    /// Reads a document; nil for another text.
    init?(document: Data) {
        guard document.count <= Self.maximumSize, let members = JSONTree.members(in: document) else { return nil }
        self.init(members: members)
    }
}

extension Response {
    /// The problem document of the body; nil for another media type, and for a body that isn't one.
    var problemDetails: ProblemDetails? {
        guard let type = headerFields[.contentType], MediaType(type).essence == "application/problem+json" else {
            return nil
        }
        return ProblemDetails(document: data)
    }
}

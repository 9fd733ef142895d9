public import _TalynFoundation
import _TalynSupport

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
/// For a server that sends problems as `application/json`, make it the ``TargetType/failureBodyType(forStatus:)`` of the target, or
/// create it of the body with ``init(_:)``.
///
/// Reading is lenient (RFC 9457, section 3.1): a member of another type than the one of the RFC is ignored. All members besides the
/// five of the RFC are extension members. Of members with the same name, the first counts. The document must be a JSON object. The
/// XML format `application/problem+xml` isn't supported.
public struct ProblemDetails: Sendable, Hashable {
    /// The URI reference that identifies the type of the problem; `about:blank` for a problem whose status says all.
    ///
    /// It may be relative, to the URL of the response. Compare it as text, and don't fetch it.
    public let type: String

    /// A short summary of the type of the problem, for people.
    public let title: String?

    /// The status that the server generated. It is advisory: the status of the response counts.
    public let status: Int?

    /// An explanation of this occurrence of the problem, for people.
    public let detail: String?

    /// The URI reference that identifies this occurrence of the problem. It may be relative.
    public let instance: String?

    /// The names of the extension members, as in the JSON.
    public let extensionNames: Set<String>

    private let document: Data

    /// The maximum size of a document, in bytes.
    static let maximumSize = 1 << 20

    /// Reads a document. Nil if it isn't a JSON object, or has more than 1 MiB.
    public init?(_ document: Data) {
        guard document.count <= Self.maximumSize,
            let members = try? JSONDecoder().decode(Members.self, from: document)
        else { return nil }
        self.init(members, document)
    }

    private init(_ members: Members, _ document: Data) {
        type = members.type ?? "about:blank"
        title = members.title
        status = members.status
        detail = members.detail
        instance = members.instance
        extensionNames = members.extensionNames
        self.document = document
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
        guard extensionNames.contains(name) else { return nil }
        return try? (decoder ?? CodingOptions().sharedDecoder).decode(type, at: JSONKeyPath(member: name), in: document)
    }
}

/// The members of a document, without the values of extension members.
private struct Members: Decodable {
    let type: String?
    let title: String?
    let status: Int?
    let detail: String?
    let instance: String?
    let extensionNames: Set<String>

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyCodingKey.self)
        func member<Value: Decodable>(_ name: String) -> Value? {
            try? members.decode(Value.self, forKey: AnyCodingKey(name))
        }
        type = member("type")
        title = member("title")
        status = member("status")
        detail = member("detail")
        instance = member("instance")
        let names = Set(members.allKeys.map(\.stringValue))
        extensionNames = names.subtracting(["type", "title", "status", "detail", "instance"])
    }
}

extension ProblemDetails: Decodable {
    /// Reads the members of the RFC. A decoder doesn't show the document, so ``decode(_:for:using:)`` finds no extension members.
    ///
    /// - Throws: `DecodingError` if the value isn't an object.
    public init(from decoder: any Decoder) throws {
        self.init(try Members(from: decoder), Data())
    }
}

extension ProblemDetails: CustomStringConvertible {
    /// The status, the type, the title and the detail, with secrets masked as in a log. It shows no extension members.
    public var description: String {
        let head = "Problem" + (status.map { " with status \($0)" } ?? "") + ":"
        return ([head] + Self.sentences(type, title, detail, by: .default)).joined(separator: " ")
    }

    /// The title and the detail, as sentences. Secrets are masked.
    func sentences(by redaction: Redaction) -> [String] { Self.sentences(title, detail, by: redaction) }

    private static func sentences(_ texts: String?..., by redaction: Redaction) -> [String] {
        texts.compactMap { $0.flatMap { ErrorText.sentence(ofServer: $0, redaction) } }
    }
}

extension Response {
    /// The problem document of the body; nil for another media type or another body.
    var problemDetails: ProblemDetails? {
        guard let type = headerFields[.contentType], MediaType(type).essence == "application/problem+json" else {
            return nil
        }
        return ProblemDetails(data)
    }
}

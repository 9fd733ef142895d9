/// The choices that a document doesn't make: names, pages, and what to leave out.
public struct Configuration {
    enum Conformance: String, Sendable {
        case none, equatable, hashable
    }

    /// The name of the client; that of the output folder by default.
    var name: String?
    var conformance = Conformance.equatable
    /// Names of types, by the names of schemas.
    var types: [String: String] = [:]
    var properties: [String: String] = [:]
    var cases: [String: String] = [:]
    /// Names of functions, by operation IDs, or by `GET /path`.
    var operations: [String: String] = [:]
    var tags: [String: String] = [:]
    /// The operations to generate, and those to leave out: `tag:…`, `path:…`, `operation:…`.
    public var only: [String] = []
    var except: [String] = []
    /// The pages of operations, by operation IDs, or by `GET /path`.
    var pages: [String: PageChoice] = [:]
    /// The ends of the events of operations, by operation IDs, or by `POST /path`.
    var ends: [String: EndChoice] = [:]

    /// The file and the line of each name, by the kind and the name in the document: `types Book`.
    var places: [String: (file: String, line: Int)] = [:]

    /// The names that an earlier generation gave. The choices above come first.
    public var keptNames = KeptNames()

    /// Creates a configuration without choices.
    public init() {}
}

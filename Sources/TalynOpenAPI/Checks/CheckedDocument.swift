import TalynCore
import TalynStubs
public import _TalynFoundation
import _TalynSupport

/// A document by which requests are checked and answered, and recorded traffic is checked.
///
/// It isn't sendable, since its parts are read when they are needed.
public final class CheckedDocument {
    /// An operation of the document.
    public struct Operation: Sendable, Hashable, CustomStringConvertible {
        /// The method, and the path template without the base path of a server.
        public let description: String

        init(_ operation: OperationModel) { description = operation.methodAndPath }
    }

    let reader: DocumentReader
    let document: APIDocument
    let routes: Routes
    let checker: SchemaChecker

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mask: The text in place of secrets in the traffic, which fits each schema.
    /// - Throws: ``GenerationError`` for a document that can't be read.
    public convenience init(contentsOf path: String, mask: String? = nil) throws(GenerationError) {
        let files = DocumentFiles(Diagnostics())
        try self.init(files.read(document: path), files, mask)
    }

    convenience init(text: String, path: String = "/openapi.yaml", mask: String? = nil) throws(GenerationError) {
        let files = DocumentFiles(Diagnostics())
        try self.init(files.read(text: text, path: path), files, mask)
    }

    private init(_ file: SourceFile, _ files: DocumentFiles, _ mask: String?) throws(GenerationError) {
        guard let root = file.root else { throw GenerationError(file.name, "The file is empty.") }
        let reader = DocumentReader(root, files)
        self.reader = reader
        document = try DeepStack.run { () throws(GenerationError) in try reader.document() }
        routes = Routes(document)
        checker = SchemaChecker(mask: mask)
    }

    deinit {
        // Files, values and schemas refer to each other.
        reader.schemas.removeAll()
    }

    /// Whether a file is an OpenAPI document, by its content.
    public static func isDocument(_ data: Data) -> Bool {
        guard data.isJSONContainer else {
            // YAML: the word stands at the start of a line.
            return data.split(separator: 0x0A).contains { line in
                let key = line.prefix { $0 != UInt8(ascii: ":") }.filter { $0 != 0x22 && $0 != 0x27 }
                return key.elementsEqual("openapi".utf8) || key.elementsEqual("swagger".utf8)
            }
        }
        var isDocument = false
        _ = try? JSONOutline.read(data) { outline in
            try outline.members { name, outline in
                if name == "openapi" || name == "swagger" { isDocument = true }
                _ = try outline.value()
            }
        }
        return isDocument
    }

    /// The operations, in the order of the document.
    public var operations: [Operation] { document.operations.map { Operation($0) } }

    /// The parts of the document that couldn't be read.
    var diagnostics: [Diagnostic] { reader.diagnostics.all }

    /// The origins of the servers, such as `https://api.example.com:443`. Relative URLs are left out.
    public var origins: Set<String> {
        let urls = servers.flatMap(\.urls)
        return Set(urls.compactMap { URL(string: $0).flatMap { Origin($0) }?.description })
    }

    private var servers: [Server] { document.servers + document.operations.flatMap(\.servers) }
}

extension CheckedDocument {
    /// The result of a check of an exchange. It has no values of the traffic, since they can be secret.
    public enum Finding: Sendable {
        /// The operation, and the places where it and the traffic disagree.
        case operation(Operation, request: [Disagreement], response: [Disagreement])
        /// The document has the path with other methods alone. The path is that of the document.
        case unknownMethod(path: String, allowed: [String])
        /// The document doesn't have the path. Segments that it has nowhere are masked.
        case unknownPath(String)
    }

    /// Checks a recorded exchange. Credentials aren't checked, since files of traffic often lack them.
    ///
    /// - Parameter response: The response; nil without one.
    public func check(_ request: CheckedRequest, _ response: CheckedResponse?) -> Finding {
        switch match(request) {
        case .none: return .unknownPath(masked(request.path))
        case .otherMethods(let route, let methods):
            return .unknownMethod(path: route.operation.path, allowed: methods)
        case .operation(let route, let parameters):
            return .operation(
                Operation(route.operation),
                request: parameterFaults(of: request, route.operation, parameters)
                    + bodyFaults(of: request, route.operation),
                response: response.map { faults(of: $0, to: request.method, route.operation) } ?? []
            )
        }
    }

    /// A path without the segments that the document has nowhere.
    private func masked(_ path: String) -> String {
        let paths =
            document.operations.map { String(PathParts.withoutQuery($0.path)) }
            + servers.flatMap { Route.basePaths(of: $0) }
        let words = paths.flatMap { $0.split(separator: "/") }.filter { !$0.contains("{") }
        let known = Set(words.map { $0.percentDecoded ?? String($0) })
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.isEmpty || known.contains(segment.percentDecoded ?? String(segment)) ? segment : "…"
        }
        return segments.joined(separator: "/")
    }

    func match(_ request: CheckedRequest) -> Routes.Match {
        let query = request.pairs.map { ($0.name, $0.encoded.percentDecoded ?? $0.encoded) }
        return routes.match(request.method, request.path, query: query)
    }
}

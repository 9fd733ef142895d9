import _TalynSupport

/// The place of an API, as a document describes it.
///
/// A relative URL is one below the host that has the document (OpenAPI 3.1, section 4.8.5). A generator can't know that host. So the
/// caller gives it, and the path of the server is part of the operations' paths.
enum APIPlace {
    /// The first server with a host.
    case absolute(String)
    /// The path of the first server, without a slash at its end. No server of the document has a host.
    case path(String)
    /// The document names no server, or the root of a host.
    case unknown

    init(_ servers: [Server]) {
        if let url = servers.lazy.compactMap({ ServerWriter.absoluteURL(of: $0) }).first {
            self = .absolute(url)
        } else if let path = servers.lazy.compactMap({ ServerWriter.path(of: $0) }).first, !path.isEmpty {
            self = .path(path)
        } else {
            self = .unknown
        }
    }

    /// Whether the caller has to give the place.
    var isRequired: Bool { if case .absolute = self { false } else { true } }
}

enum ServerWriter {
    /// The URL of a server with the defaults of its variables; nil for a relative one.
    static func absoluteURL(of server: Server) -> String? {
        let url = withScheme(text(of: server))
        guard url.contains("://"), !url.contains("{"), !url.contains(" ") else { return nil }
        return withoutSlash(url)
    }

    /// The path of a server with a relative URL, with the defaults of its variables; nil for another one.
    static func path(of server: Server) -> String? {
        let url = text(of: server)
        guard absoluteURL(of: server) == nil, !url.contains("://"), !url.contains("{"), !url.contains(" ") else {
            return nil
        }
        let path = "/" + url.prefix { $0 != "?" && $0 != "#" }
        let bytes = URLPath.removingDotSegments(path.utf8, keepsEmptySegments: false)
        return withoutSlash(String(decoding: bytes, as: UTF8.self))
    }

    private static func text(of server: Server) -> String {
        let values = Dictionary(server.variables.map { ($0.name, $0.defaultValue) }) { first, _ in first }
        return Server.url(server.url) { values[$0] }
    }

    /// A URL without a scheme has that of the document, which is rarely another one.
    private static func withScheme(_ url: String) -> String { url.hasPrefix("//") ? "https:" + url : url }

    private static func withoutSlash(_ url: String) -> String {
        var url = url
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    /// The path before that of an operation, for a server without a host.
    static func basePath(of operation: OperationModel, in place: APIPlace) -> String {
        guard place.isRequired else { return "" }
        if let path = operation.servers.lazy.compactMap({ path(of: $0) }).first { return path }
        if case .path(let path) = place { return path }
        return ""
    }

    static func expression(_ operation: OperationModel, in place: APIPlace, _ clientName: String) -> String {
        guard case .absolute(let url) = place, let server = operation.servers.first else {
            return "\(clientName).server"
        }
        let own =
            absoluteURL(of: server)
            // A path on the host of the document's server.
            ?? path(of: server).map { path in
                url.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/") + path
            }
        return own.map { "\(clientName).url(\($0.swiftLiteral))" } ?? "\(clientName).server"
    }

    static func write(_ document: APIDocument, _ clientName: String, to writer: inout SourceWriter) {
        switch APIPlace(document.servers) {
        case .absolute(let url):
            writer.comment(["The first server of the document."])
            writer.line("public static let server = url(\(url.swiftLiteral))")
        case .path, .unknown:
            // Each client has a host, which replaces this URL.
            writer.line("static let server = url(\"/\")")
        }
        writer.line()
        writer.block("static func url(_ text: String) -> URL") { writer in
            writer.line("URL(string: text) ?? URL(filePath: \"/\")")
        }
        writer.line()
        writeList(document.servers, clientName, to: &writer)
    }

    private static func writeList(_ all: [Server], _ clientName: String, to writer: inout SourceWriter) {
        let servers = all.filter { absoluteURL(of: $0) != nil }
        let others = servers.filter { !$0.variables.isEmpty } + servers.filter(\.variables.isEmpty).dropFirst()
        guard !others.isEmpty else { return }
        var names = NameScope()
        writer.comment(["The servers of the document."])
        writer.block("public enum Server") { writer in
            for server in servers {
                let title = (server.name ?? server.description ?? server.url).prefix { $0 != "." && !$0.isNewline }
                let name = SwiftName.escaped(names.unique(SwiftName.member(String(title.prefix(40)))))
                writer.comment(Documentation.lines(server.description ?? server.url))
                if server.variables.isEmpty {
                    let url = absoluteURL(of: server) ?? ""
                    writer.line("public static let \(name) = \(clientName).url(\(url.swiftLiteral))")
                    continue
                }
                let variableNames = uniqueNames(server.variables.map(\.name)) { SwiftName.member($0) }
                let variables = zip(server.variables, variableNames)
                let described = variables.filter { variable, _ in
                    !variable.values.isEmpty || !Documentation.lines(variable.description).isEmpty
                }
                if !described.isEmpty { writer.comment(["", "- Parameters:"]) }
                for (variable, name) in described {
                    let values = variable.values.map { "`\($0)`" }.joined(separator: ", ")
                    let parts = [variable.description, values.isEmpty ? nil : "One of \(values)."].compactMap { $0 }
                    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
                    writer.comment(Documentation.item(name, Documentation.lines(text), indentation: "  "))
                }
                let parameters = variables.map { "\(SwiftName.escaped($1)): String = \($0.defaultValue.swiftLiteral)" }
                writer.block("public static func \(name)(\(parameters.joined(separator: ", "))) -> URL") { writer in
                    let names = Dictionary(variables.map { ($0.name, $1) }) { first, _ in first }
                    let text = Server.url(withoutSlash(withScheme(server.url)).swiftLiteral) { variable in
                        names[variable].map { "\\(\(SwiftName.escaped($0)))" }
                    }
                    writer.line("\(clientName).url(\(text))")
                }
            }
        }
        writer.line()
    }
}

/// Writes the servers of a document.
enum ServerWriter {
    /// The URL of a server with the defaults of its variables; nil for a relative one.
    static func absoluteURL(of server: Server) -> String? {
        let values = Dictionary(server.variables.map { ($0.name, $0.defaultValue) }) { first, _ in first }
        var url = Server.url(server.url) { values[$0] }
        guard url.contains("://"), !url.contains("{"), !url.contains(" ") else { return nil }
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    static func write(_ servers: [Server], _ clientName: String, to writer: inout SourceWriter) {
        let first = servers.lazy.compactMap { absoluteURL(of: $0) }.first
        writer.comment(
            first == nil
                ? ["The document names no server. Give the client one."] : ["The first server of the document."]
        )
        writer.line("public static let server = url(\((first ?? "http://localhost").swiftLiteral))")
        writer.line()
        writer.block("static func url(_ text: String) -> URL") { writer in
            writer.line("URL(string: text) ?? URL(filePath: \"/\")")
        }
        writer.line()
        var names = NameScope()
        let others = servers.filter { !$0.variables.isEmpty } + servers.filter(\.variables.isEmpty).dropFirst()
        guard !others.isEmpty else { return }
        writer.comment(["The servers of the document."])
        writer.block("public enum Server") { writer in
            for server in servers {
                guard absoluteURL(of: server) != nil || !server.variables.isEmpty else { continue }
                let words = Words(
                    String((server.description ?? server.url).prefix { $0 != "." && !$0.isNewline }.prefix(40))
                )
                let name = names.unique(SwiftName.escaped(SwiftName.member(words)))
                writer.comment(Documentation.lines(server.description ?? server.url))
                if server.variables.isEmpty {
                    let url = absoluteURL(of: server) ?? ""
                    writer.line("public static let \(name) = \(clientName).url(\(url.swiftLiteral))")
                    continue
                }
                let variables = zip(
                    server.variables,
                    uniqueNames(server.variables.map(\.name), make: { SwiftName.member($0) })
                )
                let parameters = variables.map { "\(SwiftName.escaped($1)): String = \($0.defaultValue.swiftLiteral)" }
                writer.block("public static func \(name)(\(parameters.joined(separator: ", "))) -> URL") { writer in
                    let names = Dictionary(variables.map { ($0.name, $1) }) { first, _ in first }
                    let text = Server.url(server.url.swiftLiteral) { variable in
                        names[variable].map { "\\(\(SwiftName.escaped($0)))" }
                    }
                    writer.line("\(clientName).url(\(text))")
                }
            }
        }
        writer.line()
    }
}

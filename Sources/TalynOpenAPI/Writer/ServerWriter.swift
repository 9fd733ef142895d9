/// Writes the servers of a document.
enum ServerWriter {
    /// The URL of a server with the defaults of its variables; nil for a relative one.
    static func absoluteURL(of server: Server) -> String? {
        var url = server.url
        for variable in server.variables { url = url.replacing("{\(variable.name)}", with: variable.defaultValue) }
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
                let name = SwiftName.escaped(names.unique(SwiftName.member(words)))
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
                let described = variables.filter {
                    !$0.0.values.isEmpty || !Documentation.lines($0.0.description).isEmpty
                }
                if !described.isEmpty { writer.comment(["", "- Parameters:"]) }
                for (variable, name) in described {
                    let values = variable.values.map { "`\($0)`" }.joined(separator: ", ")
                    let parts = [variable.description, values.isEmpty ? nil : "One of \(values)."].compactMap { $0 }
                    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
                    writer.comment(Documentation.item(name, text, indentation: "  "))
                }
                let parameters = variables.map { "\(SwiftName.escaped($1)): String = \($0.defaultValue.swiftLiteral)" }
                writer.block("public static func \(name)(\(parameters.joined(separator: ", "))) -> URL") { writer in
                    var text = server.url.swiftLiteral
                    for (variable, name) in variables {
                        text = text.replacing("{\(variable.name)}", with: "\\(\(SwiftName.escaped(name)))")
                    }
                    writer.line("\(clientName).url(\(text))")
                }
            }
        }
        writer.line()
    }
}

extension Server {
    /// The URL with texts in place of its variables, in one pass. Nil keeps the name of a variable in braces.
    static func url(_ url: String, _ text: (String) -> String?) -> String {
        var result = ""
        var rest = url[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            // `{a{b}` has the variable `b`.
            let start = rest[open..<close].lastIndex(of: "{") ?? open
            let name = String(rest[rest.index(after: start)..<close])
            result += rest[..<start] + (text(name) ?? "{\(name)}")
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// The URLs with the values of the variables: of the first twenty variables twenty values, and of the others the default.
    var urls: [String] {
        let others = Dictionary(variables.dropFirst(20).map { ($0.name, $0.defaultValue) }) { first, _ in first }
        var urls = [Self.url(url) { others[$0] }]
        for variable in variables.prefix(20) {
            let values = ([variable.defaultValue] + variable.values).prefix(21)
            urls = urls.flatMap { url in
                values.map { value in Self.url(url) { $0 == variable.name ? value : nil } }
            }
            urls = Array(Set(urls).sorted().prefix(100))
        }
        return urls
    }
}

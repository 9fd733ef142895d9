extension HTTPFields {
    /// The fields of Foundation's response; one whose name is no token is left out.
    package init(_ response: HTTPURLResponse) {
        self.init()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
                continue
            }
            append(HTTPField(name: name, value: value))
        }
    }

    /// One value for each name: repeated fields are joined with commas (RFC 9110, section 5.3).
    var combined: [String: String] {
        var combined: [HTTPField.Name: String] = [:]
        for field in self {
            if let value = combined[field.name] {
                combined[field.name] = "\(value), \(field.value)"
            } else {
                combined[field.name] = field.value
            }
        }
        return Dictionary(combined.map { ($0.key.rawName, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

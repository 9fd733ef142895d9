import _TalynFoundation

/// An authentication challenge of a server (RFC 9110, section 11.3).
public struct Challenge: Hashable, Sendable {
    /// The scheme in lower case.
    public let scheme: String
    /// The parameters by their names in lower case.
    public var parameters: [String: String] = [:]

    /// Parses the value of a `WWW-Authenticate` field up to its first mistake.
    ///
    /// Commas separate both challenges and parameters. The text after a name tells them apart.
    public static func challenges(in value: String) -> [Challenge] {
        var scanner = FieldValueScanner(value)
        var challenges: [Challenge] = []
        while true {
            scanner.skipListSeparators()
            guard let name = scanner.token() else { return challenges }
            let afterName = scanner.position
            scanner.skipSpace()
            if let last = challenges.indices.last, scanner.take("=") {
                scanner.skipSpace()
                guard let value = scanner.isAt("\"") ? scanner.quotedString(requiresEnd: true) : scanner.token() else {
                    return challenges
                }
                // A repeated parameter is a mistake. The first one counts.
                if challenges[last].parameters[name.lowercased()] == nil {
                    challenges[last].parameters[name.lowercased()] = value
                }
            } else {
                guard scanner.isAtEnd || scanner.position > afterName || scanner.isAt(",") else { return challenges }
                challenges.append(Challenge(scheme: name.lowercased()))
                scanner.skipToken68()
            }
            scanner.skipSpace()
            guard scanner.isAtEnd || scanner.isAt(",") || challenges.last?.parameters.isEmpty == true else {
                return challenges
            }
        }
    }
}

extension FieldValueScanner {
    /// Skips the `token68` that some schemes have in place of parameters (RFC 9110, section 11.2).
    fileprivate mutating func skipToken68() {
        let start = position
        skip { ASCIISet.token.contains($0) || $0 == UInt8(ascii: "/") }
        skip { $0 == UInt8(ascii: "=") }
        skipSpace()
        if !isAtEnd, !isAt(",") { rewind(to: start) }
    }
}

extension String {
    /// The value of an `Authorization` field in the Basic scheme (RFC 7617).
    public init(basicUser user: String, password: String) {
        self = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }
}

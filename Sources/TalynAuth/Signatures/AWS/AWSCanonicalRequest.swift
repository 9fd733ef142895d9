#if canImport(CryptoKit) || Crypto
import HTTPTypes
import _TalynSupport

/// The parts of a request in the form that is signed.
struct AWSCanonicalRequest {
    /// The rules for a path.
    struct PathRule: Sendable {
        /// Whether dot segments and repeated slashes are removed.
        var isNormalized: Bool
        /// Whether the path as it is sent is percent-encoded once more.
        var isEncodedTwice: Bool

        /// S3 takes the path as it is. Its objects can have names with dots and slashes.
        init(service: String) {
            let isS3 = service == "s3" || service.hasPrefix("s3-") || service == "s3express"
            isNormalized = !isS3
            isEncodedTwice = !isS3
        }
    }

    /// The text to hash.
    private(set) var bytes: [UInt8] = []

    /// The names of the signed header fields, with semicolons between them.
    private(set) var signedFields: [UInt8] = []

    /// - Parameters:
    ///   - target: The path and the query, as they are sent.
    ///   - host: The value of the `Host` field, as it is sent.
    ///   - payloadHash: The hash of the body in hexadecimal digits, or a name that stands for it.
    init(
        method: HTTPRequest.Method,
        target: String,
        rule: PathRule,
        host: String,
        fields: HTTPFields,
        payloadHash: some Sequence<UInt8>
    ) {
        bytes.reserveCapacity(1_024)
        bytes.append(contentsOf: method.rawValue.utf8)
        bytes.append(Self.newline)
        let target = target.utf8
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        appendPath(path, rule)
        bytes.append(Self.newline)
        Self.appendQuery(target[path.endIndex...].dropFirst(), to: &bytes)
        bytes.append(Self.newline)
        appendFields(fields, host)
        bytes.append(Self.newline)
        bytes.append(contentsOf: signedFields)
        bytes.append(Self.newline)
        bytes.append(contentsOf: payloadHash)
    }

    private static let newline = UInt8(ascii: "\n")

    // MARK: - Path

    /// The path and the query as they have to be sent.
    ///
    /// S3 gets its path, and each service its query, with the escapes that the signature has. Some servers take them as they are, and
    /// others encode them anew, and so both get the same. Where servers disagree, the form that all of them read alike is sent: a `+` in a
    /// query becomes `%20`, a second `=` becomes `%3D`, an empty parameter is left out, and a dot segment at the end of a path gets the
    /// slash that it stands for (RFC 3986, section 5.2.4).
    static func sent(_ target: String, _ rule: PathRule) -> String {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        let query = target.utf8[path.endIndex...]
        let dots = rule.isNormalized ? finalDots(of: path) : 0
        let isPathKept =
            !path.isEmpty && dots == 0 && (rule.isEncodedTwice || allowedInPath.containsAll(path))
        let isQueryKept = isSentAsItIsSigned(query)
        if isPathKept, isQueryKept { return target }
        var bytes: [UInt8] = []
        if path.isEmpty {
            bytes = [UInt8(ascii: "/")]
        } else if rule.isEncodedTwice {
            bytes = Array(path)
            if dots == 1 { bytes.removeLast() }
            if dots > 0, bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        } else {
            PercentEncoding.append(PercentEncoding.decodedLeniently(path), allowed: allowedInPath, to: &bytes)
        }
        if isQueryKept {
            bytes.append(contentsOf: query)
        } else {
            var separator = UInt8(ascii: "?")
            for parameter in query.dropFirst().split(separator: UInt8(ascii: "&")) {
                bytes.append(separator)
                separator = UInt8(ascii: "&")
                let name = parameter.prefix { $0 != UInt8(ascii: "=") }
                let value = parameter[name.endIndex...]
                bytes.append(contentsOf: encoded(name))
                guard !value.isEmpty else { continue }
                bytes.append(UInt8(ascii: "="))
                bytes.append(contentsOf: encoded(value.dropFirst()))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a query has no empty parameter, and besides its delimiters only characters that a signature doesn't escape.
    ///
    /// - Parameter query: The query with its question mark.
    private static func isSentAsItIsSigned(_ query: Substring.UTF8View) -> Bool {
        let text = query.dropFirst()
        // A question mark without a query is kept.
        return text.isEmpty
            || text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).allSatisfy { parameter in
                let value = parameter.drop { ASCIISet.unreserved.contains($0) }
                return !parameter.isEmpty
                    && (value.isEmpty
                        || value.first == UInt8(ascii: "=") && ASCIISet.unreserved.containsAll(value.dropFirst()))
            }
    }

    /// The number of dots in the last segment of a path, if this is a dot segment, and else zero.
    private static func finalDots(of path: Substring.UTF8View) -> Int {
        // Most paths end with another character.
        guard path.last == UInt8(ascii: ".") else { return 0 }
        let last = path[(path.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex)...]
        return last.count <= 2 && last.allSatisfy { $0 == UInt8(ascii: ".") } ? last.count : 0
    }

    private mutating func appendPath(_ path: Substring.UTF8View, _ rule: PathRule) {
        guard !path.isEmpty else { return bytes.append(UInt8(ascii: "/")) }
        if rule.isEncodedTwice {
            let path =
                rule.isNormalized && Self.needsNormalization(path)
                ? URLPath.removingDotSegments(path, keepsEmptySegments: false) : Array(path)
            PercentEncoding.append(path, allowed: Self.allowedInPath, to: &bytes)
        } else {
            let decoded = PercentEncoding.decodedLeniently(path)
            PercentEncoding.append(decoded, allowed: Self.allowedInPath, to: &bytes)
        }
    }

    private static let allowedInPath = ASCIISet.unreserved.union(ASCIISet("/"))

    private static func needsNormalization(_ path: Substring.UTF8View) -> Bool {
        var previous: UInt8 = 0
        for byte in path {
            if previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return true }
            previous = byte
        }
        return false
    }

    // MARK: - Query

    private static func appendQuery(_ query: Substring.UTF8View, to output: inout [UInt8]) {
        guard !query.isEmpty else { return }
        var parameters: [(name: [UInt8], value: [UInt8])] = []
        for parameter in query.split(separator: UInt8(ascii: "&")) {
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            parameters.append((encoded(name), encoded(parameter[name.endIndex...].dropFirst())))
        }
        parameters.sort {
            $0.name == $1.name
                ? $0.value.lexicographicallyPrecedes($1.value) : $0.name.lexicographicallyPrecedes($1.name)
        }
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { output.append(UInt8(ascii: "&")) }
            output.append(contentsOf: parameter.name)
            output.append(UInt8(ascii: "="))
            output.append(contentsOf: parameter.value)
        }
    }

    private static func encoded(_ text: Substring.UTF8View) -> [UInt8] {
        if ASCIISet.unreserved.containsAll(text) { return Array(text) }
        var result: [UInt8] = []
        let decoded = PercentEncoding.decodedLeniently(text, plusIsSpace: true)
        PercentEncoding.append(decoded, allowed: .unreserved, to: &result)
        return result
    }

    // MARK: - Header fields

    /// The header fields as they have to be sent: one for each name, with the value that is signed.
    ///
    /// Some transports join repeated fields by a comma and a space, and others by none. The server takes the line as it arrives.
    static func sent(_ fields: HTTPFields) -> HTTPFields {
        let names = Set(fields.map(\.name))
        guard names.count < fields.count else { return fields }
        var sent = fields
        for name in names {
            let values = fields[values: name]
            guard values.count > 1 else { continue }
            let separator = name == .cookie ? "; " : ","
            sent[values: name] = [values.map(\.withoutOuterSpaces).joined(separator: separator)]
        }
        return sent
    }

    private mutating func appendFields(_ fields: HTTPFields, _ host: String) {
        var signed = [(name: "host", value: host)]
        signed.reserveCapacity(fields.count + 1)
        for field in fields where !Self.unsignedFields.contains(field.name.canonicalName) {
            signed.append((field.name.canonicalName, field.value))
        }
        // The sort keeps the order of repeated fields.
        signed.sort { $0.name < $1.name }
        var previous = ""
        for (name, value) in signed {
            if name == previous {
                bytes.removeLast()
                // A request has one such field, which transports join so (RFC 6265, section 5.4; RFC 9113, section 8.2.3).
                bytes.append(contentsOf: (name == "cookie" ? "; " : ",").utf8)
            } else {
                bytes.append(contentsOf: name.utf8)
                bytes.append(UInt8(ascii: ":"))
                if !signedFields.isEmpty { signedFields.append(UInt8(ascii: ";")) }
                signedFields.append(contentsOf: name.utf8)
                previous = name
            }
            appendTrimmed(value)
            bytes.append(Self.newline)
        }
    }

    /// Appends a value without white space at its ends, and with one space for each run of spaces.
    private mutating func appendTrimmed(_ value: String) {
        var hasSpace = false
        let start = bytes.count
        for byte in value.utf8 {
            if byte == UInt8(ascii: " ") || 0x09...0x0D ~= byte {
                hasSpace = true
            } else {
                if hasSpace, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
                hasSpace = false
                bytes.append(byte)
            }
        }
    }

    /// Fields that a transport, a proxy or a tracer may add or change after the signature.
    private static let unsignedFields: Set<String> = [
        "accept-encoding", "authorization", "baggage", "connection", "expect", "forwarded", "host", "keep-alive",
        "proxy-authorization", "te", "traceparent", "tracestate", "trailer", "transfer-encoding", "upgrade",
        "user-agent",
        "via", "x-amzn-trace-id", "x-forwarded-for",
    ]
}
#endif

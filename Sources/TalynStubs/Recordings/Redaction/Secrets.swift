/// The values that were found under the names of secrets, to be masked wherever else they stand.
struct Secrets {
    /// Shorter ones stand in too many places by chance.
    static let minimumLength = 6

    /// What is looked for more often than that takes too long in a large body; what header fields and URLs say comes first.
    static let maximumCount = 64

    private var values: Set<String> = []

    /// What to look for, in any order.
    private var needles: Set<[UInt8]> = []

    var isEmpty: Bool { values.isEmpty }

    mutating func add(_ value: String) {
        guard values.count < Self.maximumCount else { return }
        let value = value.trimmingCharacters(in: .whitespaces)
        let decoded = value.removingPercentEncoding ?? value
        guard value.count >= Self.minimumLength, !decoded.contains(Redaction.mask), values.insert(value).inserted else {
            return
        }
        needles.formUnion(Self.forms(of: value).map { Array($0.utf8) })
        if decoded != value { add(decoded) }
    }

    /// A user name and a password, of which the first is no secret by itself.
    mutating func add(userInformation: String) {
        add(userInformation)
        if let colon = userInformation.firstIndex(of: ":") {
            add(String(userInformation[userInformation.index(after: colon)...]))
        }
    }

    /// How the value may be written: in URLs, forms, JSON, HTML and header fields.
    private static func forms(of value: String) -> [String] {
        let escaped = value.formEncoded
        let percent = escaped.replacingOccurrences(of: "+", with: "%20")
        let json = String(decoding: JSONNode.string(value).json(), as: UTF8.self).dropFirst().dropLast()
        let html = value.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
        let base64 = Data(value.utf8).base64EncodedString()
        let unpadded = String(base64.prefix { $0 != "=" })
        let lowercase = percent.lowercasingEscapes
        return [
            value, escaped, percent, lowercase, lowercase.replacingOccurrences(of: "%20", with: "+"), String(json),
            json.replacingOccurrences(of: "/", with: "\\/"), html, html.replacingOccurrences(of: "\"", with: "&quot;"),
            html.replacingOccurrences(of: "\"", with: "&#34;").replacingOccurrences(of: "'", with: "&#39;"), base64,
            unpadded,
            unpadded.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
            value.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? value,
            value.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? value,
        ]
    }

    /// The text without any of the values.
    func mask(_ text: String) -> String {
        guard !needles.isEmpty, !text.isEmpty else { return text }
        var text = text
        let length = text.utf8.count
        // The longest at first: one may be part of another.
        let sorted = needles.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
        for needle in sorted where needle.count <= length {
            guard let bytes = text.withUTF8({ Self.mask(needle, in: $0) }) else { continue }
            text = String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// Nil if the needle isn't there.
    private static func mask(_ needle: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let base = text.baseAddress, let first = needle.first else { return nil }
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while index + needle.count <= text.count,
            let found = memchr(base + index, Int32(first), text.count - needle.count - index + 1)
        {
            let start = UnsafeRawPointer(base).distance(to: found)
            if memcmp(found, needle, needle.count) == 0 {
                output.append(contentsOf: text[copied..<start])
                output.append(contentsOf: Redaction.mask.utf8)
                index = start + needle.count
                copied = index
            } else {
                index = start + 1
            }
        }
        guard copied > 0 else { return nil }
        output.append(contentsOf: text[copied...])
        return output
    }
}

extension String {
    /// The text with its percent escapes in lower case.
    fileprivate var lowercasingEscapes: String {
        var rest = 0
        return String(
            decoding: utf8.map { byte -> UInt8 in
                if byte == UInt8(ascii: "%") { rest = 3 }
                rest -= 1
                return rest >= 0 && UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte ? byte + 32 : byte
            },
            as: UTF8.self
        )
    }
}

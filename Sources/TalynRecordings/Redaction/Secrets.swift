import TalynCore
import _TalynFoundation
import _TalynSupport

/// Values with the names of secrets, to be masked everywhere.
struct Secrets {
    /// The minimum length. Shorter values occur by chance.
    static let minimumLength = 6

    /// The maximum number of values: a search for more takes too long in a large body. Those of header fields and URLs come first.
    static let maximumCount = 64

    private var values: Set<String> = []

    /// The values in all their written forms.
    private var needles: Set<[UInt8]> = []

    var isEmpty: Bool { values.isEmpty }

    var isFull: Bool { values.count >= Self.maximumCount }

    mutating func add(_ value: String) {
        guard !isFull else { return }
        let value = value.withoutOuterSpaces
        let decoded = value.percentDecoded ?? value
        guard value.count >= Self.minimumLength, !decoded.contains(Redaction.mask), values.insert(value).inserted else {
            return
        }
        needles.formUnion(Self.forms(of: value).map { Array($0.utf8) })
        if decoded != value { add(decoded) }
    }

    /// Adds the value of a cookie that a response sets. A word, such as `deleted` or `english`, isn't a secret.
    mutating func add(cookie value: String) {
        guard value.count >= 16 || !value.allSatisfy(\.isLetter) else { return }
        add(value)
    }

    /// Adds the secrets of a request that was redirected to this one, up to the maximum.
    mutating func add(_ others: Secrets) {
        guard !isFull else { return }
        values.formUnion(others.values)
        needles.formUnion(others.needles)
    }

    /// Adds a password. The user name before it isn't a secret.
    mutating func add(userInformation: String) {
        add(userInformation)
        if let colon = userInformation.firstIndex(of: ":") {
            add(String(userInformation[userInformation.index(after: colon)...]))
        }
    }

    /// The forms of the value in URLs, forms, JSON, HTML and header fields.
    private static func forms(of value: String) -> [String] {
        let escaped = value.formEncoded
        let percent = escaped.replacing("+", with: "%20")
        let json = String(decoding: JSONNode.string(value).json(), as: UTF8.self).dropFirst().dropLast()
        let html = value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
        let base64 = Data(value.utf8).base64EncodedString()
        let unpadded = String(base64.prefix { $0 != "=" })
        let lowercase = percent.lowercasingEscapes
        return [
            value, escaped, percent, lowercase, lowercase.replacing("%20", with: "+"), String(json),
            String(json).replacing("/", with: "\\/"), html, html.replacing("\"", with: "&quot;"),
            html.replacing("\"", with: "&#34;").replacing("'", with: "&#39;"), base64,
            unpadded,
            unpadded.replacing("+", with: "-").replacing("/", with: "_"),
            value.percentEncoded(allowed: .urlQuery), value.percentEncoded(allowed: .urlPath),
        ]
    }

    /// The text without any of the values.
    func mask(_ text: String) -> String {
        guard !needles.isEmpty, !text.isEmpty else { return text }
        return Self.mask(sortedNeedles, in: text)
    }

    /// The longest first, since one may be a part of another.
    private var sortedNeedles: [[UInt8]] {
        needles.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
    }

    private static func mask(_ needles: [[UInt8]], in text: String) -> String {
        var text = text
        let length = text.utf8.count
        for needle in needles where needle.count <= length {
            let bytes = text.withUTF8 { ByteSearch(needle).replaced(in: $0, by: Redaction.mask.utf8) }
            guard let bytes else { continue }
            text = String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// The JSON text without any of the values. It stays valid: a masked number becomes a string.
    func mask(json text: String) -> String {
        let masked = mask(text)
        guard masked != text, needles.contains(where: Self.isStructure), (try? JSONNode(json: Data(text.utf8))) != nil
        else { return masked }
        let sorted = sortedNeedles
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            var token = rest.prefix(1)
            switch byte {
            case UInt8(ascii: "\""):
                token = rest[..<rest.endOfJSONString(from: rest.startIndex)]
                let content = String(decoding: token.dropFirst().dropLast(), as: UTF8.self)
                output.append(contentsOf: "\"\(Self.mask(sorted, in: content))\"".utf8)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                token = rest.prefix { Self.numberSigns.contains($0) }
                if needles.contains(Array(token)) {
                    output.append(contentsOf: "\"\(Redaction.mask)\"".utf8)
                } else {
                    output.append(contentsOf: token)
                }
            default:
                output.append(byte)
            }
            rest = rest[token.endIndex...]
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether it can occur in JSON outside of a string, for example in a number.
    private static func isStructure(_ needle: [UInt8]) -> Bool {
        needle.contains(UInt8(ascii: "\"")) || needle.allSatisfy { structureSigns.contains($0) }
    }

    private static let numberSigns = Set("0123456789+-.eE".utf8)
    private static let structureSigns = numberSigns.union("truefalsnl{}[]:, \t\r\n".utf8)
}

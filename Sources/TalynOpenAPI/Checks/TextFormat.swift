import _TalynSupport

/// The formats of texts that are cheap to check.
enum TextFormat: String {
    case dateTime = "date-time"
    case date
    case uuid
    case ipv4
    case email
    case uri

    /// The fault of a text; nil if it has the format.
    func fault(of text: String) -> String? {
        isValid(text) ? nil : "must be \(name)"
    }

    private var name: String {
        switch self {
        case .dateTime: "a date and a time such as 2024-02-29T12:00:00Z"
        case .date: "a date such as 2024-02-29"
        case .uuid: "a UUID"
        case .ipv4: "an IPv4 address"
        case .email: "an email address"
        case .uri: "a URI"
        }
    }

    private func isValid(_ text: String) -> Bool {
        switch self {
        case .date: return GregorianDay(text) != nil
        case .dateTime: return Self.isDateTime(Array(text.utf8))
        case .uuid:
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
        case .ipv4:
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
            return numbers.count == 4
                && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) && UInt8($0) != nil }
        case .email:
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty }
        case .uri:
            // Servers send templates of URIs with this format, too.
            let scheme = text.prefix { $0 != ":" }
            return scheme.utf8.count < text.utf8.count && scheme.first?.isLetter == true
                && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) } && !text.contains(" ")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The digits and signs of RFC 3339, section 5.6.
    private static func isDateTime(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 20, GregorianDay(String(decoding: bytes[..<10], as: UTF8.self)) != nil,
            "Tt ".utf8.contains(bytes[10]),
            fits(Array(bytes[11..<19]), "00:00:00"), let hour = number(bytes[11...12]),
            let minute = number(bytes[14...15]), let second = number(bytes[17...18]), hour < 24, minute < 60,
            second <= 60
        else { return false }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        if rest.count == 1 { return "Zz".utf8.contains(rest[rest.startIndex]) }
        guard rest.count == 6, "+-".utf8.contains(rest[rest.startIndex]) else { return false }
        let offset = Array(rest.dropFirst())
        guard fits(offset, "00:00"), let hours = number(offset[0...1]), let minutes = number(offset[3...4]) else {
            return false
        }
        return hours < 24 && minutes < 60
    }

    /// Whether the text has a digit for each zero, and otherwise the same signs.
    private static func fits(_ bytes: [UInt8], _ form: String) -> Bool {
        bytes.count == form.utf8.count
            && zip(bytes, form.utf8).allSatisfy { $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }
}

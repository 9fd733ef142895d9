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
        case .dateTime:
            // The digits and signs of RFC 3339, section 5.6.
            let form =
                #/([-0-9]{10})[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[-+]([01][0-9]|2[0-3]):[0-5][0-9])/#
            return text.wholeMatch(of: form).map { GregorianDay($0.1) != nil } ?? false
        case .uuid:
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
        case .ipv4:
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
            return numbers.count == 4
                && numbers.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
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
}

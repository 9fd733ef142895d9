import _TalynSupport

/// The formats of texts that are cheap to check.
enum TextFormat {
    /// The fault of a text; nil if it has the format, or for a format that isn't checked.
    static func fault(of text: String, _ format: String) -> String? {
        let (name, isValid): (String, Bool)
        switch format {
        case "date": (name, isValid) = ("a date such as 2024-02-29", GregorianDay(text) != nil)
        case "date-time": (name, isValid) = ("a date and a time such as 2024-02-29T12:00:00Z", isDateTime(text))
        case "uuid":
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            let hasForm = groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            (name, isValid) = ("a UUID", hasForm && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) })
        case "ipv4":
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
            let areBytes = numbers.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
            (name, isValid) = ("an IPv4 address", numbers.count == 4 && areBytes)
        case "email":
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            (name, isValid) = ("an email address", parts.count >= 2 && parts.allSatisfy { !$0.isEmpty })
        case "uri": (name, isValid) = ("a URI", isURI(text))
        default: return nil
        }
        return isValid ? nil : "must be \(name)"
    }

    /// The digits and signs of RFC 3339, section 5.6.
    private static func isDateTime(_ text: String) -> Bool {
        GregorianDay(text.prefix(10)) != nil && text.dropFirst(10).wholeMatch(of: time) != nil
    }

    private nonisolated(unsafe) static let time =
        #/[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[-+]([01][0-9]|2[0-3]):[0-5][0-9])/#

    /// Servers send templates of URIs with this format, too.
    private static func isURI(_ text: String) -> Bool {
        let scheme = text.prefix { $0 != ":" }
        return scheme.utf8.count < text.utf8.count && scheme.first?.isLetter == true
            && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) } && !text.contains(" ")
    }
}

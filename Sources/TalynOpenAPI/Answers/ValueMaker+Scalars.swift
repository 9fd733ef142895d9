import TalynStubs
import _TalynSupport

extension ValueMaker {
    func number(_ parts: Parts, _ attempt: Int, isWhole: Bool) -> JSONNode {
        if let format = parts.format, format.hasPrefix("unix") || format == "timestamp" {
            return .integer(1_700_000_000 + random.number(in: 0...10_000_000))
        }
        var low = parts.least("minimum")
        var high = parts.most("maximum")
        let step = isWhole ? 1 : 0.01
        // In OpenAPI 3.0, the limit is beside the word.
        func isExcluded(_ keyword: String) -> Bool { parts.list.contains { $0.node[keyword]?.bool == true } }
        if isExcluded("exclusiveMinimum") { low = low.map { $0 + step } }
        if isExcluded("exclusiveMaximum") { high = high.map { $0 - step } }
        if let limit = parts.least("exclusiveMinimum") { low = max(low ?? -.infinity, limit + step) }
        if let limit = parts.most("exclusiveMaximum") { high = min(high ?? .infinity, limit - step) }
        let start = low ?? min(1, (high ?? 1) - 1)
        let end = max(start, min(high ?? .infinity, start + 100))
        var number = start + (end - start) * random.fraction()
        // The limits themselves are tried, too.
        if attempt == 2 { number = start }
        if attempt == 3 { number = end }
        if let divisor = parts.least("multipleOf"), divisor > 0 {
            number = (number / divisor).rounded(.up) * divisor
            if number > end { number = (end / divisor).rounded(.down) * divisor }
        } else if isWhole {
            number = min(number.rounded(), end.rounded(.down))
            number = max(number, start.rounded(.up))
        } else if end - start >= 1 {
            number = min(max((number * 100).rounded() / 100, start), end)
        }
        return .number(JSONNode.normalized(SchemaChecker.text(number)))
    }

    func text(_ parts: Parts, _ attempt: Int) -> String {
        let minimum = parts.least("minLength", upTo: 10_000)
        let maximum = parts.most("maxLength", upTo: 100_000)
        if let pattern = parts.list.lazy.compactMap({ $0.node["pattern"]?.text }).first,
            let text = matching(pattern, minimum...max(minimum, maximum))
        {
            return text
        }
        if let format = parts.format, attempt < 4, let text = text(of: format) { return text }
        var text = word()
        while text.unicodeScalars.count < minimum { text += " " + word() }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximum)))
    }

    private func word() -> String { Self.words[random.number(in: 0...Self.words.count - 1)] }

    /// A text that matches a pattern, with a length.
    private func matching(_ pattern: String, _ length: ClosedRange<Int>) -> String? {
        guard let source = PatternText(pattern) else { return nil }
        var last: String?
        for extra in [0, 1, 2, 0, 1, 3, 5, 8, 13, 21, 34, 55, 100, 300, 1_000] {
            var text = source.text(extra: extra, &random)
            // A pattern without an end allows more text after it.
            if text.unicodeScalars.count < length.lowerBound, !pattern.hasSuffix("$") {
                text += String(repeating: "a", count: length.lowerBound - text.unicodeScalars.count)
            }
            last = text
            if length.contains(text.unicodeScalars.count), checker.patterns.matches(text, pattern) != false {
                return text
            }
        }
        return last
    }

    private func text(of format: String) -> String? {
        func digits(_ range: ClosedRange<Int>) -> String {
            let text = String(random.number(in: range))
            return text.utf8.count < 2 ? "0" + text : text
        }
        func hexadecimal(_ count: Int) -> String {
            String((0..<count).map { _ in Self.hexadecimalDigits[random.number(in: 0...15)] })
        }
        switch format {
        case "date": return "2024-\(digits(1...12))-\(digits(1...28))"
        case "time": return "\(digits(0...23)):\(digits(0...59)):\(digits(0...59))Z"
        case "date-time":
            let time = "\(digits(0...23)):\(digits(0...59)):\(digits(0...59))Z"
            return "2024-\(digits(1...12))-\(digits(1...28))T\(time)"
        case "duration": return "P\(random.number(in: 1...9))D"
        case "uuid":
            return [8, 4].map(hexadecimal).joined(separator: "-")
                + "-4\(hexadecimal(3))-a\(hexadecimal(3))-\(hexadecimal(12))"
        case "email", "idn-email": return "\(word())@example.com"
        case "uri", "url", "iri": return "https://example.com/\(word())"
        case "uri-reference", "iri-reference": return "/\(word())"
        case "uri-template": return "https://example.com/{\(word())}"
        case "hostname", "idn-hostname": return "\(word()).example.com"
        case "ipv4": return "192.0.2.\(random.number(in: 1...254))"
        case "ipv6": return "2001:db8::\(random.number(in: 1...9_999))"
        case "byte": return "VGFseW4="
        case "json-pointer": return "/\(word())"
        default: return nil
        }
    }

    private static let hexadecimalDigits = Array("0123456789abcdef")

    private static let words = """
        amber anchor apple basket bridge candle cedar cloud copper garden harbor island lantern maple meadow mountain
        ocean paper pepper river silver stone sunrise valley window winter
        """.tokens
}

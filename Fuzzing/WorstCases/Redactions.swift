#if FUZZING
import Foundation
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings

extension WorstCase {
    static let redaction: [WorstCase] = jsonRedaction + urlRedaction + textRedaction

    private static let jsonRedaction: [WorstCase] =
        repeating("redact-json", ["[", "{\"a\":", "\"", "\\", "]", "{\"password\":1,", ",", "-", "\"token\":\"\\\""]) {
            input in
            use(Redaction.default.text(ofBody: input.data, contentType: "application/json"))
            use(Redaction.default.jsonMask.masked(input.text))
            use(Redaction.default.jsonMask.values(in: input.text))
        }
        + [
            json("numbers", { "[" + repeated("1,", $0) + "1]" }),
            json("secrets", { "{\"a\":1" + repeated(",\"token\":1", $0) + "}" }),
            json("URLs in strings", { "[" + repeated("\"http://a/?b=%7B&c=d\",", $0) + "1]" }),
            json("a string of escapes", { "[\"" + repeated("\\u0022", $0) + "\"]" }),
            json("a string of percent signs", { "[\"" + repeated("%25", $0) + "\"]" }),
            json("a string of parameters", { "[\"" + repeated("a=b&", $0) + "\"]" }),
            json("a string of brackets", { "[\"" + repeated("[", $0) + "\"]" }),
            json("a form in JSON in a form in JSON", { nested($0) }),
            json("JSON in a string, nested", { nestedStrings($0) }),
        ]

    private static func json(_ name: String, _ make: @escaping @Sendable (Int) -> String) -> WorstCase {
        WorstCase("redact-json", name, make) { input in
            use(Redaction.default.text(ofBody: input.data, contentType: "application/json"))
        }
    }

    /// JSON in a parameter of a URL in JSON, and so on, up to a length.
    private static func nested(_ length: Int) -> String {
        var text = "[\"\"]"
        while text.utf8.count < length {
            let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            text = "{\"a\":\"b?c=\(escaped)\"}"
            if escaped.utf8.count > length { break }
        }
        return text
    }

    /// JSON in a string in JSON, and so on, up to a length.
    private static func nestedStrings(_ length: Int) -> String {
        var text = "[]"
        while text.utf8.count < length / 3 {
            let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            text = "{\"a\":\"\(escaped)\"}"
        }
        return text
    }

    private static let urlRedaction: [WorstCase] =
        repeating("redact-url", ["a=b&", ";", "?", "%25", "@", ":", "http://,", "&", "#", "/", "a;b=", "{", ","]) {
            input in
            use(Redaction.default.url("https://a/?" + input.text))
            use(Redaction.strict.url(input.text))
            use(Redaction.default.urls(in: input.text))
        }
        + repeating("redact-url", after: "https://a/?a=", ["%2525", "?a=", "%7B%22a%22%3A", "(", "=", "[["]) { input in
            use(Redaction.default.url(input.text))
        }
        + repeating("redact-form", ["a=b&", "&", "=", "%3D", "a=%7B&", ";=", "\n", "a=[1]&"]) { input in
            use(Redaction.default.text(ofBody: input.data, contentType: "application/x-www-form-urlencoded"))
        }
        + [
            WorstCase("redact-form", "a long name", { repeated("a", $0) + "=b" }) { input in
                use(Redaction.default.text(ofBody: input.data, contentType: "application/x-www-form-urlencoded"))
            },
            WorstCase("redact-form", "a long name of marks", { repeated("\u{301}", $0) + "9=b" }) { input in
                use(Redaction.default.masks(input.text))
            },
            WorstCase("redact-form", "a name of many parts", { repeated("a.", $0) }) {
                use(Redaction.default.masks($0.text))
            },
        ]

    private static let textRedaction: [WorstCase] =
        repeating(
            "redact-text",
            [
                "password:", "token=", "token= ", ":", "=", " ", "\n", "{", "\"", "API key ", "a: ", "\u{FF1A}", "key:",
                "|",
            ]
        ) { input in
            use(Redaction.default.text(ofBody: input.data, contentType: "application/yaml"))
            use(Redaction.default.text(ofBody: input.data, contentType: "text/plain"))
            use(TextMask(.default).mask(input.text))
        }
        + repeating("redact-text", ["token: |\n  a\n", "token: \"\n", "token='", "token:|+ ", "token=*`", "token: //"])
    {
        use(TextMask(.default).mask($0.text))
    }
}
#endif

#if FUZZING
import Foundation
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings
@testable import TalynStubs

extension WorstCase {
    static let recordings: [WorstCase] = unread + fields + bodies + archives

    private static let unread: [WorstCase] =
        ["<a>", "a,token\n", "mutation{a(token:1)}"].flatMap { start in
            repeating(
                "redact-unread",
                after: start,
                [
                    "<", "<a>", "<a ", "<![CDATA[", "<!--", "</a>", "<a b='", "<a b=", "&amp;", "<password>", "a b ",
                    "]]>", "=", ":", "\"", "'", "\"\"", ",", ";", "\t", "\n", "a", "$", "$a:", "token ", "\\",
                    "a: 123456 ",
                    "<a b=123456>",
                ]
            ) { input in
                var secrets = Secrets()
                secrets.add(valuesOf: input.text, .default)
                use(Redaction.default.mentionsSecret(input.text))
                use(Redaction.default.namesSecret(besidesVariablesOf: input.text))
            }
        }

    private static let fields: [WorstCase] =
        repeating("redact-cookies", [",", ", ", ",a", ",a=", "=", "; a=b", "a=b,", "=,", " ", "=,\u{301}"]) { input in
            let masks = EntryRedaction(.default, Secrets())
            use(masks.headerField("Set-Cookie", input.text))
            use(masks.headerField("Cookie", input.text))
        }
        + repeating("redact-url", after: "https://a/", [";", ";a=b", "/;", "?", "[", "%5B"]) { input in
            use(EntryRedaction(.default, Secrets()).url(input.text))
            use(EntryRedaction(.default, Secrets()).url("https://a/?" + input.text))
        }

    private static let bodies: [WorstCase] =
        body("message/http", ["\n", "a: b\n", ":", "\r\n", "a\n\nPOST"])
        + body("message/http", after: "a\nContent-Type: message/http\n\n", ["a\nContent-Type: message/http\n\n"])
        + body("text/event-stream", ["\n", "data: {\n", "data: a\n", "{"])
        + body("text/plain", ["http://a/?b=c ", "?", "a@b ", "\u{E9}", "a=b\n"])
        + body("text/javascript", ["(", "/**/a(", "\"", ")]}'"])
        + body("multipart/mixed; boundary=b", after: "--b\nContent-Type: multipart/mixed; boundary=b\n\n", ["--b\n\n"])
        + body("multipart/mixed; boundary=b", ["--b\nContent-Disposition: x; name=token\n\na\n", "--b\n\n"])
        + [
            known("a long secret that almost occurs", { String(repeating: "a", count: $0 / 2) + "b" }) { length in
                repeated("a", length)
            },
            known("many secrets that almost occur", { _ in String(repeating: "a", count: 20) + "b" }) {
                repeated("a", $0)
            },
            known("a secret that occurs often", { _ in "abcdefgh" }) { repeated("abcdefgh ", $0) },
        ]

    /// Cases for a body with the secrets of its request.
    private static func known(
        _ name: String,
        _ makeSecret: @escaping @Sendable (Int) -> String,
        _ makeInput: @escaping @Sendable (Int) -> String
    ) -> WorstCase {
        WorstCase("redact-body", name, makeInput) { input in
            var secrets = Secrets()
            for number in 0..<8 { secrets.add(makeSecret(input.data.count) + "\(number)") }
            let redaction = BodyRedaction(redaction: .default, secrets: secrets)
            use(redaction.body(input.data, contentType: "text/plain"))
        }
    }

    private static func body(_ contentType: String, after prefix: String = "", _ pieces: [String]) -> [WorstCase] {
        repeating("redact-body", after: "\(contentType): \(prefix)", pieces) { input in
            let body = Data(input.data.dropFirst(contentType.utf8.count + 2))
            let finder = BodyRedaction.Finder()
            let redaction = BodyRedaction(redaction: .default, secrets: Secrets(), finder: finder)
            use(redaction.body(body, contentType: contentType))
        }
    }

    private static let archives: [WorstCase] =
        repeating("json-node", ["[", "{\"a\":", "\"", "1", "\\", "-", "[],"]) { use(try? JSONNode(json: $0.data)) }
        + [
            node("numbers", { "[" + repeated("1,", $0) + "1]" }),
            node("objects", { "[" + repeated("{},", $0) + "1]" }),
            node("members", { "{" + distinct($0) { "\"a\($0)\":{}," } + "\"\":1}" }),
            node("a member many times", { "{" + repeated("\"a\":1,", $0) + "\"\":1}" }),
            node("digits", { "[" + repeated("1", $0) + "]" }),
            node(
                "arrays at the maximum depth",
                { length in
                    "[" + repeated(repeated("[", 390) + repeated("]", 390) + ",", length) + "1]"
                }
            ),
            node("escapes", { "[\"" + repeated("\\n", $0) + "\"]" }),
            har("small entries", { repeated(#"{"request":{"method":"GET","url":"a"}},"#, $0) }),
            har("invalid entries", { repeated("1,", $0) }),
            har(
                "header fields",
                { length in
                    let field = #"{"name":"a","value":"b"},"#
                    return #"{"request":{"method":"GET","url":"a","headers":["# + repeated(field, length).dropLast()
                        + "]}},"
                }
            ),
            har(
                "cookies",
                { length in
                    let field = #"{"name":"a","value":"secret-"#
                    let cookies = distinct(length) { "\(field)\($0)\"}," }.dropLast()
                    return #"{"request":{"method":"GET","url":"a","cookies":["# + cookies + "]}},"
                }
            ),
            har(
                "redirects",
                { length in
                    let response =
                        #""response":{"status":302,"headers":[{"name":"Location","value":"/?token=secret1"}]}"#
                    return distinct(length) {
                        #"{"request":{"method":"GET","url":"http://a/\#($0)?token=abcdefgh"},\#(response)},"#
                    }
                }
            ),
            har(
                "an unknown member, nested",
                { length in
                    let nested = repeated("[", 300) + repeated("]", 300) + ","
                    return #"{"request":{"method":"GET","url":"a"},"x":["# + repeated(nested, length).dropLast() + "]},"
                }
            ),
            har(
                "a body in base64",
                { length in
                    let text = repeated("QUFB\\n", length)
                    return
                        #"{"request":{"method":"GET","url":"a"},"response":{"status":200,"content":{"encoding":"base64","text":""#
                        + text + "\"}}},"
                }
            ),
        ]

    private static func node(_ name: String, _ make: @escaping @Sendable (Int) -> String) -> WorstCase {
        WorstCase("json-node", name, make) { use((try? JSONNode(json: $0.data))?.json(isPretty: true)) }
    }

    /// Reads, redacts and writes a recording with the entries of a text, each with a comma after it.
    private static func har(_ name: String, _ make: @escaping @Sendable (Int) -> String) -> WorstCase {
        WorstCase("har", name, { #"{"log":{"entries":["# + make($0).dropLast() + "]}}" }) { input in
            guard let recording = try? Recording(input.data) else { return }
            use(recording.redacted().data)
        }
    }
}
#endif

#if Tools
import Foundation
import Hummingbird
import _TalynSupport

extension Request {
    /// The header fields that proxies add. httpbin doesn't show them.
    private static let proxyHeaders: Set<String> = [
        "Connect-Time", "Total-Route-Time", "Via", "X-Forwarded-For", "X-Forwarded-Port", "X-Forwarded-Proto",
        "X-Forwarded-Protocol", "X-Forwarded-Ssl", "X-Heroku-Dynos-In-Use", "X-Heroku-Queue-Depth",
        "X-Heroku-Queue-Wait-Time", "X-Real-Ip", "X-Request-Id", "X-Request-Start", "X-Varnish",
    ]

    /// The fields of the query.
    var queryFields: FieldList {
        FieldList(urlEncoded: uri.query ?? "")
    }

    /// The client whose request a proxy forwards.
    var forwardedFor: String? {
        headers.first { $0.name.canonicalName == "x-forwarded-for" }?.value
    }

    /// The request's URL as httpbin shows it: decoded, except for the escapes of reserved characters.
    var displayURL: String {
        let path = Self.decoded(uri.path, keeping: "?#")
        let query = Self.decoded(uri.query ?? "", keeping: "&=+#")
        return "http://\((head.authority ?? "").lowercased())\(path)\(query.isEmpty ? "" : "?\(query)")"
    }

    /// The header fields with names in title case and values of the same name joined.
    func titleCasedHeaders(hidingProxies: Bool) -> [String: JSONNode] {
        var headers: [String: String] = [:]
        headers["Host"] = head.authority
        for field in self.headers {
            let name = Self.titleCased(field.name.rawName)
            headers[name] = headers[name].map { "\($0),\(field.value)" } ?? field.value
        }
        return headers.filter { !hidingProxies || !Self.proxyHeaders.contains($0.key) }.mapValues(JSONNode.string)
    }

    private static func decoded(_ text: String, keeping reserved: String) -> String {
        let decoded = PercentEncoding.decodedLeniently(text.utf8) { byte in
            byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "%") && !reserved.utf8.contains(byte)
        }
        return String(bytes: decoded, encoding: .utf8) ?? text
    }

    private static func titleCased(_ name: String) -> String {
        var afterLetter = false
        return String(
            name.map { character in
                defer { afterLetter = character.isLetter }
                return Character(afterLetter ? character.lowercased() : character.uppercased())
            }
        )
    }
}
#endif

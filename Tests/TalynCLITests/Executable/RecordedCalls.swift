#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport

/// Calls whose answers are the same each time, with secrets in every place that a request has.
struct RecordedCalls {
    /// A part of every secret.
    static let mark = "MARKED"

    /// The base URL of the server that is recorded.
    let server: String

    /// The lines of the answers to all calls.
    func answers(at url: String) async throws -> [String] {
        var lines: [String] = []
        func ask(_ arguments: String...) async throws {
            lines += try await Curl.run(arguments).text.split(separator: "\n").map(String.init)
        }
        try await ask(
            "\(url)/get?page=1&access_token=MARKED-SECRET-1",
            "-H",
            "Authorization: Bearer MARKED-SECRET-2",
            "-H",
            "Cookie: session=MARKED-SECRET-3"
        )
        let json = #"{"user": "ada", "password": "MARKED-SECRET-4"}"#
        try await ask("\(url)/post", "-H", "Content-Type: application/json", "-d", json)
        try await ask("\(url)/post", "-d", "user=ada&password=MARKED-SECRET-5")
        try await ask("-u", "ada:MARKED-SECRET-6", "\(url)/get?basic")
        try await ask("-L", "\(url)/redirect/2")
        let target = "\(url)/redirect-to?url=\(server)/get"
        let redirect = try await Curl.run("-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", target).text
        lines.append(redirect.replacingOccurrences(of: url, with: "HERE"))
        try await ask("--compressed", "\(url)/gzip")
        let head = try await Curl.run("-I", "\(url)/get?head").text.split(whereSeparator: \.isNewline).map(String.init)
        lines += head.filter { $0.hasPrefix("HTTP/") || $0.hasPrefix("Content-") }
        try await ask("-o", "/dev/null", "-w", "%{http_code}", "\(url)/status/418")
        lines.append(try await Curl.run("\(url)/bytes/5000?seed=1").output.base64EncodedString())
        try await ask("\(url)/stream/3")
        let body = String(repeating: "a", count: 100_000)
        try await ask("-X", "PUT", "-H", "Transfer-Encoding: chunked", "-d", body, "\(url)/put")
        return lines
    }

    /// Whether a line of a recording says the same as the server did. It has masks in place of secrets.
    static func isSame(_ served: String, _ live: String) -> Bool {
        guard served.contains("…") else { return served == live || live.contains(mark) }
        guard !served.contains(mark) else { return false }
        let parts = served.components(separatedBy: "…")
        var rest = live[...]
        for (index, part) in parts.enumerated() {
            if part.isEmpty { continue }
            guard let range = rest.range(of: part), index > 0 || range.lowerBound == live.startIndex else {
                return false
            }
            rest = rest[range.upperBound...]
        }
        return parts.last == "" || rest.isEmpty
    }
}
#endif

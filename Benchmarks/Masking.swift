#if Tools
import Foundation
import HTTPTypes
import Talyn

/// The masking of secrets in bodies and header fields, as a log of each call needs it.
enum Masking {
    /// A list of 4,900 objects.
    private static let json = Data(
        ("["
            + (0..<4_900).map {
                """
                {"id":\($0),"name":"Item \($0)","url":"https://example.com/items/\($0)?page=2","price":12.5,"token":"a\($0)",\
                "tags":["new","red"],"owner":{"name":"Ada","email":"ada@example.com","password":"hunter\($0)"}}
                """
            }.joined(separator: ",\n") + "]").utf8
    )

    /// 10,000 lines of a log.
    private static let text = Data(
        (0..<10_000).map {
            "2026-01-31T12:00:00Z INFO request \($0): status=200 path=/items/\($0) user name: Ada Lovelace"
        }
        .joined(separator: "\n").utf8
    )

    private static let headerFields: HTTPFields = [
        .server: "nginx/1.22.1", .date: "Tue, 24 Nov 2026 02:03:04 GMT",
        .contentType: "application/json; charset=utf-8",
        .contentLength: "200", .lastModified: "Tue, 24 Nov 2026 02:03:03 GMT", .eTag: "\"6b04f057-c8\"",
        .cacheControl: "max-age=60, stale-while-revalidate=30", .vary: "Accept-Encoding, Accept-Language",
        .setCookie: "session=1234567890; Path=/; HttpOnly", .location: "https://example.com/items?page=2&token=abc",
    ]

    static func json(_ seconds: Double) throws -> Sample { try body(json, "application/json", seconds) }

    static func text(_ seconds: Double) throws -> Sample { try body(text, "text/plain", seconds) }

    /// An operation is a megabyte: the body, with spaces at its end.
    private static func body(_ body: Data, _ type: String, _ seconds: Double) throws -> Sample {
        let body = body + Data(repeating: UInt8(ascii: " "), count: 1_000_000 - body.count)
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            guard Redaction.default.text(ofBody: body, contentType: type).utf8.count > 500_000 else {
                throw UnexpectedAnswer()
            }
        } while stopwatch.lap()
        return stopwatch.sample()
    }

    /// An operation is the header fields of a response.
    static func headerFields(_ seconds: Double) throws -> Sample {
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<100 {
                guard Redaction.default.headerFields(headerFields).count == 10 else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(100)
        return stopwatch.sample()
    }
}
#endif

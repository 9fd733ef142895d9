#if Tools && os(Linux)
import Foundation
import TestSupport

/// The server of the scenario. It ends the first download and the first stream of events in the middle.
enum TortureServer {
    /// The content of the download.
    static let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

    /// The number of events.
    static let eventCount = 6

    static func withServer<Result: Sendable>(
        _ body: @Sendable (FaultServer) async throws -> Result
    ) async throws -> Result {
        try await FaultServer.withServer(script: answer(to:), body: body)
    }

    @Sendable private static func answer(to request: ReceivedRequest) -> [FaultServer.Step] {
        switch request.target {
        case "/file": download(request)
        case "/upload": [response(body: Data((request.body.elementsEqual(content) ? "whole" : "damaged").utf8))]
        case "/events": events(request)
        case "/secret" where request.header("Authorization") != ["Bearer new"]: [response("401 Unauthorized")]
        case "/secret": [response(body: Data("secret".utf8))]
        case "/token": [response(body: Data("new".utf8))]
        case "/stored":
            [
                .sendBytes(
                    Array(head("200 OK", content.count, ["Cache-Control: max-age=600", "ETag: \"v1\""]) + content)
                )
            ]
        default: [response("404 Not Found")]
        }
    }

    private static func download(_ request: ReceivedRequest) -> [FaultServer.Step] {
        let range = request.header("Range").first?.split(whereSeparator: { "=-".contains($0) }).compactMap { Int($0) }
        guard let start = range?.first, start < content.count, request.header("If-Range") == ["\"v1\""] else {
            let whole = head("200 OK", content.count, ["ETag: \"v1\""]) + content
            return [.sendBytes(Array(whole.dropLast(content.count / 3))), .close]
        }
        let fields = ["ETag: \"v1\"", "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)"]
        let rest = content[start...]
        return [.sendBytes(Array(head("206 Partial Content", rest.count, fields) + rest))]
    }

    private static func events(_ request: ReceivedRequest) -> [FaultServer.Step] {
        let last = request.header("Last-Event-ID").first.flatMap { Int($0) } ?? 0
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nretry: 1\n\n"
        let isFirst = last < eventCount / 2
        let text = (last + 1...max(last + 1, isFirst ? eventCount / 2 : eventCount))
            .map { "id: \($0)\ndata: \($0)\n\n" }.joined()
        return [.send(head + text), .close]
    }

    private static func response(_ status: String = "200 OK", body: Data = Data()) -> FaultServer.Step {
        .sendBytes(Array(head(status, body.count, []) + body))
    }

    private static func head(_ status: String, _ length: Int, _ fields: [String]) -> Data {
        Data((["HTTP/1.1 \(status)", "Content-Length: \(length)"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
    }
}
#endif

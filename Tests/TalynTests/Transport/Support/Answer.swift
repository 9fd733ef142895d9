import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server answers: the same bytes for every transport, and the same sample for stubs.
struct Answer: Sendable {
    var status = 200
    var fields: [(name: String, value: String)] = []
    var body = Data()

    /// The response on the wire, with a Content-Length where one may be (RFC 9110, section 8.6).
    var bytes: [UInt8] {
        var fields = fields
        if status != 204, status != 304, !fields.contains(where: { $0.name == "Content-Length" }) {
            fields.append(("Content-Length", "\(body.count)"))
        }
        let head = "HTTP/1.1 \(status) Some reason\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
        return Array(head.utf8) + body
    }

    var sample: Sample {
        let head = HTTPURLResponse(
            url: URL(string: "http://127.0.0.1/answer")!,
            statusCode: status,
            httpVersion: "HTTP/1.1",
            headerFields: Dictionary(fields) { "\($0), \($1)" }
        )
        return head.map { .response($0, body) } ?? .networkResponse(status, body)
    }
}

extension FaultServer.Step {
    /// A whole response with a text as its body.
    static func answer(_ status: Int = 200, _ fields: [String: String] = [:], _ body: String = "") -> Self {
        .sendBytes(Answer(status: status, fields: fields.map { ($0, $1) }, body: Data(body.utf8)).bytes)
    }

    /// The head of a response whose body has this number of bytes.
    static func head(length: Int) -> Self {
        .send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
    }
}

package import Foundation

/// The response of a server.
package struct Answer: Sendable {
    package var status: Int
    package var fields: [(name: String, value: String)]
    package var body: Data

    package init(status: Int = 200, fields: [(name: String, value: String)] = [], body: Data = Data()) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The response on the wire, with a Content-Length where one may be (RFC 9110, section 8.6).
    package var bytes: [UInt8] {
        var fields = fields
        if status != 204, status != 304, !fields.contains(where: { $0.name == "Content-Length" }) {
            fields.append(("Content-Length", "\(body.count)"))
        }
        let head = "HTTP/1.1 \(status) Some reason\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
        return Array(head.utf8) + body
    }
}

extension FaultServer.Step {
    /// A whole response with a text as its body.
    package static func answer(_ status: Int = 200, _ fields: [String: String] = [:], _ body: String = "") -> Self {
        .sendBytes(Answer(status: status, fields: fields.map { ($0, $1) }, body: Data(body.utf8)).bytes)
    }

    /// The head of a response whose body has this number of bytes.
    package static func head(length: Int) -> Self {
        .send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
    }
}

import TestSupport

extension FaultServer.Step {
    /// A whole response, after which the connection is closed.
    static func answer(_ status: Int = 200, _ fields: [String: String] = [:], _ body: String = "") -> Self {
        answer(status, fields, bytes: Array(body.utf8))
    }

    static func answer(_ status: Int, _ fields: [String: String], bytes: [UInt8]) -> Self {
        var head = "HTTP/1.1 \(status) Test\r\nContent-Length: \(bytes.count)\r\n"
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        return .sendBytes(Array("\(head)\r\n".utf8) + bytes)
    }
}

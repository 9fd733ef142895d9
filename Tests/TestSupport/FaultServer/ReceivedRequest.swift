/// A request as its bytes came in.
package struct ReceivedRequest: Sendable {
    /// The method, such as `GET`.
    package let method: String

    /// The request-target, exactly as the request line has it.
    package let target: String

    /// The request line, without its end.
    package let requestLine: String

    /// The header fields in order.
    package let headers: [(name: String, value: String)]

    /// The body; a chunked one is raw, with its chunk sizes and trailers.
    package internal(set) var body: [UInt8] = []

    /// The index of the connection that the request came on, in the order in which the server accepted them.
    package let connection: Int

    /// Parses the lines of a request's head.
    init(head: [UInt8], connection: Int) {
        let text = String(decoding: head, as: UTF8.self)
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        requestLine = String(lines.popFirst() ?? "")
        let words = requestLine.split(separator: " ", omittingEmptySubsequences: false)
        method = String(words.first ?? "")
        target = words.count > 1 ? String(words[1]) : ""
        headers = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? parts[1].trimmingSpaces() : "")
        }
        self.connection = connection
    }

    /// The values of the header fields called `name`, whatever the case, in order.
    package func header(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[...last].drop(while: isSpace))
    }
}

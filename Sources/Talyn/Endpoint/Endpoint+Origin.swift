import Foundation

extension Endpoint {
    /// Scheme, host and port as they stand in ``url``, in lower case: what plugins tell servers apart by.
    ///
    /// Read from the bytes, since a URL would be made of them for this alone.
    var origin: String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return ""
        }
        let start = bytes.index(colon, offsetBy: 3)
        var end = start
        var user: String.Index?
        var port: String.Index?
        var isLowercase = !bytes[..<colon].contains(where: Self.isUppercase)
        while end != bytes.endIndex {
            let byte = bytes[end]
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "@") { user = end }
            if byte == UInt8(ascii: ":") { port = end }
            if Self.isUppercase(byte) { isLowercase = false }
            end = bytes.index(after: end)
        }
        // With the port that it has anyway, it is the same server.
        let defaultPort = bytes[..<colon].count == 4 ? ":80" : ":443"
        if let port, bytes[port..<end].elementsEqual(defaultPort.utf8) { end = port }
        let text = user.map { url[..<start] + url[bytes.index(after: $0)..<end] } ?? url[..<end]
        return isLowercase ? String(text) : text.lowercased()
    }

    private static func isUppercase(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }
}

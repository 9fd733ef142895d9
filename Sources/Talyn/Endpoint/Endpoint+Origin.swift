import Foundation

extension Endpoint {
    /// Scheme, host and port of ``url`` in lower case: plugins tell servers apart by it.
    ///
    /// Read from the bytes, since parsing a URL for it would take longer than the rest of a plugin.
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
        // The default port belongs to the same server.
        let defaultPort = bytes[..<colon].count == 4 ? ":80" : ":443"
        if let port, bytes[port..<end].elementsEqual(defaultPort.utf8) { end = port }
        let text = user.map { url[..<start] + url[bytes.index(after: $0)..<end] } ?? url[..<end]
        return isLowercase ? String(text) : text.lowercased()
    }

    private static func isUppercase(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }
}

/// The origins that may see the credentials of a call (RFC 6454, section 4).
struct CredentialOrigins: Sendable {
    /// A URL with the origin that the app chose: the base URL of the call.
    let baseURL: String

    /// Other origins that the app trusts.
    var trusted: Set<Origin> = []

    /// Whether a request to the URL may have credentials.
    func contain(_ url: String) -> Bool {
        if Self.authority(of: baseURL).elementsEqual(Self.authority(of: url)) { return true }
        guard let origin = URL(string: url).flatMap({ Origin($0) }) else { return false }
        return trusted.contains(origin) || URL(string: baseURL).flatMap { Origin($0) } == origin
    }

    /// The URL up to the end of its authority, for a comparison without parsing.
    private static func authority(of url: String) -> Substring.UTF8View {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url.utf8[colon...].starts(with: "://".utf8) else {
            return url[...].utf8
        }
        let start = url.utf8.index(colon, offsetBy: 3)
        return url.utf8[..<(url.utf8[start...].firstIndex { ASCIISet.authorityEnd.contains($0) } ?? url.endIndex)]
    }
}

extension ASCIISet {
    /// The characters that end an authority (RFC 3986, section 3.2).
    package static let authorityEnd = ASCIISet("/?#")
}

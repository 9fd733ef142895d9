#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Endpoint {
    /// Scheme, host and port of ``url`` in lower case: plugins tell servers apart by it.
    ///
    /// Read from the bytes, since parsing a URL for it would take longer than the rest of a plugin.
    package var origin: String {
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
package struct CredentialOrigins: Sendable {
    /// A URL with the origin that the app chose: the base URL of the call.
    let baseURL: String

    /// Other origins that the app trusts.
    var trusted: Set<Origin> = []

    /// Whether a request to the URL may have credentials.
    package func contain(_ url: String) -> Bool {
        Self.haveSameAuthority(baseURL, url) || contain(Origin(URLText(url)))
    }

    /// Whether a request may have credentials.
    package func contain(_ request: OutgoingRequest) -> Bool {
        hasAuthority(request.head.scheme ?? "", request.head.authority ?? "") || contain(request.origin)
    }

    private func contain(_ origin: Origin?) -> Bool {
        guard let origin else { return false }
        return trusted.contains(origin) || Origin(URLText(baseURL)) == origin
    }

    /// Whether the base URL has the same text up to the end of its authority. No URL is parsed for it.
    private func hasAuthority(_ scheme: String, _ authority: String) -> Bool {
        baseURL.utf8.withContiguousStorageIfAvailable { url in
            var rest = url[...]
            func skip(_ part: String) -> Bool {
                guard rest.starts(with: part.utf8) else { return false }
                rest = rest.dropFirst(part.utf8.count)
                return true
            }
            guard skip(scheme), skip("://"), skip(authority) else { return false }
            return rest.first.map { ASCIISet.authorityEnd.contains($0) } ?? true
        } == true
    }

    /// Whether two URLs have the same text up to the end of their authorities. No URL is parsed for it.
    private static func haveSameAuthority(_ left: String, _ right: String) -> Bool {
        left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                let end = authorityEnd(of: left)
                return end == authorityEnd(of: right) && left[..<end].elementsEqual(right[..<end])
            }
        } == true
    }

    /// The end of the authority; that of the text if there is no authority. A loop, since this runs for each attempt.
    private static func authorityEnd(of url: UnsafeBufferPointer<UInt8>) -> Int {
        var slashes = 0
        for (index, byte) in url.enumerated() where ASCIISet.authorityEnd.contains(byte) {
            // The first two slashes follow the colon of the scheme.
            if slashes == 2 { return index }
            let isSeparator =
                byte == UInt8(ascii: "/") && index > 0
                && url[index - 1] == (slashes == 0 ? UInt8(ascii: ":") : UInt8(ascii: "/"))
            if !isSeparator { return url.count }
            slashes += 1
        }
        return url.count
    }
}

extension ASCIISet {
    /// The characters that end an authority (RFC 3986, section 3.2).
    package static let authorityEnd = ASCIISet("/?#")
}

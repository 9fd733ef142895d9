public import HTTPTypes
public import _TalynFoundation
import _TalynSupport

extension OutgoingRequest {
    /// Creates a request to a URL.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - url: The URL. User information in it isn't sent (RFC 9110, section 4.2.4).
    ///   - headerFields: The header fields.
    ///   - body: The body.
    public init(
        method: HTTPRequest.Method = .get,
        url: URL,
        headerFields: HTTPFields = [:],
        body: HTTPBody? = nil
    ) {
        self.init(URLText(url.absoluteString), method: method, headerFields: headerFields)
        self.body = body
    }

    init(_ url: URLText, method: HTTPRequest.Method, headerFields: HTTPFields) {
        let head = HTTPRequest(
            method: method,
            scheme: url.scheme,
            authority: url.authority,
            path: url.path,
            headerFields: headerFields
        )
        self.init(head)
        fragment = url.fragment
    }

    /// The URL, with scheme, authority and path of the ``head``; nil if they make no URL.
    ///
    /// Each reading parses the URL anew.
    public var url: URL? {
        get { URL(string: fragment.map { "\(urlText)#\($0)" } ?? urlText) }
        set {
            let text = newValue.map { URLText($0.absoluteString) }
            head.scheme = text?.scheme
            head.authority = text?.authority
            head.path = text?.path
            fragment = text?.fragment
        }
    }

    /// The URL as text, without the fragment. No URL is parsed for it.
    public var urlText: String {
        let path = head.path ?? ""
        guard let authority = head.authority else { return head.scheme.map { "\($0):\(path)" } ?? path }
        var text = head.scheme ?? ""
        text.reserveCapacity(text.utf8.count + authority.utf8.count + path.utf8.count + 4)
        text += text.isEmpty ? "//" : "://"
        text += authority
        // A path without a slash would become a part of the authority.
        if path.utf8.first != UInt8(ascii: "/") { text += "/" }
        text += path
        return text
    }

    /// The origin of the URL; nil for a URL that isn't one of HTTP.
    public var origin: Origin? { Origin(scheme: head.scheme, authority: head.authority) }

    /// Whether the URL is one of HTTP. Faster than making the origin.
    var hasOrigin: Bool { Origin.exists(scheme: head.scheme, authority: head.authority) }
}

/// The parts of a URL that requests have.
struct URLText {
    private(set) var scheme: String?
    /// The host and the port, without user information.
    private(set) var authority: String?
    /// The name and the password before the host, percent-encoded.
    private(set) var userInformation: String?
    /// The path and the query. A URL with an authority has at least a slash (RFC 9110, section 4.2.3).
    private(set) var path: String
    private(set) var fragment: String?

    /// Splits a URL, whose characters are valid (RFC 3986, section 3).
    init(_ url: String) {
        var url = url
        self = url.withUTF8 { URLText($0) }
    }

    private init(_ url: UnsafeBufferPointer<UInt8>) {
        var rest = url[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = Self.text(rest[(hash + 1)...])
            rest = rest[..<hash]
        }
        if let colon = rest.firstIndex(where: { ASCIISet.schemeEnd.contains($0) }), rest[colon] == UInt8(ascii: ":"),
            colon != rest.startIndex
        {
            scheme = Self.scheme(rest[..<colon])
            rest = rest[(colon + 1)...]
        }
        guard rest.starts(with: "//".utf8) else {
            path = Self.text(rest)
            return
        }
        rest = rest.dropFirst(2)
        let pathStart = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        var authority = rest[..<pathStart]
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInformation = Self.text(authority[..<at])
            authority = authority[(at + 1)...]
        }
        self.authority = Self.text(authority)
        rest = rest[pathStart...]
        path = rest.first == UInt8(ascii: "/") ? Self.text(rest) : "/" + Self.text(rest)
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
    }

    private static func scheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        if bytes.elementsEqual("https".utf8) { return "https" }
        if bytes.elementsEqual("http".utf8) { return "http" }
        return text(bytes).lowercased()
    }

    /// Whether the authority is a plain name with perhaps a port. Other ones need a parser of URLs.
    var hasPlainAuthority: Bool { authority.map { Self.isPlain($0) } ?? false }

    /// Whether an authority is a plain name with perhaps a port.
    static func isPlain(_ authority: String) -> Bool {
        var hasHost = false
        var port: Int?
        for byte in authority.utf8 {
            if let digits = port {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, digits <= 65_535 else { return false }
                port = digits * 10 + Int(byte - UInt8(ascii: "0"))
            } else if byte == UInt8(ascii: ":"), hasHost {
                port = 0
            } else {
                guard ASCIISet.plainHost.contains(byte) else { return false }
                hasHost = true
            }
        }
        return hasHost && port ?? 0 <= 65_535
    }

    /// The user information as the value of an `Authorization` field; nil without any.
    var authorization: String? {
        guard let userInformation else { return nil }
        let parts = userInformation.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.percentDecoded ?? String($0) }
        return String(basicUser: parts[0], password: parts.count > 1 ? parts[1] : "")
    }
}

extension ASCIISet {
    /// The characters of which the first one tells whether a URL has a scheme: a colon ends it.
    fileprivate static let schemeEnd = ASCIISet(":/?#[]@")

    /// The characters of the name of a host without escapes.
    fileprivate static let plainHost = ASCIISet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}

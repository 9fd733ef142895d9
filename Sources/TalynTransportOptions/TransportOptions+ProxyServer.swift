public import TalynCore
import _TalynFoundation
import _TalynSupport

extension TransportOptions.Proxy {
    /// A proxy server.
    public struct Server: Sendable, Hashable {
        /// A protocol of proxies.
        #if hasAttribute(nonexhaustive)
        @nonexhaustive
        #endif
        public enum Kind: Sendable, Hashable {
            /// HTTP, with tunnels by `CONNECT` (RFC 9110, section 9.3.6).
            case http
            /// SOCKS of version 5 (RFC 1928).
            case socks5
        }

        /// The protocol.
        public let kind: Kind
        /// The name or the address, without the brackets of an IPv6 address.
        public let host: String
        /// The port.
        public let port: Int
        /// The user of an HTTP proxy, for the Basic scheme.
        public internal(set) var credential: PasswordCredential?

        init(_ kind: Kind, host: String, port: Int, credential: PasswordCredential? = nil) {
            self.kind = kind
            self.host = host
            self.port = port
            self.credential = credential
        }
    }
}

extension TransportOptions.Proxy.Server {
    /// Reads the URL of a proxy as curl does. The default scheme is `http`, and the default port 1080.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - variable: The environment variable that has it.
    /// - Throws: ``TransportOptionsError``. Its text has no part of the URL, which can have a password.
    init(url text: String, in variable: String) throws(TransportOptionsError) {
        func failure(_ problem: String) -> TransportOptionsError {
            .invalid(
                option: "proxy",
                problem: "has an invalid value in the environment variable \(variable): \(problem)"
            )
        }
        let hasScheme = text.contains("://")
        guard let components = URLComponents(string: hasScheme ? text : "http://\(text)"),
            let host = components.host, !host.isEmpty
        else { throw failure("it is not a URL with a host") }
        let kind: Kind
        switch components.scheme?.lowercased() {
        case "http": kind = .http
        case "socks5", "socks5h": kind = .socks5
        default: throw failure("use http:// or socks5://")
        }
        let port = components.port ?? 1080
        guard 1...65_535 ~= port else { throw failure("the port is not from 1 to 65535") }
        self.init(kind, host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, port: port)
        if let user = components.user {
            guard kind == .http else { throw failure("a SOCKS proxy can't get a user name") }
            credential = PasswordCredential(user: user, password: components.password ?? "")
        }
    }
}

extension TransportOptions.Proxy.Server: CustomReflectable {
    /// The server without its password. A host that was given with a user and a password is invalid, but it is shown without them, too.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            ["kind": kind, "address": Redaction.strict.url("http://\(host):\(port)"), "credential": credential]
        )
    }
}

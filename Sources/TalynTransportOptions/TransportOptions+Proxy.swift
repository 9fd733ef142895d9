public import TalynCore
import _TalynFoundation
import _TalynSupport

extension TransportOptions {
    /// The proxies of a transport.
    ///
    /// ```swift
    /// options.proxy = .http(host: "proxy.example.com", port: 3128)
    /// options.proxy = .environment
    /// ```
    ///
    /// AsyncHTTPClient asks an HTTP proxy for a tunnel with `CONNECT` (RFC 9110, section 9.3.6), for `http` servers, too.
    public struct Proxy: Sendable, Hashable {
        /// The proxies for the schemes `http` and `https`; nil for the transport's own.
        public let servers: [String: Server]?
        var directHosts = ProxyExceptions("")
        /// The fault of an environment variable.
        var error: TransportOptionsError?

        init(servers: [String: Server]?) {
            self.servers = servers
        }

        /// The servers that are called without a proxy: names of hosts and domains, addresses and networks with commas or spaces
        /// between them, or `*`.
        public var exceptions: String { directHosts.text }

        /// The transport's own proxy: none with AsyncHTTPClient, the system's with URLSession.
        public static let standard = Proxy(servers: nil)

        /// No proxy.
        public static let none = Proxy(servers: [:])

        /// An HTTP proxy.
        ///
        /// - Parameters:
        ///   - host: The name or the address of the proxy.
        ///   - port: Its port.
        ///   - credential: The user of the proxy, for the Basic scheme.
        public static func http(host: String, port: Int, credential: PasswordCredential? = nil) -> Proxy {
            let server = Server(.http, host: host, port: port, credential: credential)
            return Proxy(servers: ["http": server, "https": server])
        }

        /// A SOCKS proxy of version 5 (RFC 1928), without a user. It resolves the names of servers.
        public static func socks5(host: String, port: Int = 1080) -> Proxy {
            let server = Server(.socks5, host: host, port: port)
            return Proxy(servers: ["http": server, "https": server])
        }

        /// The proxies of this process's environment. See ``environment(_:)``.
        public static var environment: Proxy { environment(ProcessInfo.processInfo.environment) }

        /// The proxies of environment variables, by curl's rules.
        ///
        /// `http_proxy` is for `http`, `https_proxy` for `https`, and `all_proxy` for both. `no_proxy` has the names, addresses
        /// and networks of servers that need no proxy, or `*`. Names in capital letters count, too, except `HTTP_PROXY`: a
        /// CGI server can set it by a header field of a request.
        ///
        /// The initializer of the transport throws for a URL that isn't one of an HTTP or SOCKS 5 proxy.
        ///
        /// - Parameter variables: The variables and their values.
        public static func environment(_ variables: [String: String]) -> Proxy {
            func value(_ names: String...) -> (name: String, text: String)? {
                for name in names {
                    if let text = variables[name], !text.isEmpty { return (name, text) }
                }
                return nil
            }
            var servers: [String: Server] = [:]
            var error: TransportOptionsError?
            let all = value("all_proxy", "ALL_PROXY")
            let texts = ["http": value("http_proxy") ?? all, "https": value("https_proxy", "HTTPS_PROXY") ?? all]
            for (scheme, variable) in texts.sorted(by: { $0.key < $1.key }) {
                guard let variable else { continue }
                do {
                    servers[scheme] = try Server(url: variable.text, in: variable.name)
                } catch let problem {
                    error = error ?? problem
                }
            }
            var proxy = Proxy(servers: servers)
            proxy.directHosts = ProxyExceptions(value("no_proxy", "NO_PROXY")?.text ?? "")
            proxy.error = error
            return proxy
        }

        /// The proxy for a server; nil for none.
        ///
        /// - Parameters:
        ///   - scheme: The scheme of the URL, in lower case. Any scheme but `http` counts as `https`.
        ///   - host: The host of the URL.
        public func server(scheme: String, host: String) -> Server? {
            guard let server = servers?[scheme == "http" ? "http" : "https"], !directHosts.contains(host) else {
                return nil
            }
            return server
        }

        /// - Throws: ``TransportOptionsError`` for an invalid proxy.
        func check() throws(TransportOptionsError) {
            if let error { throw error }
            for server in (servers ?? [:]).values {
                guard 1...65_535 ~= server.port else {
                    throw .invalid(option: "proxy", problem: "has a port that is not from 1 to 65535")
                }
                guard !server.host.isEmpty, HostTable<Void>.isKey(server.host) else {
                    // The text has no host, since it may hold a password.
                    throw .invalid(option: "proxy", problem: "has an invalid host: give its name alone")
                }
            }
        }
    }
}

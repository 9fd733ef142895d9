#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOSSL
import TalynCore
import _TalynSupport

/// The clients of a transport. A client of AsyncHTTPClient has one proxy and one configuration of TLS for all servers, so each
/// combination of them needs a client of its own.
struct ClientTable: Sendable {
    /// Two clients with one configuration.
    private struct Pair: Sendable {
        /// The client that keeps connections.
        let keeping: HTTPClient
        /// The client whose connections carry one request each. It can't meet a connection that the server has closed.
        let fresh: HTTPClient
        /// The TLS configuration for addresses, if it is another one; see ``HTTPClient/Configuration/addressTLS``.
        let addressTLS: TLSConfiguration?
        /// Makes connections for WebSockets; nil for a client of the caller, whose configuration isn't known.
        let connector: WebSocketConnector?

        /// - Parameter client: A client of the caller.
        init(_ client: HTTPClient) {
            keeping = client
            fresh = client
            addressTLS = nil
            connector = nil
        }

        init(_ configuration: HTTPClient.Configuration, makeClient: (HTTPClient.Configuration) -> HTTPClient) {
            keeping = makeClient(configuration)
            addressTLS = configuration.addressTLS
            connector = WebSocketConnector(configuration)
            var configuration = configuration
            configuration.maximumUsesPerConnection = 1
            fresh = makeClient(configuration)
        }

        var clients: [HTTPClient] { [keeping, fresh] }
    }

    /// The clients for each of the transport's proxies.
    private struct Group: Sendable {
        let direct: Pair
        var proxied: [TransportOptions.Proxy.Server: Pair] = [:]
    }

    /// The clients for `http`.
    private let plain: Group
    /// The clients for `https`.
    private let secure: Group
    /// The clients for `https` servers with settings of their own.
    private let hosts: HostTable<Group>
    private let proxy: TransportOptions.Proxy
    /// The only client; nil if there are several.
    private let only: Pair?
    let all: [HTTPClient]

    /// Creates a table of one client, which decides on TLS and proxies itself. A second client would have pools and limits that its
    /// owner doesn't know.
    init(_ client: HTTPClient) {
        self.init(Pair(client), all: [client])
    }

    /// Creates a table for one configuration, which decides on TLS and proxies itself.
    init(_ configuration: HTTPClient.Configuration, makeClient: (HTTPClient.Configuration) -> HTTPClient) {
        let pair = Pair(configuration, makeClient: makeClient)
        self.init(pair, all: pair.clients)
    }

    private init(_ pair: Pair, all: [HTTPClient]) {
        only = pair
        plain = Group(direct: pair)
        secure = plain
        hosts = HostTable([:])
        proxy = .none
        self.all = all
    }

    /// - Parameters:
    ///   - configuration: The configuration of all clients, without the settings of TLS and proxies in the options.
    ///   - options: The options.
    ///   - makeClient: Makes a client.
    /// - Throws: ``TransportOptionsError`` for an invalid certificate, hash or proxy.
    init(
        _ configuration: HTTPClient.Configuration,
        _ options: TransportOptions,
        makeClient: (HTTPClient.Configuration) -> HTTPClient
    ) throws {
        // A client that isn't shut down traps. So nothing throws after the first one.
        var hosts: [String: HTTPClient.Configuration] = [:]
        for key in Set(options.hostTrust.keys).union(options.clientCertificates.keys) {
            var host = try configuration.trusting(options.serverTrust(for: key))
            if let certificate = options.clientCertificate(for: key) { try host.identify(by: certificate) }
            hosts[key] = host
        }
        let trusting = try configuration.trusting(options.serverTrust)

        var all: [HTTPClient] = []
        func group(_ configuration: HTTPClient.Configuration, schemes: [String]) -> Group {
            func pair(_ proxy: HTTPClient.Configuration.Proxy?) -> Pair {
                var configuration = configuration
                if options.proxy.servers != nil { configuration.proxy = proxy }
                let pair = Pair(configuration, makeClient: makeClient)
                all += pair.clients
                return pair
            }
            var group = Group(direct: pair(nil))
            for scheme in schemes {
                guard let server = options.proxy.servers?[scheme], group.proxied[server] == nil else { continue }
                group.proxied[server] = pair(.init(server))
            }
            return group
        }
        self.hosts = HostTable(hosts.mapValues { group($0, schemes: ["https"]) })
        if options.serverTrust == .system {
            plain = group(configuration, schemes: ["http", "https"])
            secure = plain
        } else {
            // With pins, connections without TLS fail.
            plain = group(configuration, schemes: ["http"])
            secure = group(trusting, schemes: ["https"])
        }
        proxy = options.proxy
        only = all.count == 2 ? plain.direct : nil
        self.all = all
    }

    /// The client for a request. A repetition gets a connection of its own.
    func client(for request: OutgoingRequest) -> HTTPClient {
        let pair = pair(for: request)
        return request.isRepetition ? pair.fresh : pair.keeping
    }

    /// The TLS configuration for a request whose host swift-nio-ssl can't verify; nil for that of the client.
    func addressTLS(for request: OutgoingRequest) -> TLSConfiguration? {
        guard request.head.scheme != "http", let tls = pair(for: request).addressTLS,
            request.origin?.host.isAddress == true
        else { return nil }
        return tls
    }

    /// Makes the connection for a request that opens a WebSocket; nil for a client of the caller.
    func connector(for request: OutgoingRequest) -> WebSocketConnector? { pair(for: request).connector }

    private func pair(for request: OutgoingRequest) -> Pair {
        if let only { return only }
        // Only the scheme `http` has no TLS. The trust applies to all others.
        let scheme = request.head.scheme == "http" ? "http" : "https"
        guard !hosts.isEmpty || proxy.servers?.isEmpty == false,
            let host = request.url?.host(percentEncoded: false)
        else { return scheme == "http" ? plain.direct : secure.direct }
        let group = scheme == "http" ? plain : hosts[host: host] ?? secure
        return proxy.server(scheme: scheme, host: host).flatMap { group.proxied[$0] } ?? group.direct
    }
}

extension HTTPClient.Configuration.Proxy {
    fileprivate init(_ server: TransportOptions.Proxy.Server) {
        if server.kind == .socks5 {
            self = .socksServer(host: server.host, port: server.port)
        } else {
            let authorization = server.credential.map {
                HTTPClient.Authorization.basic(username: $0.user, password: $0.password)
            }
            self = .server(host: server.host, port: server.port, authorization: authorization)
        }
    }
}
#endif

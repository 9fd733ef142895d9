import TalynCore
import _TalynFoundation

#if canImport(Darwin)
import TalynURLSession
#elseif AsyncHTTPClient && os(Linux)
import TalynAsyncHTTPClient
#endif

/// The default transport of providers: AsyncHTTPClient on Linux and URLSession on Apple platforms, shared by all providers.
enum DefaultTransport {
    static let shared: any Transport = {
        #if canImport(Darwin)
        URLSessionTransport.shared
        #elseif AsyncHTTPClient && os(Linux)
        AsyncHTTPClientTransport.shared
        #else
        NoTransport()
        #endif
    }()
}

/// A transport that fails every request with ``NoTransportError``.
struct NoTransport: Transport {
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        throw NoTransportError()
    }
}

/// There is no default transport: on Linux, Talyn was built without the trait `AsyncHTTPClient`.
///
/// The ``TalynError/underlyingError`` of a call whose provider has no transport. Stubs need no transport. URLSession isn't
/// the default on Linux, since some responses crash it there: see <doc:TransportsOnLinux>.
public struct NoTransportError: Error, Sendable, Hashable, DescribedError {
    /// Creates the error.
    public init() {}

    public var problem: String { "There is no default transport: Talyn was built without AsyncHTTPClient." }

    public var recovery: String? {
        "Add the trait AsyncHTTPClient to the dependency on Talyn, or give the provider a transport: "
            + "Provider(transport: …)."
    }
}

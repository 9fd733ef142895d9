public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// There is no default transport: on Linux, Talyn was built without the trait `AsyncHTTPClient`.
///
/// A call of a provider that was given no transport fails with it inside ``TalynError/underlying(_:_:)``. Stubs need no
/// transport. URLSession is no default on Linux, since some responses crash it there: see <doc:TransportsOnLinux>.
public struct NoTransportError: Error, Sendable, Hashable, LocalizedError {
    package init() {}

    public var errorDescription: String? { "There is no default transport: Talyn was built without AsyncHTTPClient." }

    public var recoverySuggestion: String? {
        "Add the trait AsyncHTTPClient to the dependency on Talyn, or give the provider a transport: "
            + "Provider(transport: URLSessionTransport()). Some responses crash URLSession on Linux."
    }
}

extension NoTransportError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}

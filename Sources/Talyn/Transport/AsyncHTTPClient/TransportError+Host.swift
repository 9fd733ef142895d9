#if AsyncHTTPClient && os(Linux)
import NIOPosix
#endif

extension TransportError {
    /// Whether the name of the host has no address. `URLSession` says so by an error of its own.
    package var isHostUnknown: Bool {
        #if AsyncHTTPClient && os(Linux)
        (underlyingError as? NIOConnectionError)?.connectionErrors.isEmpty == true
        #else
        false
        #endif
    }
}

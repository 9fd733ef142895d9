public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Provider {
    /// The endpoint that the target describes: its path joined to its base URL, its sample data with status 200.
    @Sendable
    public final class func defaultEndpointMapping(for target: Target) -> Endpoint {
        Endpoint(target)
    }

    /// The endpoint's request.
    @Sendable
    public final class func defaultRequestMapping(
        for endpoint: Endpoint,
        closure: @escaping RequestResultClosure
    ) {
        do throws(TalynError) {
            closure(.success(try endpoint.urlRequest()))
        } catch {
            closure(.failure(error))
        }
    }

    /// AsyncHTTPClient on Linux, URLSession elsewhere. All providers share it.
    ///
    /// On Linux without the trait `AsyncHTTPClient` there is none: it fails every call with a ``NoTransportError``.
    public final class func defaultTransport() -> any Transport {
        DefaultTransport.shared
    }

    /// Stubs nothing.
    @Sendable
    public final class func neverStub(_: Target) -> StubBehavior { .never }

    /// Stubs every target, at once.
    @Sendable
    public final class func immediatelyStub(_: Target) -> StubBehavior { .immediate }

    /// Stubs every target, after so many seconds.
    public final class func delayedStub(_ seconds: TimeInterval) -> StubClosure {
        { _ in .delayed(seconds: seconds) }
    }
}

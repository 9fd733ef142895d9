public import HTTPTypes
import _TalynSupport

/// A type that sends a request to a server and returns the response.
///
/// Live, stubbed and recorded calls differ only in their transport. All other code of a call is the same. To write a transport
/// of your own, implement one method:
///
/// ```swift
/// struct Echo: Transport {
///     func send(_ request: OutgoingRequest) async throws -> TransportResponse {
///         TransportResponse(statusCode: 200, body: request.body ?? HTTPBody(Data()))
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// The header fields for requests that don't set them.
    ///
    /// A transport adds `Accept`, `Accept-Encoding`, `Accept-Language` and `User-Agent` itself. The provider adds the others
    /// to the first request of a call, and removes secret ones before a redirect to another origin.
    var defaultHeaderFields: HTTPFields { get }

    /// Whether the transport follows redirects, answers challenges and keeps cookies itself. False by default: the provider does it.
    ///
    /// If it is true, the transport adds its default header fields itself, too, and decides about repetitions.
    var sendsFollowUps: Bool { get }

    /// Sends a request, and returns when the head of the response arrives.
    ///
    /// A transport carries one exchange. It returns responses of any status. The provider follows redirects, answers
    /// challenges and keeps cookies, alike for all transports. If the task is cancelled, the exchange ends immediately and
    /// frees its connection, also while the caller reads the body.
    ///
    /// - Throws: A ``TransportError``, here or while the caller reads the body. Other errors reach the caller unchanged.
    func send(_ request: OutgoingRequest) async throws -> TransportResponse
}

extension Transport {
    public var defaultHeaderFields: HTTPFields { .empty }
    public var sendsFollowUps: Bool { false }
}

/// A transport that sends its requests through another one, such as one that counts or delays them.
///
/// ```swift
/// struct Slow: WrappingTransport {
///     let base: any Transport
///
///     func wrapping(_ base: any Transport) -> any Transport { Slow(base: base) }
///
///     func send(_ request: OutgoingRequest) async throws -> TransportResponse {
///         try await Task.sleep(for: .milliseconds(100))
///         return try await base.send(request)
///     }
/// }
/// ```
///
/// The provider finds what is inside: stubs, recordings and the reports of connections. A test that replaces the transport to the
/// server replaces the innermost one, and the transports around it stay.
public protocol WrappingTransport: Transport {
    /// The transport inside.
    var base: any Transport { get }

    /// The same transport around another one.
    func wrapping(_ base: any Transport) -> any Transport
}

extension WrappingTransport {
    public var defaultHeaderFields: HTTPFields { base.defaultHeaderFields }
    public var sendsFollowUps: Bool { base.sendsFollowUps }
}

extension Transport {
    /// The transport as a type, or the first such one inside it; nil without one.
    func first<Kind>(of type: Kind.Type) -> Kind? {
        self as? Kind ?? (self as? any WrappingTransport)?.base.first(of: type)
    }

    /// The innermost transport: this one, if it wraps no other.
    var innermost: any Transport {
        guard let wrapper = self as? any WrappingTransport else { return self }
        return wrapper.base.innermost
    }

    /// The transport with another one in place of the innermost one.
    func replacingBase(by replacement: any Transport) -> any Transport {
        guard let wrapper = self as? any WrappingTransport else { return replacement }
        return wrapper.wrapping(wrapper.base.replacingBase(by: replacement))
    }
}

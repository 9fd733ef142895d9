#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
public import TalynCore
import HTTPTypes
import _TalynSupport

/// Signs the request of each exchange with a signature of your own.
///
/// ```swift
/// let signing = SigningPlugin { request, bodyDigest in
///     let digest = try await bodyDigest()
///     let path = request.head.path ?? "/"
///     try request.setCredential(signature(path, digest), for: .named("X-Signature"))
/// }
/// ```
///
/// The request is the one that goes over the wire: after redirects, compression and cookies. So each attempt and each redirect gets a
/// signature of its own. Header fields and query parameters that the closure sets count as credentials: texts mask them. A request to
/// an origin that may not have the call's credentials isn't signed.
public struct SigningPlugin: ExchangeInterceptor {
    /// Returns the SHA-256 digest of the body, which it reads. Without a body, it is the digest of no bytes.
    ///
    /// It throws ``SignatureError`` with the reason ``SignatureError/Reason/bodyNotReplayable`` for a body that can be read only once.
    public typealias BodyDigest = @Sendable () async throws -> Data

    /// Signs a request: changes its header fields or its URL.
    public typealias Signing =
        @Sendable (
            _ request: inout OutgoingRequest, _ bodyDigest: @escaping BodyDigest
        ) async throws -> Void

    private let sign: Signing

    /// Creates a plugin.
    ///
    /// - Parameter sign: Signs a request. A signature without the body doesn't call the second parameter. If it throws, the attempt
    ///   fails with that error, and nothing is sent.
    public init(sign: @escaping Signing) {
        self.sign = sign
    }

    public func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse {
        guard request.mayBeSigned else { return try await next(request) }
        var signed = request
        let body = request.body
        let digest = Locked<Data?>(nil)
        try await sign(&signed) {
            if let known = digest.withLock({ $0 }) { return known }
            let bytes = Data(try await body.digest())
            digest.withLock { $0 = bytes }
            return bytes
        }
        signed.credentialNames.formUnion(signed.head.namesChanged(since: request.head))
        return try await next(signed)
    }
}

extension OutgoingRequest {
    /// Whether the origin may have the call's credentials. A redirect can lead to another one.
    var mayBeSigned: Bool {
        mayHaveCredentials && context?.allowsCredentials(for: self) != false
    }
}
#endif

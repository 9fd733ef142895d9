#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
import HTTPTypes
public import TalynCore
import _TalynSupport

/// Signs requests to AWS, and to services with the same signatures, by AWS Signature Version 4.
///
/// ```swift
/// let storage = Provider<Storage>(plugins: [AWSSigningPlugin(region: "eu-central-1", service: "s3")])
/// ```
///
/// The plugin signs each exchange: a repeated attempt has a new time. If the server refuses a request because the local clock is wrong,
/// or because the request waited for long, the plugin signs it once more by the server's clock. It does so only if the code of the
/// error tells that the server refused the signature or its time, and so hasn't processed the request.
public struct AWSSigningPlugin: ExchangeInterceptor {
    /// The way in which a signature covers the body.
    ///
    /// VPC Lattice, `vpc-lattice-svcs`, accepts only signatures that don't cover the body. For it, each payload is ``unsigned``.
    public struct Payload: Sendable, Hashable {
        fileprivate let name: String

        /// The signature covers the body, which is read once more for it.
        public static let signed = Payload(name: "signed")

        /// The signature doesn't cover the body: `UNSIGNED-PAYLOAD`. Only S3 and few others accept it, and only over https.
        public static let unsigned = Payload(name: "unsigned")

        /// The body is signed in chunks while it is sent: `STREAMING-AWS4-HMAC-SHA256-PAYLOAD`. For S3, and for bodies of known
        /// length that can be read only once.
        public static let chunked = Payload(name: "chunked")
    }

    private let payload: Payload
    /// Whether the signature covers the field `Content-Length`.
    private let signsContentLength: Bool
    private let state: AWSSigningState
    var pathRule: AWSCanonicalRequest.PathRule
    /// Whether the request has the hash of the body in a field of its own.
    var setsContentHash: Bool

    /// Whether the signature covers the session token. Some services, such as AWS IoT, want the token to be added after the signature.
    public var signsSessionToken = true

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - region: The region of the service, such as `us-east-1`.
    ///   - service: The name of the service in signatures, such as `s3`, `dynamodb` or `execute-api`.
    ///   - credentials: The source of the credentials.
    ///   - payload: The way in which a signature covers the body.
    ///   - clock: The clock that limits the loading of credentials.
    ///   - now: The local time.
    public init(
        region: String,
        service: String,
        credentials: AWSCredentialSource = .default,
        payload: Payload = .signed,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.payload = service == "vpc-lattice-svcs" ? .unsigned : payload
        // OpenSearch Serverless refuses a signature that covers this field.
        signsContentLength = service != "aoss"
        pathRule = AWSCanonicalRequest.PathRule(service: service)
        setsContentHash =
            !pathRule.isEncodedTwice || self.payload != .signed || Self.servicesWithContentHash.contains(service)
        state = AWSSigningState(
            source: credentials,
            region: region,
            service: service,
            now: now,
            time: TimeSource(clock)
        )
    }

    /// The services besides S3 that want the hash of the body in a field of its own.
    private static let servicesWithContentHash: Set = ["aoss", "glacier"]

    public func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse {
        guard request.mayBeSigned else { return try await next(request) }
        let first = try await signedWithDate(request)
        var response = try await next(first.request)
        // Most of the responses need no further look.
        guard response.statusCode == 403 || response.statusCode == 400 || response.statusCode == 401,
            request.body?.isReplayable != false,
            let offset = state.clockOffset(in: response, toRequestOf: first.date),
            await response.refusesSignature(of: request.method)
        else { return response }
        state.use(offset)
        await response.body.drain(by: request.context?.clock ?? ContinuousClock())
        try Task.checkCancellation()
        return try await next(try await signed(request))
    }

    /// Signs a request in its `Authorization` field, for example one that another client sends.
    ///
    /// - Throws: ``SignatureError`` for missing credentials, and for a body that can't be signed. The errors of the source, and of
    ///   reading the body.
    public func signed(_ request: OutgoingRequest) async throws -> OutgoingRequest {
        try await signedWithDate(request).request
    }

    /// Signs a request. Returns the time of the signature, too.
    private func signedWithDate(
        _ request: OutgoingRequest
    ) async throws -> (request: OutgoingRequest, date: Date) {
        let (date, time, scope) = try await state.scope()
        var request = request
        let host = try Self.host(of: request)
        if request.head.authority != host { request.head.authority = host }
        request.head.path = AWSCanonicalRequest.sent(request.head.path ?? "/", pathRule)
        request.headerFields = AWSCanonicalRequest.sent(request.headerFields)
        let hash = try await payloadHash(of: request)
        let isChunked = hash == Self.chunkedPayload
        request.headerFields[.xAmzDate] = time.text
        if setsContentHash { request.headerFields[.xAmzContentSHA256] = String(decoding: hash, as: UTF8.self) }
        if isChunked { try setChunkedFields(of: &request) }
        request.headerFields[.xAmzSecurityToken] = nil
        if signsSessionToken { try setToken(of: &request, scope) }
        let canonical = AWSCanonicalRequest(
            method: request.method,
            target: request.head.path ?? "/",
            rule: pathRule,
            host: host,
            fields: signedFields(of: request),
            payloadHash: hash
        )
        let signature = scope.signature(of: canonical, at: time)
        if !signsSessionToken { try setToken(of: &request, scope) }
        var authorization = Array("AWS4-HMAC-SHA256 Credential=".utf8)
        authorization.reserveCapacity(320)
        authorization.append(contentsOf: scope.credentials.accessKeyID.utf8)
        authorization.append(UInt8(ascii: "/"))
        authorization.append(contentsOf: scope.text.utf8)
        authorization.append(contentsOf: ", SignedHeaders=".utf8)
        authorization.append(contentsOf: canonical.signedFields)
        authorization.append(contentsOf: ", Signature=".utf8)
        authorization.append(contentsOf: signature)
        try request.setCredential(String(decoding: authorization, as: UTF8.self), for: .authorization)
        if isChunked, let body = request.body {
            request.body = AWSChunkedBody(body: body, scope: scope, time: time, seed: signature).encoded
        }
        return (request, date)
    }

    /// Signs a request in its URL, for a sender without the secret key.
    ///
    /// The URL is a credential until it expires: don't log it. The sender needs the header fields of the request, too, and repeated ones
    /// as one field with commas and no spaces between its values. For S3, the signature doesn't cover the body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - duration: The time until the signature expires: from a second to seven days.
    /// - Throws: ``SignatureError`` for missing credentials, another duration, and a body that can't be signed. The errors of the
    ///   source, and of reading the body.
    public func presignedURL(for request: OutgoingRequest, expiresIn duration: Duration) async throws -> URL {
        guard (.seconds(1) ... .seconds(604_800)).contains(duration) else { throw SignatureError.invalidAWSDuration }
        let (_, time, scope) = try await state.scope()
        let hash = pathRule.isEncodedTwice ? try await bodyHash(request.body) : Self.unsignedPayload
        let host = try Self.host(of: request)
        func canonical(_ target: String) -> AWSCanonicalRequest {
            AWSCanonicalRequest(
                method: request.method,
                target: target,
                rule: pathRule,
                host: host,
                fields: signedFields(of: request),
                payloadHash: hash
            )
        }
        var target = AWSCanonicalRequest.sent(request.head.path ?? "/", pathRule)
        var separator = target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        if target.hasSuffix("?") || target.hasSuffix("&") { separator = "" }
        func add(_ name: String, _ value: String) {
            target += "\(separator)\(name)=\(value.percentEncoded(allowed: .unreserved))"
            separator = "&"
        }
        add("X-Amz-Algorithm", "AWS4-HMAC-SHA256")
        add("X-Amz-Credential", "\(scope.credentials.accessKeyID)/\(scope.text)")
        add("X-Amz-Date", time.text)
        add("X-Amz-SignedHeaders", String(decoding: canonical("/").signedFields, as: UTF8.self))
        add("X-Amz-Expires", "\(duration.components.seconds)")
        if signsSessionToken, let token = scope.credentials.sessionToken { add("X-Amz-Security-Token", token) }
        let signature = scope.signature(of: canonical(target), at: time)
        if !signsSessionToken, let token = scope.credentials.sessionToken { add("X-Amz-Security-Token", token) }
        add("X-Amz-Signature", String(decoding: signature, as: UTF8.self))
        var signed = request
        signed.head.authority = host
        signed.head.path = target
        guard let url = signed.url else { throw RequestError.invalidURL(request.urlText) }
        return url
    }

    // MARK: - Parts

    private static let unsignedPayload = Array("UNSIGNED-PAYLOAD".utf8)
    private static let chunkedPayload = Array("STREAMING-AWS4-HMAC-SHA256-PAYLOAD".utf8)

    private func payloadHash(of request: OutgoingRequest) async throws -> [UInt8] {
        switch payload {
        case .unsigned: Self.unsignedPayload
        case .chunked where request.body != nil: Self.chunkedPayload
        default: try await bodyHash(request.body)
        }
    }

    private func bodyHash(_ body: HTTPBody?) async throws -> [UInt8] {
        guard let body else { return AWSSigningScope.emptyHash }
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        digits.appendHexadecimal(try await Optional(body).digest())
        return digits
    }

    private func signedFields(of request: OutgoingRequest) -> HTTPFields {
        guard !signsContentLength, request.headerFields.contains(.contentLength) else { return request.headerFields }
        var fields = request.headerFields
        fields[.contentLength] = nil
        return fields
    }

    private func setChunkedFields(of request: inout OutgoingRequest) throws {
        guard let length = request.body?.length else { throw SignatureError.unknownAWSLength }
        let coding = request.headerFields[.contentEncoding]
        request.headerFields[.contentEncoding] = coding.map { "aws-chunked,\($0)" } ?? "aws-chunked"
        request.headerFields[.xAmzDecodedContentLength] = "\(length)"
        request.headerFields[.contentLength] = "\(AWSChunkedBody.length(of: length))"
    }

    private func setToken(of request: inout OutgoingRequest, _ scope: AWSSigningScope) throws {
        if let token = scope.credentials.sessionToken { try request.setCredential(token, for: .xAmzSecurityToken) }
    }

    /// The value of the `Host` field: some transports leave out the default port, and some send the host in lower case.
    private static func host(of request: OutgoingRequest) throws -> String {
        guard let authority = request.head.authority, !authority.isEmpty else {
            throw RequestError.invalidURL(request.urlText)
        }
        return authority.normalizedAuthority(of: request.head.scheme)
    }
}

extension HTTPField.Name {
    fileprivate static let xAmzDate = named("X-Amz-Date")
    fileprivate static let xAmzContentSHA256 = named("X-Amz-Content-Sha256")
    fileprivate static let xAmzDecodedContentLength = named("X-Amz-Decoded-Content-Length")
    fileprivate static let xAmzSecurityToken = named("X-Amz-Security-Token")
}

extension SignatureError {
    fileprivate static let invalidAWSDuration = SignatureError(
        .invalidMessage,
        "A presigned URL can't be valid for this time.",
        "Use a duration from a second to seven days."
    )

    fileprivate static let unknownAWSLength = SignatureError(
        .invalidMessage,
        "The body can't be sent in signed chunks, since its length is unknown.",
        "Give the body its length, or use the payload .unsigned."
    )
}
#endif

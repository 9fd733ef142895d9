import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// Tells which requests are identical: what the server gets, and what decides on the treatment of its response.
struct CoalescingKey: Hashable, Sendable {
    /// Header fields that differ in each request, and on which no response depends. The `Authorization` field beside a proof has the
    /// token.
    static let ignoredNames: Set<HTTPField.Name> = [.traceParent, .traceState, .dpop]

    private let method: HTTPRequest.Method
    private let url: String
    private let headerFields: HTTPFields
    private let body: Data?

    /// Another provider can have another transport.
    private let provider: ObjectIdentifier
    /// The innermost transport, if it is an object: a test can replace the provider's by its own.
    private let transport: ObjectIdentifier?
    private let user: String?
    /// Stubs, and transports that see a status first, know the target.
    private let targetType: ObjectIdentifier
    private let validation: StatusValidation
    /// A response can set the cookies of one user.
    private let cookies: ObjectIdentifier?

    // The values that a transport uses beside the message itself.
    private let idleTimeout: Duration?
    private let cache: CachePolicy?
    private let maximumResponseSize: Int64?
    private let credential: PasswordCredential?
    private let secretNames: Set<String>
    private let mayHaveCredentials: Bool
    private let allowsTransportCache: Bool
    private let allowsCookies: Bool
    private let isRepetition: Bool

    /// Nil for a request that doesn't share.
    init?(
        _ request: OutgoingRequest,
        over base: any Transport,
        ignoring names: Set<HTTPField.Name>,
        user: (@Sendable (CallContext) -> String)?
    ) {
        // A request that isn't idempotent, such as an order, is never shared: each one counts.
        guard let context = request.context, context.isShareable, context.endpoint.isIdempotent, request.isIdempotent,
            request.original == nil, request.body == nil || request.body?.data != nil
        else { return nil }
        method = request.method
        url = request.urlText
        body = request.body?.data
        var headerFields = request.headerFields
        for name in names where headerFields.contains(name) { headerFields[name] = nil }
        self.headerFields = headerFields
        provider = context.providerID
        transport = base.innermostObject.map { ObjectIdentifier($0) }
        self.user = user?(context)
        targetType = ObjectIdentifier(type(of: context.target))
        validation = context.target.validation
        if case .store(let store, _)? = request.options.cookies {
            cookies = ObjectIdentifier(store)
        } else {
            cookies = nil
        }
        idleTimeout = request.options.idleTimeout
        cache = request.options.cache
        maximumResponseSize = request.options.maximumResponseSize
        credential = request.credential
        secretNames = request.secretNames
        mayHaveCredentials = request.mayHaveCredentials
        allowsTransportCache = request.allowsTransportCache
        allowsCookies = request.allowsCookies
        isRepetition = request.isRepetition
    }
}

extension Transport {
    /// The innermost transport, if it is an object, as those that replace it in tests always are.
    fileprivate var innermostObject: AnyObject? {
        if let wrapper = self as? any WrappingTransport { return wrapper.base.innermostObject }
        // On Apple platforms, a cast would put a value into a new object.
        return type(of: self) is AnyClass ? self as AnyObject : nil
    }
}

extension HTTPField.Name {
    fileprivate static let traceParent = Self("traceparent")!
    fileprivate static let traceState = Self("tracestate")!
    fileprivate static let dpop = Self("DPoP")!
}

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A request, as a transport gets it.
public struct TransportRequest: Sendable {
    /// What most requests don't have.
    private struct Values: Sendable {
        var credential: URLCredential?
        var target: (any TargetType)?
        var validationType = ValidationType.none
        var options = RequestOptions()
        var mayHaveCredentials = true
        var adaptedFieldNames: Set<String> = []
        var onSend: (@Sendable (Int64) -> Void)?
        /// The body, if it is not in memory.
        var stream: HTTPBody?
    }

    /// An object, so that a request costs next to nothing where it is handed on, and where it has none of them.
    private final class Box: @unchecked Sendable {  // Unchecked: the values change only while nobody else has the box.
        var values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    /// Method, URL, header fields and timeout, and a body that is in memory.
    public var urlRequest: URLRequest

    /// The call that the request is an attempt of.
    var call: Call?

    private var box: Box?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - urlRequest: Method, URL, header fields and timeout.
    ///   - body: The body; by default the one that `urlRequest` has, be it data or a stream.
    public init(_ urlRequest: URLRequest, body: HTTPBody? = nil) {
        self.urlRequest = urlRequest
        if let body {
            self.body = body
        } else if let stream = urlRequest.httpBodyStream {
            let length = urlRequest.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            self.body = HTTPBody(SingleUseStream(stream: stream), length: length)
        }
    }

    private mutating func change(_ change: (inout Values) -> Void) {
        if isKnownUniquelyReferenced(&box), let box { return change(&box.values) }
        var values = box?.values ?? Values()
        change(&values)
        box = Box(values)
    }
}

extension TransportRequest {
    /// What is called, without the ``MultiTarget`` around it; nil if no target is.
    public var target: (any TargetType)? {
        get { box?.values.target ?? call?.target }
        set { change { $0.target = newValue } }
    }

    /// Where the call is written, if it says so.
    package var place: CallPlace? { call?.place }

    /// Who the caller is, should the server ask (RFC 9110, section 11): used for the origin of `urlRequest` only.
    public var credential: URLCredential? {
        get { box?.values.credential }
        set { if newValue != nil || box != nil { change { $0.credential = newValue } } }
    }

    /// The statuses that the target accepts, for a transport that repeats what failed by rules of its own.
    public var validationType: ValidationType {
        get { box?.values.validationType ?? .none }
        set { if newValue != .none || box != nil { change { $0.validationType = newValue } } }
    }

    /// How the request is to be sent: a transport heeds ``RequestOptions/cookies``, ``RequestOptions/redirects``,
    /// ``RequestOptions/priority`` and ``RequestOptions/secretHeaderFields``; the rest has been seen to.
    public var options: RequestOptions {
        get { box?.values.options ?? RequestOptions() }
        set { if !newValue.isEmpty || box != nil { change { $0.options = newValue } } }
    }

    /// Whether the URL has an origin that may see the call's credentials; a transport adds none of its own otherwise.
    package var mayHaveCredentials: Bool {
        get { box?.values.mayHaveCredentials ?? true }
        set { if !newValue || box != nil { change { $0.mayHaveCredentials = newValue } } }
    }

    /// The names of the header fields that adaptations have set, such as an ``Authenticator``.
    var adaptedFieldNames: Set<String> {
        get { box?.values.adaptedFieldNames ?? [] }
        set { if !newValue.isEmpty || box != nil { change { $0.adaptedFieldNames = newValue } } }
    }

    /// The names of header fields that are secrets, besides those whose names tell.
    var secretFieldNames: Set<String> { options.secretHeaderFields.union(adaptedFieldNames) }

    /// Is told how many bytes of the body have been sent, by one thread at a time: always more, until the body starts over.
    public var onSend: (@Sendable (Int64) -> Void)? {
        get { box?.values.onSend }
        set { if newValue != nil || box != nil { change { $0.onSend = newValue } } }
    }

    /// The body, if the request has one.
    public var body: HTTPBody? {
        get { box?.values.stream ?? urlRequest.httpBody.map { HTTPBody($0) } }
        set {
            urlRequest.httpBody = newValue?.data
            let stream = newValue?.data == nil ? newValue : nil
            if stream != nil || box != nil { change { $0.stream = stream } }
        }
    }
}

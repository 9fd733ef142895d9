public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A target, resolved: where the request goes, what it carries, and what a stub answers in its place.
///
/// A ``Provider`` makes one from each target with its endpoint closure; an around-style plugin may pass on a changed
/// copy. Two endpoints are equal when they make the same request, body included.
///
/// An endpoint decides which origin may see the credentials of a call: the origin of the base URL that it was made
/// with. A request that leads to another origin loses them: credentials that plugins add, header fields with telling
/// names or named by ``RequestOptions/secretHeaderFields``, and such parameters that were added to the query.
/// - ``init(_:baseURL:sampleStatusCode:)`` counts the base URL that it is given, or else the target's. An absolute URL as the
///   target's path doesn't change that.
/// - ``init(url:sampleResponseClosure:method:task:httpHeaderFields:)``, called by an endpoint closure, chooses the origin of
///   its URL, for example to call a staging server. But if the target's path alone leads there, the base URL
///   counts: the text of a path may come from anywhere.
/// - Later changes of the URL, by a request closure or a plugin, by the link to a next page or a redirect, choose no
///   origin. To move a call with its credentials, use the endpoint closure, ``PageStream/Paging/trusting(_:)`` or
///   ``RedirectPolicy/decide(limit:_:)``.
@preconcurrency
public struct Endpoint: Sendable {
    /// Gives what a stub answers, each time it does.
    public typealias SampleResponseClosure = @Sendable () -> EndpointSampleResponse

    /// Changes the request of an attempt before the plugins prepare it.
    public typealias Adapt = @Sendable (_ request: inout URLRequest) async throws -> Void

    /// What a plugin changes in the requests of attempts.
    struct Adaptation: Sendable {
        let plugin: any Plugin.Type
        let adapt: Adapt
    }

    private struct Values: Sendable {
        var url: String
        var sampleResponseClosure: SampleResponseClosure
        var method: HTTPRequest.Method
        var task: HTTPTask
        var httpHeaderFields: [String: String]?
        var options = RequestOptions()
        var credentialOrigins: CredentialOrigins?
    }

    /// The values, in one object: an endpoint is handed on many times, and a copy costs no more than a reference.
    private final class Box: @unchecked Sendable {  // Unchecked: the values change only while nobody else has the box.
        var values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private var box: Box

    /// What changes the requests of attempts, in this order.
    private(set) var adaptations: [Adaptation] = []

    /// What happens to the call that the endpoint is for.
    private(set) var record: CallRecord?

    /// The whole URL, as text: it may be invalid, which ``urlRequest()`` reports.
    public var url: String { box.values.url }

    /// What a stub answers.
    public var sampleResponseClosure: SampleResponseClosure { box.values.sampleResponseClosure }

    /// The request method.
    public var method: HTTPRequest.Method { box.values.method }

    /// What the request carries.
    public var task: HTTPTask { box.values.task }

    /// The header fields of the request.
    public var httpHeaderFields: [String: String]? { box.values.httpHeaderFields }

    /// How the call is to be made: what its provider, its target and its caller have said of it.
    public var options: RequestOptions { box.values.options }

    /// Which origins may see credentials; nil if only the call can tell.
    var credentialOrigins: CredentialOrigins? { box.values.credentialOrigins }

    /// Creates an endpoint; nothing is checked before ``urlRequest()``.
    ///
    /// Made by an endpoint closure, it may have credentials for the origin of `url`, unless the target's path alone leads
    /// there.
    public init(
        url: String,
        sampleResponseClosure: @escaping SampleResponseClosure,
        method: HTTPRequest.Method,
        task: HTTPTask,
        httpHeaderFields: [String: String]?
    ) {
        box = Box(
            Values(
                url: url,
                sampleResponseClosure: sampleResponseClosure,
                method: method,
                task: task,
                httpHeaderFields: httpHeaderFields
            )
        )
    }

    private mutating func change(_ change: (inout Values) -> Void) {
        if !isKnownUniquelyReferenced(&box) { box = Box(box.values) }
        change(&box.values)
    }

    private func changed(_ change: (inout Values) -> Void) -> Endpoint {
        var copy = self
        copy.change(change)
        return copy
    }

    /// Whether the other is this very value, but for adaptations.
    func isIdentical(to other: Endpoint) -> Bool { box === other.box }

    /// Says for which call the endpoint is, and how that is to be made.
    mutating func use(_ options: RequestOptions, for record: CallRecord?) {
        self.record = record
        if !options.isEmpty || !self.options.isEmpty { change { $0.options = options } }
    }

    /// Says which origins may see credentials.
    mutating func bindCredentials(to origins: CredentialOrigins?) {
        change { $0.credentialOrigins = origins }
    }

    /// A copy with more header fields; one that is there already gets the new value.
    ///
    /// Names are compared without regard to case (RFC 9110, section 5.1).
    public func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
        var fields = httpHeaderFields ?? [:]
        for (name, value) in newHTTPHeaderFields {
            if fields[name] == nil,
                let sameName = fields.keys.first(where: { $0.caseInsensitiveCompare(name) == .orderedSame })
            {
                fields[sameName] = nil
            }
            fields[name] = value
        }
        return changed { $0.httpHeaderFields = fields }
    }

    /// Whether there is a header field of that name.
    func hasHeaderField(_ name: String) -> Bool {
        httpHeaderFields?.keys.contains { $0.caseInsensitiveCompare(name) == .orderedSame } ?? false
    }

    /// A copy that goes somewhere else.
    func replacing(url: String) -> Endpoint {
        changed { $0.url = url }
    }

    /// A copy that stubs answer otherwise.
    func replacing(sampleResponseClosure: @escaping SampleResponseClosure) -> Endpoint {
        changed { $0.sampleResponseClosure = sampleResponseClosure }
    }

    /// A copy that carries something else.
    public func replacing(task: HTTPTask) -> Endpoint {
        changed { $0.task = task }
    }

    /// A copy that is called otherwise.
    public func replacing(options: RequestOptions) -> Endpoint {
        changed { $0.options = options }
    }

    /// A copy whose requests are changed once more, in each attempt, before the plugins prepare them.
    ///
    /// For plugins that go around a call and have something to say about its requests, such as a credential. What the closure
    /// throws fails the attempt, unsent. The header fields that it sets are treated as credentials, which another origin doesn't
    /// get. It plays no part in whether endpoints are equal, nor in ``urlRequest()``.
    ///
    /// - Parameters:
    ///   - plugin: Who changes them.
    ///   - adapt: Changes a request.
    public func adapting(by plugin: any Plugin, _ adapt: @escaping Adapt) -> Endpoint {
        var copy = self
        copy.adaptations.append(Adaptation(plugin: type(of: plugin), adapt: adapt))
        return copy
    }
}

extension Endpoint {
    /// Whether a call may be made more than once to the same effect: by its method (RFC 9110, section 9.2.2), or because
    /// its ``RequestOptions/idempotency`` says so.
    public var isIdempotent: Bool {
        (options.idempotency ?? .byMethod).allowsRepeating(method)
    }

    /// Whether the body of the request can be sent more than once: not if a part of it is a stream.
    public var isReplayable: Bool { task.transfer.upload?.isReplayable ?? true }

    /// Whether the call can be sent again: not if its body is a stream, be it one that the target says, or one that an
    /// encoding or a plugin gave the request of an attempt.
    var canBeSentAgain: Bool {
        isReplayable && record?.snapshot.attempts.last?.request?.httpBodyStream == nil
    }

    /// Writes a line into the account of the call that the endpoint is for; see ``CallAccount/notes``.
    ///
    /// - Parameters:
    ///   - text: What there is to say, such as what the call waits for. Not a secret.
    ///   - plugin: Who says it.
    public func note(_ text: String, by plugin: any Plugin) {
        record?.note(text, by: plugin, isReasonForAttempt: false)
    }

    /// Writes into the account of the call why it is about to be attempted again; see ``CallAccount/Attempt/reason``.
    public func noteRetry(_ text: String, by plugin: any Plugin) {
        record?.note(text, by: plugin, isReasonForAttempt: true)
    }
}

extension Endpoint {
    /// The endpoint that a target describes: its path joined to its base URL, and its sample data with status 200.
    ///
    /// - Parameters:
    ///   - target: What to resolve.
    ///   - baseURL: Takes the place of the target's base URL, for example to call another environment. Its origin may see
    ///     the credentials of the call.
    ///   - sampleStatusCode: The status of the sample.
    public init(_ target: some TargetType, baseURL: URL? = nil, sampleStatusCode: Int = 200) {
        let base = (baseURL ?? target.baseURL).absoluteString
        self.init(
            url: URLJoining.join(base: base, path: target.path),
            sampleResponseClosure: { .networkResponse(sampleStatusCode, target.sampleData) },
            method: target.method,
            task: target.task,
            httpHeaderFields: target.headers
        )
        box.values.credentialOrigins = CredentialOrigins(chosen: base)
    }
}

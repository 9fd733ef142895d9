import _TalynFoundation
import _TalynSupport

/// The context of one call: its target, its endpoint and its metrics.
///
/// Plugins and transports get it.
public final class CallContext: Sendable {
    /// The target.
    public let target: any TargetType

    /// The endpoint that the target resolved to, with the options of the provider, the target and the call.
    public let endpoint: Endpoint

    /// The origins that may see the credentials of the call.
    let credentialOrigins: CredentialOrigins

    /// The place of the call in the source code, for a test to fail there; nil if it isn't known.
    public let callSite: CallSite?

    /// Identifies the provider of the call. Providers of different types of targets with the same configuration have the same one.
    public let providerID: ObjectIdentifier

    /// The plugins of the call.
    let stations: PluginStations

    /// The transport of the call.
    let transport: any Transport

    /// The clock of the call.
    let time: TimeSource

    /// The time at which the call began.
    let start: Duration

    /// The date at which the call began.
    let startedAt = Date()

    /// Whether a stub answers.
    let isStubbed: Bool

    /// Whether a request of the call may get the response to an identical one of another call: false for downloads, streams and
    /// calls that report their progress.
    public let isShareable: Bool

    /// Gets the number of bytes that were sent or received.
    let onProgress: (@Sendable (TransferCount) -> Void)?

    /// Whether the body of a failure is kept whole.
    let keepsWholeFailures: Bool

    private let state = Lock(State())

    init(
        target: any TargetType,
        endpoint: Endpoint,
        credentialOrigins: CredentialOrigins,
        setup: CallSetup,
        providerID: ObjectIdentifier,
        stations: PluginStations,
        transport: any Transport,
        time: TimeSource,
        isStubbed: Bool
    ) {
        self.target = target
        self.endpoint = endpoint
        self.credentialOrigins = credentialOrigins
        callSite = setup.callSite
        self.providerID = providerID
        self.stations = stations
        self.transport = transport
        self.time = time
        self.isStubbed = isStubbed
        isShareable = setup.receiver == nil && setup.onProgress == nil
        onProgress = setup.onProgress
        keepsWholeFailures = setup.keepsWholeFailures
        start = time.now
    }

    /// The attempts, the times and the changes by plugins up to now.
    ///
    /// The property computes the metrics each time. Until then, a call records little more than a few times.
    public var metrics: CallMetrics { CallMetrics(self) }

    /// The clock of the call: that of the provider, or the virtual one of a test.
    public var clock: any Clock<Duration> { time.clock }

    /// The time since the beginning of the call, by the provider's clock.
    public var elapsed: Duration { time.now - start }

    /// The time until the ``RequestOptions/deadline`` of the call; nil without one.
    public var timeLeft: Duration? {
        guard !endpoint.options.isEmpty, let deadline = endpoint.options.deadline else { return nil }
        return deadline < .longest ? deadline - elapsed : nil
    }

    /// Adds a note to the metrics of the call; see ``CallMetrics/notes``.
    ///
    /// - Parameters:
    ///   - text: A sentence, such as the reason for a wait. It must not hold a secret.
    ///   - plugin: The plugin that adds the note; nil for a transport.
    public func note(_ text: String, by plugin: (any Plugin)? = nil) {
        add(.text(text), by: plugin.map { type(of: $0) })
    }

    /// Adds the reason for the next attempt to the metrics of the call; see ``CallMetrics/Attempt/reason``.
    public func noteRetry(_ text: String, by plugin: (any Plugin)? = nil) {
        add(.reasonForAttempt(text), by: plugin.map { type(of: $0) })
    }

    /// Whether a request may carry the credentials of the call: whether it goes to the origin of the base URL, or to another one that
    /// the caller trusts.
    public func allowsCredentials(for request: OutgoingRequest) -> Bool { credentialOrigins.contain(request) }

    /// Whether the request of an endpoint may carry the credentials of the call.
    public func allowsCredentials(for endpoint: Endpoint) -> Bool { credentialOrigins.contain(endpoint.url) }
}

// MARK: - Values of plugins

/// The key of a value that a plugin keeps for one call; see ``CallContext/subscript(_:)``.
public protocol CallContextKey: SendableMetatype {
    /// The type of the value.
    associatedtype Value: Sendable
}

extension CallContext {
    /// A value that a plugin keeps for the call, so that one of its methods can pass it to another; nil before it is set.
    ///
    /// ```swift
    /// enum Tenant: CallContextKey { typealias Value = String }
    ///
    /// context[Tenant.self] = "acme"
    /// ```
    public subscript<Key: CallContextKey>(key: Key.Type) -> Key.Value? {
        get { state.withLock { $0.values[ObjectIdentifier(key)] as? Key.Value } }
        set { state.withLock { $0.values[ObjectIdentifier(key)] = newValue } }
    }

    /// The values of plugins. Most calls have one, for which no dictionary is needed.
    fileprivate struct Values: Sendable {
        private var first: (key: ObjectIdentifier, value: any Sendable)?
        private var others: [ObjectIdentifier: any Sendable] = [:]

        subscript(key: ObjectIdentifier) -> (any Sendable)? {
            get {
                guard let first else { return nil }
                return first.key == key ? first.value : others.isEmpty ? nil : others[key]
            }
            set {
                if first == nil || first?.key == key {
                    first = newValue.map { (key, $0) } ?? others.popFirst().map { ($0.key, $0.value) }
                } else {
                    others[key] = newValue
                }
            }
        }
    }
}

// MARK: - Recording

extension CallContext {
    /// A note of a plugin or of the provider, or an endpoint that a plugin changed.
    struct Note: Sendable {
        enum Content: Sendable {
            case text(String)
            case reasonForAttempt(String)
            case change(from: Endpoint, to: Endpoint)
        }

        let time: Duration
        let plugin: (any Plugin.Type)?
        let content: Content
        /// The number of attempts that had ended.
        var attempts = 0
    }

    struct State: Sendable {
        /// Most calls have one attempt, for which no array is needed.
        fileprivate var first: AttemptRecord?
        fileprivate var others: [AttemptRecord] = []
        var notes: [Note] = []
        /// The failure of the client while it read a body, and the number of attempts before it.
        fileprivate var bodyFailure: (error: any Error, attempts: Int)?
        var end: Duration?
        /// Whether the call got the response to a request of another one.
        var isShared = false
        /// The values of plugins, by their keys.
        fileprivate var values = Values()

        /// The attempts, in the order of their ends.
        var attempts: [AttemptRecord] { first.map { [$0] + others } ?? [] }
        fileprivate var attemptCount: Int { (first == nil ? 0 : 1) + others.count }
    }

    var snapshot: State { state.withLock { $0 } }

    /// Whether the body of the endpoint, and of the last request, can be sent again.
    public func canBeSentAgain(_ endpoint: Endpoint) -> Bool {
        endpoint.isReplayable && snapshot.attempts.last?.isReplayable ?? true
    }

    func note(change endpoint: Endpoint, to changed: Endpoint, by plugin: any Plugin) {
        add(.change(from: endpoint, to: changed), by: type(of: plugin))
    }

    private func add(_ content: Note.Content, by plugin: (any Plugin.Type)?) {
        var note = Note(time: time.now, plugin: plugin, content: content)
        state.withLock { state in
            note.attempts = state.attemptCount
            state.notes.append(note)
        }
    }

    func add(_ attempt: AttemptRecord) {
        state.withLock { state in
            if state.first == nil { state.first = attempt } else { state.others.append(attempt) }
        }
    }

    /// The number of the attempt under way, from 1. After an attempt, that of the next one. Attempts at the same time have the same
    /// number.
    public var attemptNumber: Int { state.withLock(\.attemptCount) + 1 }

    /// The reason for the attempt under way; nil for the first one.
    public var attemptReason: String? {
        let state = snapshot
        guard state.attemptCount > 0 else { return nil }
        for note in state.notes.reversed() where note.attempts == state.attemptCount {
            if case .reasonForAttempt(let text) = note.content { return text }
        }
        return nil
    }

    /// The names of header fields and query parameters that are secret in the call, in addition to the well-known ones.
    public var secretNames: Set<String> {
        endpoint.options.secretHeaderFields.union(snapshot.attempts.last?.secretNames ?? [])
    }

    /// Records that the client stops reading a body because of an error of its own, such as a limit. Call it before the
    /// body is released.
    public func noteBodyFailure(_ error: any Error) {
        state.withLock { $0.bodyFailure = (error, $0.attemptCount) }
    }

    /// The error of the client's own that ends the body under way.
    public var bodyFailure: (any Error)? {
        state.withLock { state in state.bodyFailure.flatMap { $0.attempts == state.attemptCount ? $0.error : nil } }
    }

    /// Records that the call gets the response to a request of another one; see ``CallMetrics/isShared``.
    public func noteSharing() {
        state.withLock { $0.isShared = true }
    }

    /// Records the end of the call.
    func end() {
        // Without interceptors, the call ends with its only attempt. A clock is foreign code, and isn't read under the lock.
        let end =
            (stations.calls.isEmpty ? state.withLock { $0.others.isEmpty ? $0.first?.end : nil } : nil) ?? time.now
        state.withLock { $0.end = end }
    }
}

import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// The record of one attempt, for the metrics.
///
/// Unchecked: only one task at a time writes it, and no task writes it after the attempt has ended.
final class AttemptRecord: @unchecked Sendable {
    /// The request after a plugin.
    struct Step: Sendable {
        let plugin: any Plugin.Type
        let request: OutgoingRequest
    }

    let start: Duration
    /// The names of secret header fields and query parameters, in addition to the well-known ones.
    var secretNames: Set<String>

    // The requests have no context, since the context holds this record.

    /// The request as the endpoint made it.
    private(set) var made: OutgoingRequest?

    /// The request after each plugin.
    private(set) var steps: [Step] = []

    /// The request as it was sent.
    private(set) var request: OutgoingRequest?

    /// The time at which the transport got the request; nil if it didn't.
    private(set) var sent: Duration?

    /// The time of the response's head, which is the end of the attempt for a response in one piece; nil without a response.
    private(set) var head: Duration?

    /// The status of the response, if its head has arrived.
    private(set) var statusCode: Int?

    /// The failure of an attempt without a whole response.
    private(set) var failure: (any Error)?

    private(set) var end: Duration
    private var currentMetrics: (@Sendable () -> TransportMetrics?)?
    private(set) var url: URL?
    private var headerFields = HTTPFields.empty
    var sentBytes: Int64?
    /// Whether the body of the request, which a plugin may have replaced, can be sent again.
    var isReplayable = true
    var receivedBytes: Int64 = 0

    /// The body that the caller reads after the attempt; nil if all of it arrived within the attempt.
    var body: BodyRecord?

    /// The `Cache-Status` of the response.
    var cacheStatus: String? { headerFields.last { $0.name == .cacheStatus }?.value }

    /// The metrics of the transport, as far as they are known by now.
    var transportMetrics: TransportMetrics? { currentMetrics?() }

    init(start: Duration, secretNames: Set<String> = []) {
        self.start = start
        self.secretNames = secretNames
        end = start
    }

    func make(_ request: OutgoingRequest, steps count: Int) {
        made = request.withoutContext
        self.request = made
        if count > 0 { steps.reserveCapacity(count) }
    }

    func change(_ request: OutgoingRequest, by plugin: any Plugin.Type) {
        steps.append(Step(plugin: plugin, request: request.withoutContext))
    }

    func noteSent(_ request: OutgoingRequest, at time: Duration) {
        self.request = request.withoutContext
        sent = time
    }

    /// - Parameter time: Nil for a response in one piece.
    func noteHead(_ response: TransportResponse, at time: Duration?) {
        head = time
        currentMetrics = response.currentMetrics
        url = response.url
        headerFields = response.headerFields
        statusCode = response.statusCode
    }

    func end(_ result: Result<Response, TalynError>, at time: Duration) {
        end = time
        if let response = result.response {
            // The response of an error has no head of its own.
            statusCode = response.statusCode
            head = head ?? time
        } else if case .failure(let error) = result {
            // The context holds this record, so the record must not hold the context.
            failure = error.withoutContext
        }
    }
}

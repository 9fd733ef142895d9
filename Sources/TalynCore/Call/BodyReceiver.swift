import _TalynFoundation
import _TalynSupport

/// Receives the body of a response in another way than into memory, such as into a file; see ``CallSetup/receiver``.
public protocol BodyReceiver: Sendable {
    /// Receives the body of one attempt's response.
    ///
    /// - Parameters:
    ///   - incoming: The head of the response, with its body still to be read.
    ///   - isAccepted: Whether the target's validation accepts the status.
    /// - Returns: The response. Nil if its status is a failure: up to 1 MiB of the body then become part of the error.
    /// - Throws: Any error. The attempt fails with it.
    func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> Response?
}

/// A response whose body is still to be read.
public struct IncomingResponse {
    /// The head, and the body as the transport gives it. If the target accepts the status, a body that is larger than
    /// ``RequestOptions/maximumResponseSize`` fails while it is read.
    public internal(set) var head: TransportResponse

    /// The request of the attempt, as the plugins prepared it.
    public let request: OutgoingRequest

    /// The call.
    public let context: CallContext

    let record: AttemptRecord

    /// The response without its body. A receiver adds what it made of it: see ``Response/with(data:)`` and
    /// ``Response/with(file:length:)``.
    public var response: Response { response(.data(Data())) }

    func response(_ content: Response.Content) -> Response {
        Response(head, content, request: request, context: context)
    }

    /// Tells the metrics and the progress of the call how many bytes of the body have arrived.
    ///
    /// - Parameters:
    ///   - completed: The number of bytes up to now.
    ///   - total: The length of the body; nil if it isn't known.
    public func reportProgress(_ completed: Int64, of total: Int64?) {
        noteReceived(completed)
        context.onProgress?(TransferCount(direction: .received, completed: completed, total: total))
    }

    /// Tells the metrics of the call how many bytes of the body have arrived.
    public func noteReceived(_ count: Int64) { record.receivedBytes = count }

    /// The part of an error's body that is kept, in bytes.
    public static let longestErrorBody = 1 << 20
}

/// The number of bytes of one of a call's bodies that were sent or received.
public struct TransferCount: Sendable, Hashable {
    /// One of the two bodies of a call.
    public enum Direction: Sendable {
        /// The body of the request.
        case sent
        /// The body of the response.
        case received
    }

    /// The body.
    public let direction: Direction

    /// The number of bytes up to now.
    public let completed: Int64

    /// The length of the body; nil if it isn't known.
    public let total: Int64?

    /// Creates a number of bytes.
    public init(direction: Direction, completed: Int64, total: Int64?) {
        self.direction = direction
        self.completed = completed
        self.total = total
    }
}

extension OutgoingRequest {
    /// Reports the number of bytes that were sent. The number only grows: a body that is sent again isn't reported anew.
    mutating func reportProgress(to onProgress: @escaping @Sendable (TransferCount) -> Void) {
        guard let body else { return }
        let total = body.length
        let sent = Locked<Int64>(0)
        onSend = { count in
            let count = total.map { min(count, $0) } ?? count
            let isNew = sent.withLock { sent in
                defer { sent = max(sent, count) }
                return count > sent
            }
            if isNew { onProgress(TransferCount(direction: .sent, completed: count, total: total)) }
        }
    }
}

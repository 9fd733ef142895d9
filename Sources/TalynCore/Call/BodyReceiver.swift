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

    /// The body, if it is in memory already.
    var dataInMemory: Data? {
        guard let data = head.body.data else { return nil }
        record.receivedBytes = Int64(data.count)
        return data
    }

    /// Reads the body into memory.
    ///
    /// - Throws: ``TransportError`` for a body that is too large, and the errors of the body.
    func collect() async throws -> Data {
        if let dataInMemory { return dataInMemory }
        var data = Data()
        // The body itself fails at a limit that the options have.
        let limit = request.options.maximumResponseSize == nil ? RequestOptions.standardMaximumResponseSize : .max
        try await collect(into: &data, upTo: limit == .max ? .max : limit + 1)
        guard data.count <= limit else { throw TransportError(.responseTooLarge, of: request) }
        return data
    }

    /// Reads the body of a failure into memory. The body can break off: the status counts, unless the call keeps whole failures.
    ///
    /// - Throws: `CancellationError`, the error of a limit that the call has, and that of a body that has to be whole.
    func collectErrorBody() async throws -> Data {
        let own = request.options.maximumResponseSize.map { Int(clamping: max(0, $0)) } ?? .max
        let isWhole = context.keepsWholeFailures
        let maximum = isWhole ? own : min(Self.longestErrorBody, own)
        var data = Data()
        do {
            try await collect(into: &data, upTo: maximum)
        } catch {
            let kinds: Set<TransportError.Kind> = [.connectionLost, .invalidResponse, .responseTooLarge]
            guard !isWhole, let kind = error.asTransportError?.kind, kinds.contains(kind), !Task.isCancelled else {
                throw error
            }
        }
        return data.count > maximum ? Data(data.prefix(maximum)) : data
    }

    /// - Parameter limit: The number of bytes from which on nothing more is read.
    private func collect(into data: inout Data, upTo limit: Int) async throws {
        if let dataInMemory {
            data = dataInMemory
            return
        }
        var reservation: Int64?
        func isFull(after chunk: Data) -> Bool {
            if data.isEmpty {
                data = chunk
            } else {
                if reservation == nil {
                    reservation = min(head.contentLength ?? 0, Self.largestReservation)
                    data.reserveCapacity(Int(reservation ?? 0))
                }
                data.append(chunk)
            }
            reportProgress(Int64(data.count), of: context.onProgress == nil ? nil : head.contentLength)
            return data.count >= limit
        }
        if let nextChunk = head.body.nextChunk {
            while let chunk = try await nextChunk() {
                if isFull(after: chunk) { break }
            }
        } else {
            for try await chunk in head.body {
                if isFull(after: chunk) { break }
            }
        }
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

    /// The memory that a Content-Length can reserve before its bytes arrive.
    private static let largestReservation: Int64 = 16 << 20
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

import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Receives the body of a response: into memory, into a file, or for a reader.
package protocol BodyReceiver: Sendable {
    /// Receives the body.
    ///
    /// - Parameters:
    ///   - reception: The head of the response, with its body still to be read.
    ///   - isAccepted: Whether the target's validation accepts the status.
    /// - Returns: The content of the response; nil if the status is a failure.
    func receive(_ reception: Reception, isAccepted: Bool) async throws -> Response.Content?
}

/// Collects the body in memory.
struct DataReceiver: BodyReceiver {
    func receive(_ reception: Reception, isAccepted: Bool) async throws -> Response.Content? {
        guard isAccepted else { return nil }
        if let data = reception.dataInMemory { return .data(data) }
        return .data(try await reception.collect())
    }
}

/// Leaves the body to a reader, until the deadline of the call.
struct StreamReceiver: BodyReceiver {
    func receive(_ reception: Reception, isAccepted: Bool) async throws -> Response.Content? {
        guard isAccepted else { return nil }
        let context = reception.context
        var body = reception.head.body
        if let deadline = context.endpoint.options.deadline {
            let error = TransportError(.deadlineExceeded, url: context.endpoint.url)
            body = body.limited(until: context.start + deadline, by: context.time, error) {
                context.noteBodyFailure($0)
            }
        }
        let arrival = BodyRecord(time: context.time)
        reception.record.leave(to: arrival)
        return .stream(Locked(body.recorded(in: arrival)))
    }
}

/// A response whose body is still to be read.
package struct Reception {
    package internal(set) var head: TransportResponse
    package let request: OutgoingRequest
    package let record: AttemptRecord
    package let context: CallContext

    package func response(_ content: Response.Content) -> Response {
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
        var data = Data()
        // The body itself fails at a limit that the options have.
        let limit = request.options.maximumResponseSize == nil ? RequestOptions.standardMaximumResponseSize : .max
        try await collect(into: &data, upTo: limit == .max ? .max : limit + 1)
        guard data.count <= limit else { throw TransportError(.responseTooLarge, of: request) }
        return data
    }

    /// Reads the body of a failure into memory. The body can break off: the status counts.
    ///
    /// - Throws: `CancellationError`, and the error of a limit that the call has.
    func collectErrorBody() async throws -> Data {
        let maximum = request.options.maximumResponseSize.map { Int(clamping: max(0, $0)) } ?? .max
        var data = Data()
        do {
            try await collect(into: &data, upTo: min(Self.longestErrorBody, maximum))
        } catch {
            let kinds: Set<TransportError.Kind> = [.connectionLost, .invalidResponse, .responseTooLarge]
            guard let kind = (error as? TransportError)?.kind, kinds.contains(kind), !Task.isCancelled else {
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

    /// Records the number of bytes that arrived.
    package func reportProgress(_ completed: Int64, of total: Int64?) {
        record.receivedBytes = completed
        context.onProgress?(TransferCount(direction: .received, completed: completed, total: total))
    }

    /// The part of an error's body that is kept, in bytes.
    package static let longestErrorBody = 1 << 20

    /// The memory that a Content-Length can reserve before its bytes arrive.
    private static let largestReservation: Int64 = 16 << 20
}

extension TransportResponse {
    /// The length of the body, if the head has it.
    ///
    /// The field of a compressed body counts the compressed bytes.
    package var contentLength: Int64? {
        guard headerFields[.contentEncoding] == nil else { return nil }
        return headerFields.contentLength
    }
}

/// The number of bytes of one of a call's bodies that were sent or received.
package struct TransferCount: Sendable, Hashable {
    package enum Direction: Sendable {
        /// The body of the request.
        case sent
        /// The body of the response.
        case received
    }

    package let direction: Direction
    package let completed: Int64
    /// The length of the body; nil if it isn't known.
    package let total: Int64?

    package init(direction: Direction, completed: Int64, total: Int64?) {
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

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A call whose response is read as it arrives, in chunks of bytes.
///
/// ```swift
/// for try await line in logs.stream(.today).lines {
///     print(line)
/// }
/// ```
///
/// Reading makes the call, and each reading makes a new one. Leaving the loop ends the request. To see the head before
/// the body, open the stream:
///
/// ```swift
/// let (response, body) = try await logs.stream(.today).open()
/// print(response.statusCode, response.headerFields[.contentType] ?? "")
/// for try await chunk in body { print(chunk.count) }
/// ```
///
/// Plugins see the head of the response; its ``Response/data`` is empty. ``RequestOptions/timeout`` counts until the head
/// arrives, ``RequestOptions/deadline`` until the end of the body.
public struct ResponseStream: Sendable {
    private let call: @Sendable () async throws(TalynError) -> OpenedResponse

    init(call: @escaping @Sendable () async throws(TalynError) -> OpenedResponse) {
        self.call = call
    }

    /// Makes the call, and returns when the head of the response has arrived.
    ///
    /// The body can be read once. Bytes that the caller doesn't read stay with the server, as far as the transport can hold
    /// them back. The request ends when the iterator of the body is released, as after leaving a loop, or when the body is
    /// released unread.
    ///
    /// - Returns: The response, whose ``Response/data`` is empty, and its body in chunks as they arrive.
    /// - Throws: ``TalynError``. For a status that the target doesn't accept, its response has up to 1 MiB of the body.
    public func open() async throws(TalynError) -> (response: Response, body: ElementStream<Data>) {
        let opened = try await offActor(call)
        let body = ElementStream {
            var chunks = opened.makeAsyncIterator()
            return { () async throws(TalynError) in try await chunks.next().map { [$0] } ?? [] }
        }
        return (opened.response, body)
    }
}

extension ResponseStream: AsyncSequence {
    /// Makes the call when the first chunk is asked for, and gives the chunks as they arrive.
    public func makeAsyncIterator() -> StreamIterator<Data, TalynError> {
        var chunks: OpenedResponse.AsyncIterator?
        return StreamIterator { () async throws(TalynError) in
            if chunks == nil { chunks = try await offActor(call).makeAsyncIterator() }
            return try await chunks?.next()
        }
    }
}

extension Provider {
    /// A call of a target whose response is read as it arrives.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    public func stream(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> ResponseStream {
        let place = CallPlace(fileID: fileID, line: line)
        return ResponseStream { () async throws(TalynError) in
            try await self.open(target, options, at: place)
        }
    }

    /// Makes a call, and returns when the head of its response is there.
    func open(
        _ target: Target,
        _ options: RequestOptions,
        at place: CallPlace?,
        changing change: ((inout Endpoint) throws(TalynError) -> Void)? = nil
    ) async throws(TalynError) -> OpenedResponse {
        let call = try call(target, options, at: place, to: StreamReceiver(), changing: change)
        let response = try await call.response()
        guard let deadline = call.context.endpoint.options.deadline else { return OpenedResponse(response) }
        let context = call.context
        let error = TransportError(.deadlineExceeded, url: context.endpoint.url)
        return OpenedResponse(response) { body in
            let limited = body.limited(until: context.start + deadline, by: context.time, error) { [context] in
                context.noteBodyFailure($0)
            }
            // The body inside the limit only sees a cancellation.
            guard let arrival = context.snapshot.attempts.last?.body else { return limited }
            return limited.recordingFailures(in: arrival)
        }
    }
}

extension HTTPBody {
    /// The same body, with its failures recorded.
    fileprivate func recordingFailures(in record: BodyRecord) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            var chunks = makeAsyncIterator()
            return {
                do {
                    return try await chunks.next()
                } catch {
                    record.note(error)
                    throw error
                }
            }
        }
    }
}

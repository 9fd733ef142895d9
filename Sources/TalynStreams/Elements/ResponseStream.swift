public import TalynCore
public import _TalynFoundation
import _TalynSupport

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
    private let call: @Sendable () async throws(TalynError) -> (response: Response, body: ElementStream<Data>)

    init(call: @escaping @Sendable () async throws(TalynError) -> (response: Response, body: ElementStream<Data>)) {
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
        try await call()
    }
}

extension ResponseStream: AsyncSequence {
    /// Makes the call when the first chunk is asked for, and gives the chunks as they arrive.
    public func makeAsyncIterator() -> StreamIterator<Data, TalynError> {
        var chunks: StreamIterator<Data, TalynError>?
        return StreamIterator { () async throws(TalynError) in
            if chunks == nil { chunks = try await open().body.makeAsyncIterator() }
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
        stream(target, options: options, setup: CallSetup(callSite: CallSite(fileID: fileID, line: line)))
    }

    /// A call whose response is read as it arrives, for a module that adds a way to call. The stream is its receiver, whatever
    /// ``CallSetup/receiver`` is.
    public func stream(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        setup: CallSetup
    ) -> ResponseStream {
        var setup = setup
        setup.receiver = StreamReceiver()
        return ResponseStream { [setup] () async throws(TalynError) in
            let response = try await self.request(target, options: options, setup: setup)
            return (response, response.chunks)
        }
    }
}

extension Response {
    /// The body in chunks as they arrive, for one reader.
    ///
    /// Only the reader holds it from then on, so that the exchange ends when the reader is released. The iterator throws a
    /// ``TalynError`` if the body breaks off, if it was read before, and if the task is cancelled.
    fileprivate var chunks: ElementStream<Data> {
        let body = Locked(takeBody())
        return ElementStream {
            guard var chunks = body.withLock({ $0.take() })?.makeAsyncIterator() else {
                return { () async throws(TalynError) in throw TalynError(BodyError.streamAlreadyUsed, response: self) }
            }
            return { () async throws(TalynError) in
                do {
                    try Task.checkCancellation()
                    let chunk = try await chunks.next()
                    // In a cancelled task, a body may seem to end.
                    if chunk == nil { try Task.checkCancellation() }
                    return chunk.map { [$0] } ?? []
                } catch {
                    throw TalynError(error).with(context)
                }
            }
        }
    }
}

public import Foundation

/// A call whose response is read as it arrives, in chunks of bytes.
///
/// ```swift
/// for try await line in logs.stream(.today).lines {
///     print(line)
/// }
/// ```
///
/// Nothing is sent before it is read, and each reading makes a call of its own. Leaving the loop ends the request. Where
/// the target doesn't validate, a status outside 200 to 299 fails with ``TalynError/statusCode(_:)``; who wants to see the
/// head before the body opens the stream:
///
/// ```swift
/// let opened = try await logs.stream(.today).open()
/// print(opened.response.statusCode, opened.response.headerFields[.contentType] ?? "")
/// for try await chunk in opened { print(chunk.count) }
/// ```
///
/// Plugins see the head of the response; its ``Response/data`` is empty. ``RequestOptions/timeout`` counts until the head
/// is there, ``RequestOptions/deadline`` until the end of the body.
public struct ResponseStream: Sendable {
    private let call: @Sendable () async throws(TalynError) -> StreamedResponse
    /// Whether the target accepts every status, so that a failure is to be told from a body here.
    private let checksStatus: Bool

    init(checksStatus: Bool, call: @escaping @Sendable () async throws(TalynError) -> StreamedResponse) {
        self.call = call
        self.checksStatus = checksStatus
    }

    /// Makes the call, and returns once the head of the response is there.
    ///
    /// - Throws: ``TalynError``, whatever failed; a status that the target doesn't accept with as much
    ///   of its body as explains it, 1 MiB at most.
    public func open() async throws(TalynError) -> StreamedResponse {
        try await offActor(call)
    }

    /// Makes the call.
    ///
    /// - Throws: Also for a status outside 200 to 299 that the target didn't validate.
    fileprivate func openChecked() async throws(TalynError) -> StreamedResponse {
        let opened = try await open()
        let status = opened.response.statusCode
        guard checksStatus, !(200..<300).contains(status) else { return opened }
        throw try await opened.refusal()
    }
}

extension ResponseStream: AsyncSequence {
    public typealias Element = Data
    public typealias Failure = TalynError

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(state: .unopened(self)) }

    /// Makes the call when the first chunk is asked for, and gives the chunks of the body as they arrive.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate enum State {
            case unopened(ResponseStream)
            case open(StreamedResponse.AsyncIterator)
            case over
        }

        fileprivate var state: State

        /// The next chunk, or nil after the last.
        ///
        /// - Throws: ``TalynError``, whatever failed.
        public mutating func next() async throws(TalynError) -> Data? {
            var chunks: StreamedResponse.AsyncIterator
            switch state {
            case .over:
                return nil
            case .unopened(let stream):
                state = .over
                chunks = try await stream.openChecked().makeAsyncIterator()
            case .open(let open):
                state = .over
                chunks = open
            }
            guard let chunk = try await chunks.next() else { return nil }
            state = .open(chunks)
            return chunk
        }
    }
}

public import TalynCore
public import _TalynFoundation

/// A body in chunks of bytes: an ``HTTPBody``, a ``ResponseStream``, or the body of an opened one.
///
/// TalynStreams, and so `Talyn`, gives it other units, such as ``lines`` and ``events(limit:)``. For another sequence of data, create
/// an ``HTTPBody`` of it.
public protocol BodyChunks: AsyncSequence, Sendable where Element == Data {}

extension HTTPBody: BodyChunks {}

extension ResponseStream: BodyChunks {}

extension ElementStream: BodyChunks where Element == Data {}

extension BodyChunks {
    /// Reads all bytes, up to a limit.
    ///
    /// - Parameter limit: The largest number of bytes.
    /// - Throws: ``TalynError`` with ``TransportError/Kind/responseTooLarge`` for more bytes, and the errors of the body.
    public func collect(upTo limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in self {
            guard chunk.count <= limit - data.count else { throw TalynError(TransportError(.responseTooLarge)) }
            data.append(chunk)
        }
        return data
    }
}

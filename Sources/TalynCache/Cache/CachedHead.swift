import Foundation
import HTTPTypes
import Talyn

/// The head of a response from the store.
struct CachedHead {
    private let stored: StoredResponse
    let fields: HTTPFields

    init(
        _ stored: StoredResponse,
        at now: Date,
        isHit: Bool = false,
        forward: CacheStatus.Forward? = nil,
        forwardStatus: Int? = nil,
        isCollapsed: Bool = false
    ) {
        self.stored = stored
        var fields = stored.headerFields
        fields[.age] = String(Int(clamping: stored.age(at: now)))
        let status = CacheStatus(
            isHit: isHit,
            forward: forward,
            forwardStatus: forwardStatus,
            timeToLive: Int(clamping: stored.timeLeft(at: now)),
            isCollapsed: isCollapsed
        )
        fields.append(HTTPField(name: .cacheStatus, value: status.fieldValue))
        self.fields = fields
    }

    /// The response with its body, or with a range of it.
    ///
    /// - Parameter range: The range in the representation.
    func response(_ body: HTTPBody, _ range: Range<Int64>?, for request: CachedRequest) -> TransportResponse {
        guard request.method != .head else {
            return TransportResponse(statusCode: stored.statusCode, headerFields: fields, body: HTTPBody(Data()))
        }
        guard let range else {
            return TransportResponse(statusCode: stored.statusCode, headerFields: fields, body: body)
        }
        var fields = fields
        let length = stored.completeLength
        fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        fields[.contentLength] = String(range.count)
        let offset = stored.storedRange.lowerBound
        let slice = body.slice(range.lowerBound - offset..<range.upperBound - offset)
        return TransportResponse(statusCode: 206, headerFields: fields, body: slice)
    }
}

extension HTTPBody {
    /// A range of the body.
    func slice(_ range: Range<Int64>) -> HTTPBody {
        if let data {
            return HTTPBody(data.dropFirst(Int(clamping: range.lowerBound)).prefix(Int(clamping: Int64(range.count))))
        }
        return HTTPBody(length: Int64(range.count), isReplayable: isReplayable) {
            nonisolated(unsafe) var iterator = self.makeAsyncIterator()  // Only one reader has the iterator.
            var toSkip = range.lowerBound
            var left = Int64(range.count)
            return {
                while left > 0, var chunk = try await iterator.next() {
                    let skipped = Swift.min(toSkip, Int64(chunk.count))
                    toSkip -= skipped
                    chunk = chunk.dropFirst(Int(skipped)).prefix(Int(clamping: left))
                    left -= Int64(chunk.count)
                    if !chunk.isEmpty { return chunk }
                }
                return nil
            }
        }
    }

    /// Reads the body and drops it.
    func readToEnd() async throws {
        for try await _ in self {}
    }
}

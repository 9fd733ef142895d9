import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// The head of a response from the store.
struct CachedHead {
    private let stored: StoredResponse
    private let request: CachedRequest
    private let fields: HTTPFields

    /// - Parameter status: The use of the cache, without the time that is left.
    init(_ stored: StoredResponse, for request: CachedRequest, at now: Date, _ status: CacheStatus) {
        self.stored = stored
        self.request = request
        var fields = stored.headerFields
        fields[.age] = String(Int(clamping: stored.age(at: now)))
        var status = status
        // Rounded up, so that a fresh response has at least a second left.
        status.timeToLive = Int(clamping: stored.timeLeft(for: request, at: now).rounded(.up))
        fields.append(HTTPField(name: .cacheStatus, value: status.fieldValue))
        self.fields = fields
    }

    /// The 304 for a caller that has the stored version.
    var notModified: TransportResponse { response(304, fields, HTTPBody(Data())) }

    /// The response with its body, or with a range of it.
    func response(_ body: HTTPBody, _ range: Range<Int64>?) -> TransportResponse {
        guard request.method != .head else { return response(stored.statusCode, fields, HTTPBody(Data())) }
        guard let range else { return response(stored.statusCode, fields, body) }
        var fields = fields
        let length = stored.completeLength
        fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        fields[.contentLength] = String(range.upperBound - range.lowerBound)
        let offset = stored.storedRange.lowerBound
        let slice = body.slice(range.lowerBound - offset..<range.upperBound - offset)
        return response(206, fields, slice)
    }

    private func response(_ statusCode: Int, _ fields: HTTPFields, _ body: HTTPBody) -> TransportResponse {
        var response = TransportResponse(statusCode: statusCode, headerFields: fields, body: body)
        response.serverHeaderFields = [:]
        return response
    }
}

extension HTTPBody {
    /// A range of the body.
    func slice(_ range: Range<Int64>) -> HTTPBody {
        let length = range.upperBound - range.lowerBound
        if let data {
            return HTTPBody(data.dropFirst(Int(clamping: range.lowerBound)).prefix(Int(clamping: length)))
        }
        return HTTPBody(length: length, isReplayable: isReplayable) {
            nonisolated(unsafe) var iterator = self.makeAsyncIterator()  // Only one reader has the iterator.
            var toSkip = range.lowerBound
            var left = length
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

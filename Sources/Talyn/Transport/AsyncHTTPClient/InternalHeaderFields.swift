#if AsyncHTTPClient && os(Linux)
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Values that pass between the transport and the ``ConnectionGuard`` as header fields, since AsyncHTTPClient lets
/// nothing else through. They never leave the process.
enum InternalHeaderFields {
    static let idleTimeoutName = "talyn-idle-timeout"
    /// At most 15 bytes, so that the string needs no allocation.
    private static let timestampsName = "talyn-times"

    // MARK: To the guard

    /// Adds the idle timeout to a request.
    ///
    /// - Parameter idleTimeout: The timeout; nil for none.
    static func add(idleTimeout: TimeAmount?, to headers: inout HTTPHeaders) {
        headers.add(name: idleTimeoutName, value: String(idleTimeout?.nanoseconds ?? 0))
    }

    /// Removes the idle timeout from a request, and returns it.
    static func takeIdleTimeout(from headers: inout HTTPHeaders, orElse standard: TimeAmount?) -> TimeAmount? {
        guard let field = headers.first(where: { $0.name == idleTimeoutName }) else { return standard }
        headers.remove(name: idleTimeoutName)
        return Int64(field.value).flatMap { $0 > 0 ? .nanoseconds($0) : nil }
    }

    private static let uploadName = "talyn-upload"

    /// The uploads in requests that no connection has got yet.
    private static let uploads = Lock<[String: AsyncHTTPClientUpload]>([:])

    /// Adds an upload to a request. ``forget(_:)`` must follow at last.
    static func add(_ upload: AsyncHTTPClientUpload, to headers: inout HTTPHeaders) {
        uploads.withLock { $0[upload.number] = upload }
        headers.add(name: uploadName, value: upload.number)
    }

    /// Removes the upload from a request, and returns it.
    static func takeUpload(from headers: inout HTTPHeaders) -> AsyncHTTPClientUpload? {
        guard let field = headers.first(where: { $0.name == uploadName }),
            let upload = uploads.withLock({ $0.removeValue(forKey: field.value) })
        else { return nil }
        headers.remove(name: uploadName)
        return upload
    }

    /// Forgets an upload that may have found no connection.
    static func forget(_ upload: AsyncHTTPClientUpload) {
        uploads.withLock { $0[upload.number] = nil }
    }

    // MARK: To the transport

    /// Adds the timestamps of an exchange to its response.
    static func add(_ exchange: ConnectionExchange, to headers: inout HTTPHeaders) {
        guard let received = exchange.headReceived else { return }
        let timestamps = [exchange.headSent, exchange.requestSent ?? received, received]
        headers.add(name: timestampsName, value: String(timestamps))
    }

    /// The header fields of a response without the timestamps, and the timings that they give.
    ///
    /// - Parameter start: The time at which the request was given to the client.
    /// - Throws: ``HeaderFieldLimitError``.
    static func read(
        _ headers: HTTPHeaders,
        start: NIODeadline
    ) throws(HeaderFieldLimitError) -> (HTTPFields, TransportTimings?) {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        var timestamps: [NIODeadline] = []
        for (name, value) in headers {
            if name == timestampsName {
                // The guard's field is the last one.
                timestamps = value.timestamps
            } else if let name = HTTPField.Name(name) {
                try fields.add(HTTPField(name: name, value: value))
            }
        }
        guard timestamps.count == 3 else { return (fields, nil) }
        return (
            fields,
            TransportTimings(start: start, headSent: timestamps[0], requestSent: timestamps[1], head: timestamps[2])
        )
    }
}

extension AsyncHTTPClientUpload {
    /// A number that no other upload has as long as this one exists.
    fileprivate var number: String { "\(UInt(bitPattern: ObjectIdentifier(self)))" }
}

extension String {
    /// The number of characters of a timestamp, of six bits each.
    private static let timestampLength = 11

    /// Encodes timestamps with a fixed number of characters each, since decimal numbers cost more time.
    fileprivate init(_ timestamps: [NIODeadline]) {
        self.init(unsafeUninitializedCapacity: timestamps.count * Self.timestampLength) { bytes in
            var index = 0
            for timestamp in timestamps {
                for digit in 0..<Self.timestampLength {
                    bytes[index] = 0x30 + UInt8(truncatingIfNeeded: timestamp.uptimeNanoseconds >> (6 * digit) & 0x3F)
                    index += 1
                }
            }
            return index
        }
    }

    /// The timestamps; none if the text is something else.
    fileprivate var timestamps: [NIODeadline] {
        let bytes = Array(utf8)
        guard bytes.count % Self.timestampLength == 0 else { return [] }
        return stride(from: 0, to: bytes.count, by: Self.timestampLength).map { start in
            let nanoseconds = (0..<Self.timestampLength).reduce(UInt64(0)) { sum, digit in
                sum | UInt64((bytes[start + digit] &- 0x30) & 0x3F) << (6 * digit)
            }
            // No timestamp of this process is out of range. A server may send anything.
            return .uptimeNanoseconds(min(nanoseconds, UInt64(Int64.max)))
        }
    }
}

extension TransportTimings {
    /// Creates the timings of the phases between timestamps.
    ///
    /// A response may arrive before the end of the request. Then there is no time of waiting.
    init(start: NIODeadline, headSent: NIODeadline, requestSent: NIODeadline, head: NIODeadline) {
        connecting = .nanoseconds((headSent - start).nanoseconds)
        sending = .nanoseconds((requestSent - headSent).nanoseconds)
        waiting = .nanoseconds((head - requestSent).nanoseconds)
    }
}
#endif

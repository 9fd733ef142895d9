#if AsyncHTTPClient && os(Linux)
import HTTPTypes
import NIOCore
import NIOHTTP1
import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values that pass between the transport and the ``ConnectionGuard`` as header fields, since AsyncHTTPClient lets
/// nothing else through. They never leave the process, and fields of a caller or a server with their names are removed.
enum InternalHeaderFields {
    private static let prefix = "talyn-"
    static let idleTimeoutName = "talyn-idle-timeout"
    /// At most 15 bytes, so that the string needs no allocation.
    static let metricsName = "talyn-metrics"
    private static let targetName = "talyn-target"

    /// Whether a field of a caller has the name of an internal one.
    static func isInternal(_ name: String) -> Bool {
        // Most names differ in the first letter.
        guard let first = name.utf8.first, first | 0x20 == UInt8(ascii: "t") else { return false }
        return [idleTimeoutName, metricsName, targetName, uploadName].contains(name.lowercased())
    }

    // MARK: To the guard

    /// Adds the idle timeout to a request.
    ///
    /// - Parameter idleTimeout: The timeout; nil for none.
    static func add(idleTimeout: TimeAmount?, to headers: inout HTTPHeaders) {
        headers.add(name: idleTimeoutName, value: String(idleTimeout?.nanoseconds ?? 0))
    }

    /// Adds the target of a request, if AsyncHTTPClient would send another one: it takes the decoded path of a URL, which
    /// is empty for escapes that aren't UTF-8.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - text: Its URL as text.
    ///   - headers: The header fields of the request.
    static func add(targetOf request: OutgoingRequest, writtenAs text: String, to headers: inout HTTPHeaders) {
        guard text.utf8.contains(UInt8(ascii: "%")), let url = request.url, url.path.isEmpty else { return }
        headers.add(name: targetName, value: request.head.path ?? "/")
    }

    /// The values of a request for the guard.
    struct Request {
        var idleTimeout: TimeAmount?
        var upload: AsyncHTTPClientUpload?
        var target: String?
    }

    /// Removes the internal fields from a request, and returns their values.
    static func take(from headers: inout HTTPHeaders, idleTimeout: TimeAmount?) -> Request {
        var request = Request(idleTimeout: idleTimeout)
        var names: [String] = []
        for (name, value) in headers where name.hasPrefix(prefix) {
            switch name {
            case idleTimeoutName: request.idleTimeout = Int64(value).flatMap { $0 > 0 ? .nanoseconds($0) : nil }
            case uploadName: request.upload = uploads.withLock { $0.removeValue(forKey: value) }
            case targetName: request.target = value
            default: continue
            }
            names.append(name)
        }
        for name in names { headers.remove(name: name) }
        return request
    }

    private static let uploadName = "talyn-upload"

    /// The uploads in requests that no connection has got yet.
    private static let uploads = Lock<[String: AsyncHTTPClientUpload]>([:])

    /// Adds an upload to a request. ``forget(_:)`` must follow at last.
    static func add(_ upload: AsyncHTTPClientUpload, to headers: inout HTTPHeaders) {
        uploads.withLock { $0[upload.number] = upload }
        headers.add(name: uploadName, value: upload.number)
    }

    /// Forgets an upload that may have found no connection.
    static func forget(_ upload: AsyncHTTPClientUpload) {
        uploads.withLock { $0[upload.number] = nil }
    }

    // MARK: To the transport

    /// Adds the metrics of an exchange to its response.
    ///
    /// - Parameters:
    ///   - exchange: The exchange.
    ///   - connection: Its connection, as ``ConnectionLabel`` has it.
    static func add(_ exchange: ConnectionExchange, _ connection: ConnectionLabel, to headers: inout HTTPHeaders) {
        guard let received = exchange.headReceived else { return }
        let timestamps = [exchange.headSent, exchange.requestSent ?? received, received]
        headers.add(name: metricsName, value: String(timestamps, exchange.flags, connection.text))
    }

    /// The header fields of a response without the metrics, and the text of the metrics.
    ///
    /// - Parameter hasGuard: Whether a ``ConnectionGuard`` has removed a server's field with the name of the metrics.
    /// - Throws: ``HeaderFieldLimitError``.
    static func read(
        _ headers: HTTPHeaders,
        hasGuard: Bool
    ) throws(HeaderFieldLimitError) -> (HTTPFields, metrics: String?) {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        var metrics: String?
        for (name, value) in headers {
            if hasGuard, name == metricsName {
                // The guard's field is the last one.
                metrics = value
            } else if let name = HTTPField.Name(name) {
                try fields.add(HTTPField(name: name, value: value))
            }
        }
        return (fields, metrics)
    }
}

extension AsyncHTTPClientUpload {
    /// A number that no other upload has as long as this one exists.
    fileprivate var number: String { "\(UInt(bitPattern: ObjectIdentifier(self)))" }
}

/// Protocol, ports and address of a connection as text, made once for each connection.
struct ConnectionLabel {
    fileprivate let text: String

    /// - Parameters:
    ///   - networkProtocolName: The ALPN identifier.
    ///   - local: The address of this host.
    ///   - remote: The address of the server, or of a proxy.
    init(_ networkProtocolName: String, local: SocketAddress?, remote: SocketAddress?) {
        text = "\(networkProtocolName) \(local?.port ?? 0) \(remote?.port ?? 0) \(remote?.ipAddress ?? "")"
    }
}

/// The text of metrics: three timestamps of eleven characters, a character of flags, and the label of the connection.
private enum MetricsText {
    static let isReusing: UInt8 = 1
    static let isHTTP10: UInt8 = 2

    /// The number of characters of a timestamp, of six bits each. Decimal numbers cost more time.
    static let timestampLength = 11
    static let prefixLength = 3 * timestampLength + 1
}

extension ConnectionExchange {
    fileprivate var flags: UInt8 { (isReusing ? MetricsText.isReusing : 0) | (isHTTP10 ? MetricsText.isHTTP10 : 0) }
}

extension String {
    fileprivate init(_ timestamps: [NIODeadline], _ flag: UInt8, _ label: String) {
        self.init(unsafeUninitializedCapacity: MetricsText.prefixLength + label.utf8.count) { bytes in
            var index = 0
            for timestamp in timestamps {
                for digit in 0..<MetricsText.timestampLength {
                    bytes[index] = 0x30 + UInt8(truncatingIfNeeded: timestamp.uptimeNanoseconds >> (6 * digit) & 0x3F)
                    index += 1
                }
            }
            bytes[index] = 0x30 + flag
            for byte in label.utf8 {
                index += 1
                bytes[index] = byte
            }
            return index + 1
        }
    }
}

extension TransportMetrics {
    /// Reads the text of the guard; nil for another text. A server may send anything.
    ///
    /// - Parameter start: The time at which the request was given to the client.
    init?(text: String, start: NIODeadline) {
        var text = text
        guard let metrics = text.withUTF8({ TransportMetrics(bytes: $0, start: start) }) else { return nil }
        self = metrics
    }

    private init?(bytes: UnsafeBufferPointer<UInt8>, start: NIODeadline) {
        guard bytes.count > MetricsText.prefixLength else { return nil }
        func time(_ number: Int) -> NIODeadline {
            let place = number * MetricsText.timestampLength
            let nanoseconds = (0..<MetricsText.timestampLength).reduce(UInt64(0)) { sum, digit in
                sum | UInt64((bytes[place + digit] &- 0x30) & 0x3F) << (6 * digit)
            }
            // No timestamp of this process is out of range.
            return .uptimeNanoseconds(min(nanoseconds, UInt64(Int64.max)))
        }
        var rest = bytes[MetricsText.prefixLength...]
        func word() -> String? {
            guard let end = rest.firstIndex(of: 0x20) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        guard let name = word(), let local = word(), let remote = word() else { return nil }
        self.init(start: start, headSent: time(0), requestSent: time(1), head: time(2))
        let flags = bytes[MetricsText.prefixLength - 1]
        isReusedConnection = flags & MetricsText.isReusing != 0
        networkProtocolName = flags & MetricsText.isHTTP10 != 0 ? "http/1.0" : name
        localPort = Int(local).flatMap { $0 > 0 ? $0 : nil }
        remotePort = Int(remote).flatMap { $0 > 0 ? $0 : nil }
        remoteAddress = rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
    }

    /// Creates the metrics of the phases between timestamps.
    ///
    /// A response may arrive before the end of the request. Then there is no time of waiting.
    init(start: NIODeadline, headSent: NIODeadline, requestSent: NIODeadline, head: NIODeadline) {
        self.init()
        connecting = .nanoseconds((headSent - start).nanoseconds)
        sending = .nanoseconds((requestSent - headSent).nanoseconds)
        waiting = .nanoseconds((head - requestSent).nanoseconds)
    }
}
#endif

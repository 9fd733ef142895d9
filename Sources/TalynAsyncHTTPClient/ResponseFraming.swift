#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import TalynCore
import _TalynSupport

/// The header fields of a response that say how its connection goes on.
struct ResponseFraming {
    /// The meaning of a field for the connection.
    enum Role {
        case contentCoding, keepAlive, transferCoding, connection

        /// Nil for a field that says nothing about it.
        init?(_ name: HTTPField.Name) {
            switch name {
            case .contentEncoding: self = .contentCoding
            case .keepAlive: self = .keepAlive
            case .transferEncoding: self = .transferCoding
            case .connection: self = .connection
            default: return nil
            }
        }
    }

    private(set) var isEncoded = false
    private(set) var keepAlive: String?
    private var transferCodings: [String] = []
    private var connection = ""

    mutating func add(_ value: String, _ role: Role) {
        switch role {
        case .contentCoding: isEncoded = true
        case .keepAlive: keepAlive = value
        case .transferCoding: transferCodings.append(value)
        case .connection: connection += connection.isEmpty ? value : ",\(value)"
        }
    }

    /// Whether the body has transfer codings other than a single `chunked`, which is all that the client can decode (RFC 9112,
    /// section 6.1). `identity` of older servers means none.
    var hasUnknownTransferCoding: Bool {
        guard !transferCodings.isEmpty else { return false }
        let codings = transferCodings.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.withoutOuterSpaces.lowercased() }
            .filter { $0 != "identity" }
        return !codings.isEmpty && codings != ["chunked"]
    }

    /// Whether the response says that the server closed an idle connection (RFC 9110, section 15.5.9), and doesn't answer the request.
    func endsIdleConnection(_ status: HTTPResponseStatus) -> Bool {
        status == .requestTimeout && connection.lowercased().contains("close")
    }
}

extension HTTPField.Name {
    /// See RFC 2068, section 19.7.1.1.
    fileprivate static let keepAlive = HTTPField.Name.named("Keep-Alive")
}

/// The time that a server keeps an idle connection, as its `Keep-Alive` field says.
struct KeepAlive {
    private var text = ""
    /// The time after which the client closes an idle connection; nil if the server says none.
    private(set) var idleLimit: TimeAmount?

    /// Reads the field of a response. Most responses repeat that of the one before.
    mutating func read(_ field: String) {
        guard field != text else { return }
        text = field
        idleLimit = Self.timeout(in: field).map { Self.idleLimit(for: $0) }
    }

    /// The `timeout` parameter, in seconds.
    private static func timeout(in field: String) -> Int64? {
        for parameter in field.split(separator: ",") {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.withoutOuterSpaces }
            if parts.count == 2, parts[0].lowercased() == "timeout" {
                return Int64(parts[1]).flatMap { $0 >= 0 ? $0 : nil }
            }
        }
        return nil
    }

    /// A second less than the server's time, for the way of a request. At least half of it.
    private static func idleLimit(for seconds: Int64) -> TimeAmount {
        let milliseconds = min(seconds, 1_000_000) * 1_000
        return .milliseconds(max(milliseconds - 1_000, milliseconds / 2))
    }
}

/// An error for a response in a transfer coding that the client doesn't know.
struct UnknownTransferCoding: Error, LocalizedError {
    var errorDescription: String? { "The response has a transfer coding other than chunked." }
}

/// An error for a response whose status is invalid (RFC 9110, section 15).
struct InvalidStatus: Error, LocalizedError {
    var errorDescription: String? { "The response has an invalid status." }
}
#endif

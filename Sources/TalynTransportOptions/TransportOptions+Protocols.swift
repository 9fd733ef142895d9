extension TransportOptions {
    /// A version of TLS.
    public struct TLSVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
        enum Number: Int {
            case tls10
            case tls11
            case tls12
            case tls13
        }

        let number: Number

        /// TLS 1.0. It is insecure (RFC 8996).
        public static let tls10 = TLSVersion(number: .tls10)
        /// TLS 1.1. It is insecure (RFC 8996).
        public static let tls11 = TLSVersion(number: .tls11)
        /// TLS 1.2 (RFC 5246).
        public static let tls12 = TLSVersion(number: .tls12)
        /// TLS 1.3 (RFC 8446).
        public static let tls13 = TLSVersion(number: .tls13)

        public static func < (first: TLSVersion, second: TLSVersion) -> Bool {
            first.number.rawValue < second.number.rawValue
        }

        /// The version, such as "TLS 1.3".
        public var description: String { "TLS 1.\(number.rawValue)" }
    }

    /// The versions of HTTP that a transport may use.
    public struct HTTPVersions: Sendable, Hashable {
        enum Choice {
            case automatic
            case http1Only
        }

        let choice: Choice

        /// HTTP/2 with `https` servers that support it, and otherwise HTTP/1.1. URLSession may use HTTP/3, too.
        public static let automatic = HTTPVersions(choice: .automatic)
        /// HTTP/1.1 only. Not supported by URLSession.
        public static let http1Only = HTTPVersions(choice: .http1Only)
    }
}

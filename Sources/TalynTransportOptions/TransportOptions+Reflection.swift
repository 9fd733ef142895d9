import TalynCore
import _TalynFoundation
import _TalynSupport

extension TransportOptions: CustomReflectable {
    /// The options, with the secrets of header fields and proxies masked.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "headerFields": Redaction.default.headerFields(headerFields).lines,
                "idleTimeout": idleTimeout,
                "connectionTimeout": connectionTimeout,
                "connectionsPerHost": connectionsPerHost,
                "keepAlive": keepAlive,
                "httpVersions": httpVersions,
                "minimumTLSVersion": minimumTLSVersion,
                "maximumTLSVersion": maximumTLSVersion,
                "proxy": proxy,
                "decompressionLimit": decompressionLimit,
                "serverTrust": serverTrust,
                "hostTrust": hostTrust,
                "clientCertificates": clientCertificates,
            ]
        )
    }
}

import Foundation

/// The origins to which a call may send credentials (RFC 6454, section 4).
struct CredentialOrigins: Sendable {
    /// A URL on the origin that the app chose: the target's base URL, as a rule.
    let chosen: String

    /// Further origins that the app trusts.
    var trusted: Set<Origin> = []

    /// Whether a request to the URL may have credentials.
    func contain(_ url: String) -> Bool {
        if Self.authority(of: chosen).elementsEqual(Self.authority(of: url)) { return true }
        guard let origin = URL(string: url).flatMap({ Origin($0) }) else { return false }
        return trusted.contains(origin) || URL(string: chosen).flatMap { Origin($0) } == origin
    }

    /// The URL up to the end of its authority, for a comparison without parsing.
    private static func authority(of url: String) -> Substring.UTF8View {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url.utf8[colon...].starts(with: "://".utf8) else {
            return url[...].utf8
        }
        let start = url.utf8.index(colon, offsetBy: 3)
        return url.utf8[..<(url.utf8[start...].firstIndex { ASCIISet.authorityEnd.contains($0) } ?? url.endIndex)]
    }
}

extension CredentialOrigins {
    /// The origins of an endpoint that an endpoint closure made from its parts.
    ///
    /// The closure may choose another origin than the base URL's. The text of a path can't: where the path alone leads to
    /// the endpoint's origin, the base URL counts.
    ///
    /// - Parameters:
    ///   - url: The URL of the endpoint.
    ///   - target: The target that the closure resolved.
    init(ofEndpointAt url: String, for target: any TargetType) {
        let base = target.baseURL
        let byBase = CredentialOrigins(chosen: base.absoluteString)
        let byClosure = CredentialOrigins(chosen: url)
        self = byBase.contain(url) || byClosure.containsAny(reachedFrom: base, by: target.path) ? byBase : byClosure
    }

    /// Whether one of the ways in which an app may put a path to a base URL leads to these origins.
    private func containsAny(reachedFrom base: URL, by path: String) -> Bool {
        contain(URLJoining.join(base: base.absoluteString, path: path)) || contain(base.absoluteString + path)
            || URL(string: path, relativeTo: base).map { contain($0.absoluteString) } == true
    }
}

extension Endpoint {
    /// Whether a request to the URL may have the credentials of the call.
    func mayHaveCredentials(at url: String) -> Bool {
        credentialOrigins?.contain(url) ?? true
    }
}

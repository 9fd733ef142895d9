import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The names of header fields that only the origin may see that they were meant for.
    ///
    /// - Parameter names: The names that the options of the call add.
    func credentialFieldNames(besides names: Set<String>) -> Set<String> {
        let own = (allHTTPHeaderFields ?? [:]).keys.filter { Redaction.default.masks($0) }
        return Self.credentialFieldNames.union(names).union(own)
    }

    /// Removes all credentials, since the request leads to another origin than they were meant for.
    ///
    /// - Parameters:
    ///   - names: The names of further header fields that hold credentials.
    ///   - url: The URL before parameters were added to its query. Its own parameters stay.
    mutating func removeCredentials(inFieldsNamed names: Set<String>, addedTo url: String? = nil) {
        for name in credentialFieldNames(besides: names) { setValue(nil, forHTTPHeaderField: name) }
        if let url { removeSecretParameters(addedTo: url) }
    }

    private mutating func removeSecretParameters(addedTo original: String) {
        guard let text = url?.absoluteString else { return }
        let own = Set(original.queryPieces)
        let pieces = text.queryPieces
        let kept = pieces.filter { piece in
            let name = String(piece.prefix { $0 != "=" }.replacing("+", with: " "))
            return own.contains(piece) || !Redaction.default.masksParameter(name.removingPercentEncoding ?? name)
        }
        guard kept.count < pieces.count else { return }
        let start = text.prefix { $0 != "?" }
        let fragment = text.drop { $0 != "#" }
        url = URL(string: start + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + fragment)
    }

    private static let credentialFieldNames: Set<String> = ["Authorization", "Cookie", "Host", "Proxy-Authorization"]
}

extension String {
    /// The parameters of the URL's query, as they are written.
    fileprivate var queryPieces: [Substring] {
        prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst().split(separator: "&")
    }
}

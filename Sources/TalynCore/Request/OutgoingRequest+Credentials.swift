public import HTTPTypes
import _TalynFoundation
import _TalynSupport

extension OutgoingRequest {
    /// Removes all credentials from a request to another origin than the one that they were given for.
    ///
    /// - Parameter url: The URL before parameters were added to its query. The parameters of this URL stay.
    mutating func removeCredentials(addedTo url: String? = nil) {
        let names = secretNames
        credential = nil
        headerFields.removeCredentials(named: names)
        if let url { removeSecretParameters(.default.masking(names), addedTo: url) }
    }

    private mutating func removeSecretParameters(_ redaction: Redaction, addedTo original: String) {
        guard let path = head.path, path.utf8.contains(UInt8(ascii: "?")) else { return }
        let own = Set(original.queryParameters.map(\.text))
        let parameters = path.queryParameters
        let kept = parameters.filter { own.contains($0.text) || !redaction.masksParameter($0.name) }
        guard kept.count < parameters.count else { return }
        head.path = path.prefix { $0 != "?" } + (kept.isEmpty ? "" : "?" + kept.map(\.text).joined(separator: "&"))
    }
}

extension HTTPFields {
    /// Removes the fields that only the origin that they were given for may receive.
    ///
    /// - Parameter names: The names of further header fields that hold credentials.
    mutating func removeCredentials(named names: Set<String>) {
        // Most requests have no such field, and a copy of the fields costs more than the search.
        let redaction = Redaction.default.masking(names)
        guard contains(where: { $0.name.belongsToOrigin(redaction) }) else { return }
        self = HTTPFields(filter { !$0.name.belongsToOrigin(redaction) })
    }

    /// The fields that another origin than the one of the credentials may receive.
    ///
    /// - Parameter names: The names of further header fields that hold credentials.
    public func withoutCredentials(named names: Set<String>) -> HTTPFields {
        var fields = self
        fields.removeCredentials(named: names)
        return fields
    }
}

extension HTTPField.Name {
    /// Whether the field holds a credential or another value for one origin.
    ///
    /// Baggage holds values of the caller for the servers of one owner (W3C Baggage, section 4).
    fileprivate func belongsToOrigin(_ redaction: Redaction) -> Bool {
        canonicalName == "host" || canonicalName == "baggage" || holdsCredential(redaction)
    }

    /// Whether the field holds a credential.
    ///
    /// - Parameter redaction: The default one, with the names that the call adds.
    func holdsCredential(_ redaction: Redaction) -> Bool {
        Self.wellKnownCredentials.contains(canonicalName) || redaction.masks(rawName)
    }

    private static let wellKnownCredentials: Set = ["authorization", "cookie", "proxy-authorization"]
}

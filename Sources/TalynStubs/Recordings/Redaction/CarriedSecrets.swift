import Foundation

/// The secrets of requests that were redirected, for those of the requests that they led to: a login may well say in
/// `Location` what it was sent.
///
/// Who follows may be the recorder, or its client: what tells is the place.
struct CarriedSecrets {
    /// Redirects that nobody has followed by then are forgotten.
    static let maximumCount = 256

    private var list: [(place: String, secrets: Secrets)] = []

    mutating func add(_ secrets: Secrets, from url: String, to location: String) {
        guard !secrets.isEmpty, let base = URL(string: url),
            let target = URL(string: location, relativeTo: base)?.absoluteURL
        else { return }
        if list.count == Self.maximumCount { list.removeFirst() }
        list.append((Self.place(target.absoluteString), secrets))
    }

    /// The secrets that led to a URL. If several requests were redirected there, nobody knows which is followed now: all
    /// of theirs count, and one of them is done with.
    mutating func take(_ url: String) -> Secrets {
        var secrets = Secrets()
        guard !list.isEmpty else { return secrets }
        let place = Self.place(url)
        for carried in list where carried.place == place { secrets.add(carried.secrets) }
        if let first = list.firstIndex(where: { $0.place == place }) { list.remove(at: first) }
        return secrets
    }

    /// Without the host, which may be another one behind a proxy.
    private static func place(_ url: String) -> String { URLParts(url).pathAndQuery }
}

import _TalynFoundation
import _TalynSupport

/// The secrets of redirected requests, to be masked in the requests that follow: the `Location` of a login may repeat its secrets.
///
/// The recorder or its client may follow the redirect. Only the URL connects the two requests.
struct CarriedSecrets {
    /// The number of redirects that are remembered.
    static let maximumCount = 256

    private var list: [(place: String, secrets: Secrets)] = []

    mutating func add(_ secrets: Secrets, from url: String, to location: String) {
        guard !secrets.isEmpty, let base = URL(reference: url),
            let target = URL(reference: location, relativeTo: base)
        else { return }
        if list.count == Self.maximumCount { list.removeFirst() }
        list.append((Self.place(target.absoluteString), secrets))
    }

    /// The secrets of the request that was redirected to a URL. If there are several such requests, the secrets of all
    /// count, and one of the requests is removed.
    mutating func take(_ url: String) -> Secrets {
        var secrets = Secrets()
        guard !list.isEmpty else { return secrets }
        let place = Self.place(url)
        for carried in list where carried.place == place { secrets.add(carried.secrets) }
        if let first = list.firstIndex(where: { $0.place == place }) { list.remove(at: first) }
        return secrets
    }

    /// The URL without its host, which a proxy may change.
    private static func place(_ url: String) -> String { URLParts(url).pathAndQuery }
}

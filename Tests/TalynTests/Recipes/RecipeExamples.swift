import Foundation
import Talyn
import TalynAuth
import TalynCache

enum Stage: String {
    case production
    case staging

    /// Without a URL, the target's own counts.
    var baseURL: URL? {
        self == .staging ? URL(string: "https://staging.shop.example.com") : nil
    }
}

struct RecipeExamples {
    static func stages(_ name: String?) -> Provider<Change> {
        let stage = Stage(rawValue: name ?? "") ?? .production
        let shop = Provider<Change>(baseURL: stage.baseURL)
        return shop
    }

    static func shared(
        in folder: URL,
        _ server: AuthorizationServer,
        _ client: OAuthClient,
        _ grant: OAuthGrant
    ) throws -> Provider<GitHub> {
        let cache = HTTPCache(try DiskCacheStore(folder: folder.appending(path: "responses")))
        let session = OAuthSession(
            server: server,
            client: client,
            grant: grant,
            store: FileTokenStore(folder.appending(path: "tokens.json")),
            provider: Provider()
        )
        let github = Provider<GitHub>(plugins: [OAuthPlugin(session), CachePlugin(cache)])
        return github
    }

    #if os(Linux) && AsyncHTTPClient
    static func pinned(_ host: String, _ currentKey: String, _ nextKey: String) throws -> Provider<GitHub> {
        var options = TransportOptions()
        options.hostTrust[host] = ServerTrust(pins: [.publicKey(currentKey), .publicKey(nextKey)])
        let github = Provider<GitHub>(transport: try AsyncHTTPClientTransport(options: options))
        return github
    }
    #endif

    func upload(
        _ video: URL,
        with files: Provider<Files>,
        show: (Double) -> Void
    ) async throws(TalynError) -> Response? {
        for try await event in files.transfer(.upload(video)) {
            switch event {
            case .sent(let progress): show(progress.fraction ?? 0)
            case .finished(let response): return response
            default: break
            }
        }
        return nil
    }

    static func limited() -> Provider<GitHub> {
        let github = Provider<GitHub>(plugins: [ConcurrencyLimitPlugin(4)])
        return github
    }

    func accounts(_ names: [String], from github: Provider<GitHub>) async throws -> [String: Account] {
        try await withThrowingTaskGroup(of: (String, Account).self) { group in
            for name in names {
                group.addTask { (name, try await github.request(.user(name), as: Account.self)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}

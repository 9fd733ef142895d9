import Foundation
import Talyn
import TalynCache

// The code of Tour.md with a cache, compiled. ReadmeTests compares the two.

enum ReadmeCacheExamples {
    enum GitHub: TargetType {
        case user(String)

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath {
            switch self {
            case .user(let name): "/users/\(name)"
            }
        }
    }

    struct Account: Decodable {
        let login: String
    }

    static func storedFirst(_ github: Provider<GitHub>) async throws {
        let cache = HTTPCache(MemoryCacheStore(maximumSize: 20 << 20))
        let cached = Provider<GitHub>(plugins: [CachePlugin(cache)])
        for try await ada in cached.cachedThenFresh(.user("ada"), as: Account.self) {
            print(ada.value.login, ada.source)
        }
    }
}

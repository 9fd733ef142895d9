import Foundation
import Moya
import MoyaAppCore

/// The calls of the catalog's screens.
public final class CatalogService {
    private let github: MoyaProvider<GitHub>
    private let api: API

    public init(github: MoyaProvider<GitHub> = .make(), api: API = .shared) {
        self.github = github
        self.api = api
    }

    public func repositories(
        of user: String,
        completion: @escaping (Result<[Repository], APIError>) -> Void
    ) {
        github.request(.userRepositories(user, page: 1), as: [Repository].self, completion: completion)
    }

    public func login(of user: String, completion: @escaping (String?) -> Void) -> Cancellable {
        return github.request(.userProfile(user)) { result in
            completion(try? result.get().mapString(atKeyPath: "login"))
        }
    }

    public func zen() async throws -> String {
        return try await github.request(.zen).mapString()
    }

    public func search(_ query: String) async throws -> [Repository] {
        return try await github.value(
            .search(query: query, languages: ["swift", "c++"], includeForks: false),
            atKeyPath: "items"
        )
    }

    public func product(_ id: String, completion: @escaping (Result<Product, APIError>) -> Void) {
        api.request(ProductDetails(id: id), completion: completion)
    }

    public func products() async throws -> [Product] {
        return try await api.send(ProductList(tags: ["kitchen", "tea"])).items
    }
}

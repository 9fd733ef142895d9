import Foundation
import Talyn
import TalynCache

// The code of the pages of TalynCache, compiled. DocumentedExamplesTests compares the two.

enum CachingExamples {
    struct Product: Decodable {
        let id: String
    }

    enum Shop: TargetType {
        case products

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath { "/products" }
        var requestOptions: RequestOptions {
            RequestOptions { $0.cache = .for(.seconds(600), version: 3) }
        }
    }

    static func firstSteps() async throws {
        let cache = HTTPCache(MemoryCacheStore(maximumSize: 20 << 20))
        let shop = Provider<Shop>(plugins: [CachePlugin(cache)])

        let products = try await shop.request(.products)
        print(products.cacheStatus?.isHit ?? false)
    }

    static func provider() throws -> Provider<Shop> {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
        let cache = HTTPCache(try DiskCacheStore(folder: caches.appending(path: "shop")))
        let shop = Provider<Shop>(plugins: [CachePlugin(cache)])
        return shop
    }

    static func ownKey(_ text: String) -> RequestOptions {
        RequestOptions { $0.cache = CachePolicy(lifetime: .seconds(60), key: "search/\(text)", tags: ["search"]) }
    }

    static func user(_ account: Product) -> RequestOptions {
        RequestOptions { $0.cache = CachePolicy(user: account.id) }
    }

    static func storedFirst(_ shop: Provider<Shop>) async throws {
        func show(_ products: [Product], isUpdating: Bool) {}
        for try await products in shop.cachedThenFresh(.products, as: [Product].self) {
            show(products.value, isUpdating: products.source == .cache)
        }
    }

    static func removal(_ cache: HTTPCache) async throws {
        try await cache.remove(tag: "search")
        try await cache.remove(host: "shop.example.com")
        try await cache.removeAll()
    }
}

extension CachingExamples {
    static func offline(_ folder: URL, _ monitor: ConnectivityMonitor) throws -> Provider<Shop> {
        let cache = HTTPCache(
            try DiskCacheStore(folder: folder),
            maximumAgeWhenDisconnected: .seconds(7 * 86_400)
        )
        let shop = Provider<Shop>(plugins: [ConnectivityPlugin(monitor: monitor), CachePlugin(cache)])
        return shop
    }

    struct Screen {
        let shop: Provider<Shop>

        func load() async {
            do {
                for try await products in shop.cachedThenFresh(.products, as: [Product].self) {
                    show(products.value, isOld: products.isStale)
                }
            } catch {
                if error.isConnectionFailure { showThatThereIsNoNetwork() }
            }
        }

        private func show(_ products: [Product], isOld: Bool) {}

        private func showThatThereIsNoNetwork() {}
    }

    static func stored(_ shop: Provider<Shop>) async throws -> [Product] {
        let offline = RequestOptions { $0.cache = .onlyIfCached }
        let stored = try await shop.request(.products, as: [Product].self, options: offline)
        return stored
    }

    static func age(_ shop: Provider<Shop>) async throws {
        let response = try await shop.request(.products)
        if response.cacheStatus?.isStale == true { print("from \(response.headerFields[.age] ?? "0") seconds ago") }
    }
}

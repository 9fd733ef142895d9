import Foundation
import Moya
import Testing

struct NetworkLayerTests {
    private let client = Client()

    @Test func completionHandlersArePassedOn() {
        var login: String?
        _ = client.fetch(GitHub.userProfile("ada"), as: User.self, success: { login = $0.login })
        #expect(login == "ada")
        var statuses: [Int] = []
        client.hand(on: .zen) { statuses.append((try? $0.get().statusCode) ?? 0) }
        #expect(statuses == [200])
        var json: [String: Any] = [:]
        client.json(.userProfile("bob")) { json = $0 }
        #expect(json["login"] as? String == "bob")
        var loaded: [String] = []
        client.load(
            .userProfile("eve"),
            progress: { loaded.append("\($0)") },
            completion: { loaded.append($1 ?? "\($0)") }
        )
        // Stubs tell no progress.
        #expect(loaded == ["eve"])
    }

    @Test func asyncWrappersKeepWorking() async throws {
        #expect(try await client.user("ada").get() == User(login: "ada", id: 100))
        let user: User = try await client.cancellable(.userProfile("bob"))
        #expect(user.login == "bob")
        #expect(try await client.provider.request(.userProfile("eve"), User.self).login == "eve")
        let status: Int? = await withCheckedContinuation { continuation in
            client.hand(on: .zen, queue: .global()) { continuation.resume(returning: try? $0.get().statusCode) }
        }
        #expect(status == 200)
    }

    @Test func aSharedProviderCallsEveryAPI() {
        var requests: [URLRequest?] = []
        SharedNetwork.provider.call(GitHub.zen) { requests.append(try? $0.get().request) }
        SharedNetwork.provider.call(Orders.list) { requests.append(try? $0.get().request) }
        #expect(
            requests.map { $0?.url?.absoluteString } == [
                "https://api.github.com/zen", "https://app.example.com/api/orders",
            ]
        )
        #expect(requests.allSatisfy { $0?.value(forHTTPHeaderField: "X-Access-Token") == "secret" })
        #expect(GitHubNetwork.default.provider.plugins.isEmpty)
    }

    @Test func anAppsOwnDefaultsForTargetsCount() {
        #expect(MoyaProvider.defaultEndpointMapping(for: Pages.help).httpHeaderFields == ["Accept-Language": "en"])
        #expect(MoyaProvider.defaultEndpointMapping(for: Pages.help).url == "https://example.com/pages/help")
        var request: URLRequest?
        MoyaProvider<Pages>(headers: ["X-Build": 7], stubbed: true).request(.imprint) {
            request = try? $0.get().request
        }
        #expect(request?.value(forHTTPHeaderField: "X-Build") == "7")
    }
}

import Foundation
import Talyn

// The code of Retry.md and of the comments on RetryPlugin, compiled.

enum RetryExamples {
    enum Market: TargetType {
        case goods
        case buy(String)

        var baseURL: URL { URL(string: "https://market.example.com")! }
        var path: RequestPath { "/goods" }

        var method: HTTPRequest.Method {
            switch self {
            case .goods: .get
            case .buy: .post
            }
        }

        var requestOptions: RequestOptions {
            switch self {
            case .goods: RequestOptions()
            case .buy: RequestOptions { $0.idempotency = .key }
            }
        }
    }

    struct MarketStatus: Decodable {
        var code: String
    }

    typealias API = Market

    static func simple() async throws -> Response {
        let provider = Provider<Market>(plugins: [RetryPlugin()])
        let goods = try await provider.request(.goods)
        print(goods.metrics?.attempts.map(\.reason) ?? [])
        return goods
    }

    static func plain() -> Provider<API> {
        let provider = Provider<API>(plugins: [RetryPlugin()])
        return provider
    }

    static func configured() -> RetryPlugin {
        let configuration = RetryPlugin.Configuration {
            $0.maximumAttempts = 5
            $0.deadline = .seconds(30)
        }
        return RetryPlugin(configuration)
    }

    static func refusals() -> RetryPlugin {
        RetryPlugin(.init { $0.refusals = [429] })
    }

    static func byBody() -> RetryPlugin {
        let configuration = RetryPlugin.Configuration {
            $0.shouldRetry = { response, _ in try response.decode(MarketStatus.self).code == "BUSY" }
        }
        return RetryPlugin(configuration)
    }

    static func shared() -> [Provider<Market>] {
        let budget = RetryPlugin.Budget(ratio: 0.1, minimumPerSecond: 5, capacity: 100)
        let market = Provider<Market>(plugins: [RetryPlugin(budget: budget)])
        let patient = RetryPlugin(.init { $0.maximumAttempts = 10 }, budget: budget)
        return [market, Provider<Market>(plugins: [patient])]
    }

    static func tested() -> RetryPlugin {
        let plugin = RetryPlugin(.init { $0.backoff = .none })
        return plugin
    }
}

import Foundation
import Talyn

// The code of RateLimit.md, ConcurrencyLimit.md, CircuitBreaker.md, Connectivity.md and PluginOrder.md, compiled.

enum LimitExamples {
    enum Weather: TargetType {
        case alive
        case forecast(city: String, tenant: String)
        case history(city: String)

        var baseURL: URL { URL(string: "https://weather.example.com")! }

        var path: RequestPath {
            switch self {
            case .alive: "/alive"
            case .forecast(let city, _): "/forecast/\(city)"
            case .history(let city): "/history/\(city)"
            }
        }

        var requestOptions: RequestOptions {
            RequestOptions {
                if case .history = self { $0.priority = .low }
            }
        }
    }

    static func evenly() -> Provider<Weather> {
        let weather = Provider<Weather>(plugins: [RateLimitPlugin(10, per: .seconds(1))])
        return weather
    }

    static func impatiently() async throws {
        let limit = RateLimitPlugin(100, per: .seconds(60), burst: 20, maximumWait: .seconds(2))
        let weather = Provider<Weather>(plugins: [limit])
        do {
            print(try await weather.request(.history(city: "Oslo")).statusCode)
        } catch {
            if let wait = error.rejectionError?.retryAfter { print("Too many calls: one may pass in \(wait)") }
        }
    }

    static func following() -> Provider<GitHub> {
        let github = Provider<GitHub>(plugins: [RetryPlugin(), RateLimitPlugin()])
        return github
    }

    static func told(_ github: Provider<GitHub>) async throws {
        let response = try await github.request(.user("ada"))
        if let limit = response.rateLimit { print("\(limit.remaining) calls are left for \(limit.reset)") }
    }

    static func byTenant() -> RateLimitPlugin {
        let byTenant = CallKey.by { _, target in
            guard case .forecast(_, let tenant)? = target as? Weather else { return nil }
            return tenant
        }
        let limit = RateLimitPlugin(10, per: .seconds(1), key: byTenant)
        return limit
    }

    static func together(store: any RateLimitStore) -> RateLimitPlugin {
        let limit = RateLimitPlugin(100, per: .seconds(1), burst: 10, store: store)
        return limit
    }

    static func atATimeTogether(store: any ConcurrencyLimitStore) -> ConcurrencyLimitPlugin {
        let limit = ConcurrencyLimitPlugin(20, store: store)
        return limit
    }

    static func breakerTogether(store: any CircuitBreakerStore) -> CircuitBreakerPlugin {
        let breaker = CircuitBreakerPlugin(store: store)
        return breaker
    }

    static func atATime() -> Provider<Weather> {
        let weather = Provider<Weather>(plugins: [ConcurrencyLimitPlugin(4, maximumWaiting: 100)])
        return weather
    }

    static func breaker() async throws {
        let weather = Provider<Weather>(plugins: [CircuitBreakerPlugin()])
        do {
            print(try await weather.request(.alive).statusCode)
        } catch {
            if error.rejectionError?.reason == .circuitOpen { print("The server is failing. Try again later.") }
        }
    }

    static func otherThreshold() -> CircuitBreakerPlugin {
        let breaker = CircuitBreakerPlugin(
            threshold: .init(failureRate: 0.8, minimumCalls: 5, window: .seconds(60)),
            resetTimeout: .seconds(30)
        ) { result in
            if case .failure(let error) = result, error.statusCode == 429 { return true }
            return CircuitBreakerPlugin.countsAsFailure(result)
        }
        return breaker
    }

    static func connectivity() -> Provider<Weather> {
        let beacon = Provider<Weather>()
        let monitor = ConnectivityMonitor.probe {
            let soon = RequestOptions { $0.timeout = .seconds(2) }
            return (try? await beacon.request(.alive, options: soon)) != nil
        }
        let weather = Provider<Weather>(plugins: [ConnectivityPlugin(monitor: monitor)])
        return weather
    }

    #if canImport(Network)
    static func onApplePlatforms() -> Provider<Weather> {
        let weather = Provider<Weather>(plugins: [ConnectivityPlugin(monitor: .system)])
        return weather
    }
    #endif

    static func together(_ monitor: ConnectivityMonitor, _ authentication: any Plugin) -> Provider<Weather> {
        let weather = Provider<Weather>(plugins: [
            RetryPlugin(),
            authentication,
            CircuitBreakerPlugin(),
            ConnectivityPlugin(monitor: monitor),
            RateLimitPlugin(10, per: .seconds(1), burst: 5),
            ConcurrencyLimitPlugin(4),
        ])
        return weather
    }
}

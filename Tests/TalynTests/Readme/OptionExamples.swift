import Foundation
import Talyn
import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The code of CallingOptions.md, compiled. DocumentedExamplesTests compares the two.

enum OptionExamples {
    enum Shop: TargetType {
        case products
        case order(String)

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath { "/orders" }
        var method: HTTPRequest.Method {
            switch self {
            case .products: .get
            case .order: .post
            }
        }
        var requestOptions: RequestOptions {
            RequestOptions {
                switch self {
                case .products: $0.cache = .reload
                case .order: $0.idempotency = .key
                }
            }
        }
    }

    struct Prices: TargetType {
        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath { "/prices" }
        var requestOptions: RequestOptions {
            RequestOptions { $0.cache = .for(.seconds(600), version: 3) }
        }
    }

    static func patientEvents(_ logs: Provider<Logs>) async throws {
        let patient = RequestOptions { $0.deadline = .seconds(86_400) }
        for try await event in logs.events(.changes, options: patient) { print(event.data) }
    }

    static func levels() async throws -> Response {
        let shop = Provider<Shop>(
            requestOptions: RequestOptions {
                $0.timeout = .seconds(10)
                $0.deadline = .seconds(30)
            }
        )
        let hurry = RequestOptions { $0.deadline = .seconds(5) }
        let response = try await shop.request(.products, options: hurry)
        return response
    }

    static func environment() -> Provider<Shop> {
        let staging = Provider<Shop>(
            baseURL: URL(string: "https://staging.example.com"),
            requestOptions: RequestOptions { $0.headerFields[.userAgent] = "ShopApp/2.1" }
        )
        return staging
    }

    static func givenURL(_ shop: Provider<Shop>, _ link: URL) async throws -> Response {
        let order = try await shop.request(.products, options: RequestOptions { $0.url = link })
        return order
    }

    static func redirects() -> RequestOptions {
        let options = RequestOptions {
            $0.redirects = .decide(limit: 3) { request, response in
                request.url?.host() == "downloads.example.com" ? request : nil
            }
        }
        return options
    }

    static func secrets() -> RequestOptions {
        let options = RequestOptions { $0.secretHeaderFields = ["X-Customer"] }
        return options
    }

    #if AsyncHTTPClient || canImport(Darwin)
    static func compression() -> RequestOptions {
        let options = RequestOptions { $0.compression = .gzip(minimumSize: 4_096) }
        return options
    }
    #endif

    static func limits() throws -> Provider<Shop> {
        var transportOptions = TransportOptions()
        transportOptions.decompressionLimit = .size(50_000_000)
        let provider = Provider<Shop>(transport: try URLSessionTransport(options: transportOptions))
        return provider
    }
}

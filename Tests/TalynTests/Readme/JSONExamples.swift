import Foundation
import Talyn

// The code of JSON.md, compiled. DocumentedExamplesTests compares the two.

enum JSONExamples {
    struct Product: Decodable, Sendable {
        let name: String
        let maximumPrice: Double
        let addedAt: Date
    }

    struct NewProduct: Encodable, Sendable {
        let name: String
        let maximumPrice: Double
        let addedAt: Date
    }

    enum Shop: TargetType {
        case products(addedAfter: Date, tags: [String])
        case add(NewProduct)
        case remove(id: Int)

        var baseURL: URL { URL(string: "https://shop.example.com")! }

        var path: RequestPath {
            switch self {
            case .products, .add: "/products"
            case .remove(let id): "/products/\(id)"
            }
        }

        var method: HTTPRequest.Method {
            switch self {
            case .products: .get
            case .add: .post
            case .remove: .delete
            }
        }

        var query: RequestParameters {
            if case .products(let date, let tags) = self { ["added_after": date, "tags": tags] } else { [:] }
        }

        var body: RequestBody {
            if case .add(let product) = self { .json(product) } else { .none }
        }

        var coding: CodingOptions {
            CodingOptions {
                $0.keys = .snakeCase
                $0.dates = .secondsSince1970
                $0.arrays = .brackets
            }
        }
    }

    static func calls(_ shop: Provider<Shop>) async throws -> [Product] {
        let target = Shop.products(addedAfter: Date(timeIntervalSince1970: 0), tags: ["tea"])
        let products = try await shop.request(target, as: [Product].self)
        return products
    }

    static func custom() -> CodingOptions {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        let coding = CodingOptions {
            $0.dates = .custom(write: { formatter.string(from: $0) }, read: { formatter.date(from: $0) })
            $0.configureDecoder = { decoder in
                decoder.dataDecodingStrategy = .deferredToData
            }
        }
        return coding
    }

    static func perCall(_ shop: Provider<Shop>, _ target: Shop) async throws -> [Product] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        let products = try await shop.request(target, as: [Product].self, using: decoder)
        return products
    }

    static func perBody(_ product: NewProduct) -> RequestBody {
        let body = RequestBody.json(product, encoder: CodingOptions { $0.dates = .iso8601 }.jsonEncoder)
        return body
    }

    static func keyPath(_ shop: Provider<Shop>, _ target: Shop) async throws -> [Product] {
        let products = try await shop.request(target, as: [Product].self, atKeyPath: "result.items")
        let name = try await shop.request(target, as: String.self, atKeyPath: "result.items.0.name")
        print(name)
        return products
    }

    static func empty(_ shop: Provider<Shop>) async throws -> Product? {
        _ = try await shop.request(.remove(id: 7), as: EmptyResult.self)
        let product = try await shop.request(.remove(id: 7), as: Product?.self)
        return product
    }

    struct Order: Decodable, Sendable {
        let number: Int
    }

    struct Cart: Decodable, Sendable {
        var items: [String] = []
    }

    enum Till: TargetType {
        case cart
        case order(Int)

        var baseURL: URL { URL(string: "https://shop.example.com/api")! }
        var path: RequestPath {
            switch self {
            case .cart: "/cart"
            case .order(let number): "/orders/\(number)"
            }
        }
        var envelope: ResponseEnvelope? { ResponseEnvelope(message: "msg", successCodes: ["0", "OK"]) }
    }

    static func enveloped(_ till: Provider<Till>) async throws -> Order {
        let order = try await till.request(.order(7), as: Order.self)
        return order
    }

    static func code(_ till: Provider<Till>) async throws(TalynError) -> Cart {
        do {
            return try await till.request(.cart, as: Cart.self)
        } catch {
            guard error.envelopeError?.code == "40101" else { throw error }
            return Cart()
        }
    }

    struct Forecast: Decodable, Sendable {
        let city: String
    }

    struct FindForecast: DecodableTargetType {
        typealias ResultType = Forecast

        let city: String
        var baseURL: URL { URL(string: "https://weather.example.com")! }
        var path: RequestPath { "/forecasts/\(city)" }
        var keyPath: String? { "data.0" }
    }

    static func typed() async throws -> Forecast {
        let weather = Provider<FindForecast>()
        let forecast = try await weather.request(FindForecast(city: "Oslo"))
        return forecast
    }

    struct Names: DecodableTargetType {
        typealias ResultType = [String]

        var baseURL: URL { URL(string: "https://lists.example.com")! }
        var path: RequestPath { "/names.txt" }

        func decode(_ response: Response) throws -> [String] {
            try response.decode(String.self).split(separator: "\n").map { String($0) }
        }
    }
}

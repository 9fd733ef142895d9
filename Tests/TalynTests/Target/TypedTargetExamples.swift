import Foundation
import Talyn

// The code of the documentation comments on typed targets, envelopes, checks and samples, compiled.
// DocumentedExamplesTests compares the two.

struct FindAccount: DecodableTargetType {
    typealias ResultType = Account

    let name: String
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: String { "/users/\(pathSegment: name)" }
}

struct Order: Decodable, Equatable {
    var number: Int
}

struct Cart: Decodable, Equatable {
    var items: [String] = []
}

enum Shop: TargetType {
    case cart
    case order(Int)

    var baseURL: URL { URL(string: "https://shop.example.com/api")! }
    var path: String {
        switch self {
        case .cart: "/cart"
        case .order(let number): "/orders/\(pathSegment: number)"
        }
    }
    var envelope: ResponseEnvelope? { ResponseEnvelope(message: "msg", successCodes: [0, "OK"]) }
}

struct Problem: Decodable, Equatable {
    var title: String
}

struct InvalidPhoneNumber: Error, Equatable {
    let phone: String

    init(_ phone: String) {
        self.phone = phone
    }
}

enum Accounts: TargetType {
    case create(name: String)
    case verify(phone: String)

    var baseURL: URL { URL(string: "https://accounts.example.com")! }
    var path: String { "/accounts" }
    var method: HTTPRequest.Method { .post }
    var failureType: (any DecodableFailure.Type)? { Problem.self }
    var requestOptions: RequestOptions {
        RequestOptions {
            $0.timeout = .seconds(5)
            $0.deadline = .seconds(20)
        }
    }

    func checkBeforeSending() throws {
        guard case .verify(let phone) = self, phone.count < 7 else { return }
        throw InvalidPhoneNumber(phone)
    }
}

enum Season: String, TargetType {
    case summer, winter

    var baseURL: URL { URL(string: "https://seasons.example.com")! }
    var path: String { "/\(pathSegment: rawValue)" }
    var sampleData: Data { Data("from the target".utf8) }
}

enum TypedTargetExamples {
    static func typed() async throws -> Account {
        let accounts = Provider<FindAccount>()
        let account = try await accounts.request(FindAccount(name: "ada"))
        return account
    }

    static func response(_ accounts: Provider<FindAccount>) async throws -> Response {
        let response: Response = try await accounts.request(FindAccount(name: "ada"))
        return response
    }

    static func several() async throws -> (String, Account) {
        let provider = MultiProvider()
        let zen = try await provider.request(GitHub.zen).mapString()
        let account = try await provider.request(FindAccount(name: "ada"))
        return (zen, account)
    }

    static func enveloped(_ shop: Provider<Shop>) async throws -> Order {
        let order = try await shop.request(.order(7), as: Order.self)
        return order
    }

    static func businessFailure(_ shop: Provider<Shop>) async throws(TalynError) -> Cart {
        do {
            return try await shop.request(.cart, as: Cart.self)
        } catch {
            guard error.envelopeError?.code == 40101 else { throw error }
            return Cart()
        }
    }

    static func explanation(_ accounts: Provider<Accounts>) async {
        do {
            _ = try await accounts.request(.create(name: "ada")).filterSuccessfulStatusCodes()
        } catch {
            print(error.failure(as: Problem.self)?.title ?? error.localizedDescription)
        }
    }

    static func samples(in bundle: Bundle) -> Provider<MultiTarget> {
        var samples = SampleResponses()
        samples.register(.networkResponse(200, Data("Keep it simple.".utf8)), for: Season.summer)
        samples.register(for: GitHub.self) { target in
            switch target {
            case .user: try .resource("user.json", in: bundle)
            default: nil
            }
        }
        let provider = MultiProvider(stubClosure: MultiProvider.immediatelyStub, samples: samples)
        return provider
    }
}

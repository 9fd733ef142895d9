import Foundation
import HTTPTypes
import Talyn

// The code of README.md and Tour.md, compiled. ReadmeTests compares them.

enum GitHub: TargetType {
    case zen
    case user(String)
    case repositories(of: String, page: Int)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: RequestPath {
        switch self {
        case .zen: "/zen"
        case .user(let name): "/users/\(name)"
        case .repositories(let name, _): "/users/\(name)/repos"
        }
    }

    var query: RequestParameters {
        switch self {
        case .repositories(_, let page): ["page": page]
        default: [:]
        }
    }

    var sampleData: Data {
        switch self {
        case .zen: Data("Half measures are as bad as nothing at all.".utf8)
        case .user(let name): Data(#"{"login": "\#(name)"}"#.utf8)
        case .repositories: Data("[]".utf8)
        }
    }
}

struct Account: Decodable, Equatable {
    let login: String
}

struct Profile: DecodableTargetType {
    typealias ResultType = Account
    let name: String

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: RequestPath { "/users/\(name)" }
}

struct NewOrder: Encodable {
    let productID: Int
    let deliverAt: Date
}

enum Shop: TargetType {
    case search(text: String, maximumPrice: Double?)
    case order(NewOrder)
    case send(URL, caption: String)

    var baseURL: URL { URL(string: "https://shop.example.com")! }
    var path: RequestPath {
        switch self {
        case .search: "/products"
        case .order: "/orders"
        case .send: "/photos"
        }
    }
    var method: HTTPRequest.Method { if case .search = self { .get } else { .post } }

    var query: RequestParameters {
        if case .search(let text, let price) = self { ["text": text, "max_price": price] } else { [:] }
    }

    var body: RequestBody {
        switch self {
        case .search: .none
        case .order(let order): .json(order)
        case .send(let file, let caption):
            .multipart([
                MultipartPart(caption, name: "caption"),
                MultipartPart(file, name: "photo"),
            ])
        }
    }

    var coding: CodingOptions { CodingOptions { $0.keys = .snakeCase } }
}

struct TokenPlugin: RequestAdapter {
    let token: @Sendable () async throws -> String

    func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        try request.setCredential("Bearer \(try await token())", for: .authorization)
    }
}

struct OneMoreTryPlugin: CallInterceptor {
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        do {
            return try await next(endpoint)
        } catch let error as TalynError where error.statusCode == 503 {
            return try await next(endpoint)
        }
    }
}

enum ReadmeExamples {
    static func live() async throws -> (String, Account) {
        let github = Provider<GitHub>()

        let zen = try await github.request(.zen, as: String.self)
        let ada = try await github.request(.user("ada"), as: Account.self)
        return (zen, ada)
    }

    static func sampled() async throws -> Account {
        let github = Provider<GitHub>(transport: SampleTransport())
        return try await github.request(.user("ada"), as: Account.self)
    }

    static func reliable() async throws {
        let reliable = Provider<GitHub>(
            plugins: [RetryPlugin(), CircuitBreakerPlugin(), RateLimitPlugin(10, per: .seconds(1), burst: 5)],
            requestOptions: RequestOptions { $0.timeout = .seconds(10) }
        )
        let response = try await reliable.request(.zen, options: RequestOptions { $0.deadline = .seconds(30) })
        print(response.metrics?.description ?? "")
    }

    static func streams(_ logs: Provider<Logs>) async throws {
        for try await line in logs.stream(.today).lines { print(line) }
        for try await entry in logs.events(.changes, as: Entry.self) { print(entry.message) }
    }

    static func transfers(_ files: Provider<Files>, _ file: URL, _ github: Provider<GitHub>) async throws {
        let destination = DownloadDestination(file) { $0.keepsPartialFile = true }
        for try await event in files.download(.export, to: destination) {
            if case .received(let progress) = event { print(progress.fraction ?? 0, progress.throughput) }
        }
        let repositories = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self)
        for try await repository in repositories.elements {
            print(repository.id)
        }
    }

    static func typed() async throws -> Account {
        let provider = MultiProvider()
        let account = try await provider.request(Profile(name: "ada"))
        return account
    }

    static func errors(_ github: Provider<GitHub>) async {
        do {
            _ = try await github.request(.zen)
        } catch {
            if error.isCancelled { return }
            if error.isTimedOut || error.isConnectionFailure { print("GitHub can't be reached.") }
            if error.isTLSFailure { print("The connection isn't secure.") }
            print(error, error.statusCode ?? 0)
        }
    }
}

extension ReadmeExamples {
    static func closure(_ github: Provider<GitHub>) -> Task<Void, Never> {
        let task = Task {
            do throws(TalynError) {
                let ada = try await github.request(.user("ada"), as: Account.self)
                print(ada.login)
            } catch {
                if !error.isCancelled { print(error) }
            }
        }
        return task
    }
}

// The tests of envelopes have a shop of their own.
extension ReadmeExamples {
    struct NewOrder: Encodable {
        let productID: Int
        let deliverAt: Date
    }

    enum Shop: TargetType {
        case search(text: String, maximumPrice: Double?)
        case order(NewOrder)
        case send(URL, caption: String)

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath {
            switch self {
            case .search: "/products"
            case .order: "/orders"
            case .send: "/photos"
            }
        }
        var method: HTTPRequest.Method { if case .search = self { .get } else { .post } }

        var query: RequestParameters {
            if case .search(let text, let price) = self { ["text": text, "max_price": price] } else { [:] }
        }

        var body: RequestBody {
            switch self {
            case .search: .none
            case .order(let order): .json(order)
            case .send(let file, let caption):
                .multipart([
                    MultipartPart(caption, name: "caption"),
                    MultipartPart(file, name: "photo"),
                ])
            }
        }

        var coding: CodingOptions { CodingOptions { $0.keys = .snakeCase } }
    }
}

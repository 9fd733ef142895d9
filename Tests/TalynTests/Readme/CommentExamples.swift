import Foundation
import FoundationNetworking
import Talyn
import TalynAsyncHTTPClient
import TalynURLSession

@testable import TalynCore

// The examples that only comments in the sources have, compiled. DocumentedExamplesTests compares the two.

enum CommentExamples {
    enum GitHub: TargetType {
        case zen
        case user(String)
        case search(text: String, page: Int)

        var baseURL: URL { URL(string: "https://api.github.com")! }

        var path: RequestPath {
            switch self {
            case .zen: "/zen"
            case .user(let name): "/users/\(name)"
            case .search: "/search/repositories"
            }
        }

        var query: RequestParameters {
            switch self {
            case .search(let text, let page): ["q": text, "page": page]
            default: [:]
            }
        }
    }

    typealias User = Account

    struct FindAccount: DecodableTargetType {
        typealias ResultType = Account

        let name: String
        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/users/\(name)" }
    }

    static func calls() async throws -> (String, User) {
        let github = Provider<GitHub>()
        let zen = try await github.request(.zen, as: String.self)
        let ada = try await github.request(.user("ada"), as: User.self)
        return (zen, ada)
    }

    static func missing(_ github: Provider<GitHub>) async throws(TalynError) -> User? {
        // The formatter would put two spaces before `where`.
        // swift-format-ignore
        do {
            return try await github.request(.user("ada"), as: User.self)
        } catch where error.statusCode == 404 {
            return nil
        }
    }

    static func typed() async throws -> (Account, Response) {
        let accounts = Provider<FindAccount>()
        let account = try await accounts.request(FindAccount(name: "ada"))
        let response: Response = try await accounts.request(FindAccount(name: "ada"))
        return (account, response)
    }
}

/// Paths, queries, bodies and options.
enum RequestCommentExamples {
    struct Login: Encodable, Sendable {
        let name: String
        let remember: Bool
    }

    struct Repositories: TargetType {
        let name: String
        let text: String
        let maximumPrice: Double?
        let page: Int
        let title: String
        let labels: [String]

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/users/\(name)/repos" }
        var query: RequestParameters { ["q": text, "max_price": maximumPrice, "page": page] }
        var body: RequestBody { .json(["title": title, "labels": labels]) }
        var requestOptions: RequestOptions {
            RequestOptions {
                $0.timeout = .seconds(5)
                $0.deadline = .seconds(20)
            }
        }
    }

    static func form() -> RequestBody {
        .form(Login(name: "ada", remember: true))
    }

    static func multipart(_ photo: URL) -> RequestBody {
        .multipart([
            MultipartPart("Ada", name: "author"),
            MultipartPart(photo, name: "photo"),
        ])
    }
}

/// Lists with pages.
enum PageCommentExamples {
    struct Issue: Decodable, Sendable {
        let title: String
    }

    struct Found: Decodable, Sendable {
        let items: [Issue]
    }

    enum GitHub: TargetType {
        case zen
        case issues
        case repositories(of: String)

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/issues" }
    }

    enum Shop: TargetType {
        case search(String)

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath { "/search" }
    }

    static func streams(_ github: Provider<GitHub>, _ shop: Provider<Shop>) async throws -> PageStream<[Issue]> {
        let repositories = github.pages(of: .repositories(of: "ada"), as: [Repository].self)
        for try await page in repositories {
            print(page.number, page.value.count)
        }
        let issues = github.pages(of: .issues, as: [Issue].self, by: .links)
        let found = shop.pages(of: .search("tea"), as: Found.self, by: .cursor("after", at: "page.next"))
        try await elements(found)
        return issues
    }

    static func elements(_ found: PageStream<Found>) async throws {
        let issues = found.elements { page in page.value.items }
        for try await issue in issues {
            print(issue.title)
        }
    }

    static func several() async throws -> (String, Account, PageStream<[Repository]>) {
        typealias FindAccount = CommentExamples.FindAccount
        let api = MultiProvider()
        let zen = try await api.request(GitHub.zen, as: String.self)
        let account = try await api.request(FindAccount(name: "ada"))
        let repositories = api.provider(for: GitHub.self).pages(of: .repositories(of: "ada"), as: [Repository].self)
        return (zen, account, repositories)
    }
}

/// Envelopes.
enum EnvelopeCommentExamples {
    struct Order: Decodable, Sendable {
        let number: Int
    }

    struct Cart: Decodable, Sendable {
        var items: [String] = []
    }

    enum Shop: TargetType {
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

    static func order(_ shop: Provider<Shop>) async throws -> Order {
        let order = try await shop.request(.order(7), as: Order.self)
        return order
    }

    static func cart(_ shop: Provider<Shop>) async throws(TalynError) -> Cart {
        do {
            return try await shop.request(.cart, as: Cart.self)
        } catch {
            guard error.envelopeError?.code == "40101" else { throw error }
            return Cart()
        }
    }
}

/// Plugins.
enum PluginCommentExamples {
    typealias API = GitHub

    struct Session: Sendable {
        func token() async throws -> String { "t0ken" }
    }

    static func tokens(_ token: String, _ session: Session) -> [Provider<API>] {
        let provider = Provider<API>(plugins: [AccessTokenPlugin { _ in token }])
        let waiting = Provider<API>(plugins: [AccessTokenPlugin { _ in try await session.token() }])
        return [provider, waiting]
    }

    static func challenges(_ password: String) -> Provider<API> {
        let provider = Provider<API>(plugins: [
            PasswordPlugin { _ in PasswordCredential(user: "ada", password: password) }
        ])
        return provider
    }

    static func shared() -> Provider<GitHub> {
        let github = Provider<GitHub>(plugins: [CoalescingPlugin(), RetryPlugin()])
        return github
    }

    struct Caller {
        @TaskLocal static var current: Caller?
        let name: String
    }

    static func sharedDespiteNumbers() -> CoalescingPlugin {
        CoalescingPlugin(ignoring: [.named("X-Request-Id")])
    }

    static func sharedByUser() -> CoalescingPlugin {
        CoalescingPlugin { _ in Caller.current?.name ?? "" }
    }

    enum Tenant: CallContextKey { typealias Value = String }

    static func context(_ context: CallContext) {
        context[Tenant.self] = "acme"
    }

    static func counts(_ context: CallContext) {
        context[CallCounts.self] = ["rows": 20]
    }

    static func adapt(_ request: inout OutgoingRequest, key: String) throws {
        request.headerFields[.acceptLanguage] = "en"
        try request.setCredential(key, for: .named("X-Service-Key"))
    }

    struct LanguagePlugin: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            var endpoint = endpoint
            endpoint.headerFields[.acceptLanguage] = "en"
            return try await next(endpoint)
        }
    }
}

extension CommentExamples {
    static func morePlugins(_ github: Provider<GitHub>) -> Provider<GitHub> {
        let patient = github.adding(plugins: [RetryPlugin()])
        return patient
    }

    static func decode(_ response: Response) throws -> (Account, String) {
        let account = try response.decode(Account.self)
        let name = try response.decode(String.self, atKeyPath: "items.0.name")
        return (account, name)
    }
}

extension CommentExamples {
    static func cookiesOfFoundation(_ options: inout RequestOptions) {
        options.cookies = .store(HTTPCookieStore(.shared))
    }
}

enum Region: RequestOptionKey { typealias Value = String }

extension RequestOptions {
    var region: String? {
        get { self[Region.self] }
        set { self[Region.self] = newValue }
    }
}

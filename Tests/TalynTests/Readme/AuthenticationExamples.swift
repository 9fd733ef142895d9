import Foundation
import Talyn

// The code of Authentication.md and of the plugin's comments, compiled.

private let token = "t0ken"
private let tokens = Provider<AuthenticationExamples.TokenAPI>(transport: SampleTransport())

enum AuthenticationExamples {
    enum TokenAPI: TargetType {
        case renew(String)
        case ofThisService

        var baseURL: URL { URL(string: "https://tokens.example.com")! }
        var path: RequestPath { "/token" }
        var sampleData: Data { Data("new".utf8) }
    }

    typealias API = GitHub

    struct Bearer: Authenticator {
        func apply(_ token: String, to request: inout OutgoingRequest) {
            request.headerFields[.authorization] = "Bearer \(token)"
        }

        func refresh(_ token: String) async throws -> String {
            try await tokens.request(.renew(token), as: String.self)
        }
    }

    static func shortest() -> Provider<API> {
        let api = Provider<API>(plugins: [AuthenticationPlugin(Bearer(), credential: token)])
        return api
    }

    static func service() -> AuthenticationPlugin<Bearer> {
        let service = AuthenticationPlugin(
            Bearer(),
            obtain: { try await tokens.request(.ofThisService, as: String.self) }
        )
        return service
    }

    struct RefusableOAuth: Authenticator {
        func apply(_ tokens: Tokens, to request: inout OutgoingRequest) {
            request.headerFields[.authorization] = "Bearer \(tokens.accessToken)"
        }

        func refresh(_ tokens: Tokens) async throws -> Tokens {
            do {
                return try await Session.shop.request(.renew(tokens.refreshToken), as: Tokens.self)
            } catch {
                if error.statusCode == 400 { Session.authentication.credential = nil }
                throw error
            }
        }
    }

    enum Session {
        static let authentication = AuthenticationPlugin(RefusableOAuth())
        static let shop = Provider<Shop>(plugins: [authentication])
    }

    struct Screen {
        enum Page {
            case shop, signIn
        }

        func show(_ page: Page) {}
    }

    static func watch(_ screen: Screen) async {
        for await event in Session.authentication.events {
            switch event {
            case .replaced, .refreshed: screen.show(.shop)
            case .removed: screen.show(.signIn)
            case .refreshFailed(let error) where error.isRefusal: screen.show(.signIn)
            default: break
            }
        }
    }

    struct Tokens: Codable, Sendable {
        let accessToken: String
        let refreshToken: String
        let expiry: Date
    }

    enum Shop: TargetType, AccessTokenAuthorizable {
        case signIn(name: String, password: String)
        case renew(String)
        case cart

        var baseURL: URL { URL(string: "https://shop.example.com")! }

        var path: RequestPath {
            switch self {
            case .signIn, .renew: "/token"
            case .cart: "/cart"
            }
        }

        var method: HTTPRequest.Method { if case .cart = self { .get } else { .post } }

        var body: RequestBody {
            switch self {
            case .signIn(let name, let password): .json(["name": name, "password": password])
            case .renew(let token): .json(["refresh_token": token])
            case .cart: .none
            }
        }

        var authorizationType: AuthorizationType? { if case .cart = self { .bearer } else { nil } }
    }

    struct OAuth: Authenticator {
        func apply(_ tokens: Tokens, to request: inout OutgoingRequest) {
            request.headerFields[.authorization] = "Bearer \(tokens.accessToken)"
        }

        func needsRefresh(_ tokens: Tokens, at date: Date) -> Bool {
            tokens.expiry < date + 10
        }

        func refresh(_ tokens: Tokens) async throws -> Tokens {
            try await Client.shop.request(.renew(tokens.refreshToken), as: Tokens.self)
        }
    }

    enum Client {
        static let authentication = AuthenticationPlugin(OAuth())
        static let shop = Provider<Shop>(plugins: [authentication])

        static func signIn(name: String, password: String) async throws {
            authentication.credential = try await shop.request(.signIn(name: name, password: password), as: Tokens.self)
        }

        static func signOut() {
            authentication.credential = nil
        }
    }
}

import Foundation
import Talyn

// The code of Errors.md, compiled. DocumentedExamplesTests compares the two.

enum ErrorExamples {
    struct Problem: Decodable, Sendable {
        let title: String
        let fields: [String]?
    }

    enum Signup: TargetType {
        case create(name: String)
        case verify(phone: String)

        var baseURL: URL { URL(string: "https://accounts.example.com")! }
        var path: RequestPath { "/accounts" }
        var method: HTTPRequest.Method { .post }
        var body: RequestBody {
            switch self {
            case .create(let name): .json(["name": name])
            case .verify(let phone): .json(["phone": phone])
            }
        }
        var failureBodyType: (any (Decodable & Sendable).Type)? { Problem.self }

        func checkBeforeSending() throws {
            guard case .verify(let phone) = self, phone.count < 7 else { return }
            throw InvalidPhoneNumber(phone)
        }
    }

    struct InvalidPhoneNumber: LocalizedError {
        let phone: String

        init(_ phone: String) {
            self.phone = phone
        }

        var errorDescription: String? { "The phone number is too short." }
    }

    static func handled(_ github: Provider<GitHub>) async {
        do {
            let ada = try await github.request(.user("ada"), as: Account.self)
            print(ada.login)
        } catch {
            if error.isCancelled { return }
            if error.isConnectionFailure { return print("GitHub can't be reached.") }
            if error.isTLSFailure { return print("The connection isn't secure.") }
            if error.statusCode == 404 { return print("There is no such user.") }
            print(error)
        }
    }

    static func missing(_ github: Provider<GitHub>) async throws(TalynError) -> Account? {
        // The formatter would put two spaces before `where`.
        // swift-format-ignore
        do {
            return try await github.request(.user("ada"), as: Account.self)
        } catch where error.statusCode == 404 {
            return nil
        }
    }

    static func reasons(_ error: TalynError) {
        switch error.reason {
        case .transport: print("The network or the server failed.", error.transportError?.kind ?? .other)
        case .unacceptableStatus: print("The server refused the call.", error.statusCode ?? 0)
        case .decoding: print("The server changed its JSON.", error.underlyingError ?? error)
        case .rejected: print("Try again later.", error.rejectionError?.retryAfter ?? .zero)
        default: print(error)
        }
    }

    static func explained(_ accounts: Provider<Signup>) async {
        do {
            _ = try await accounts.request(.create(name: "ada"))
        } catch {
            print(error.decode(Problem.self)?.title ?? error.localizedDescription)
        }
    }

    static func declared(_ error: TalynError) {
        if let problem = error.failureBody as? Problem { print(problem.title) }
    }

    static func explanation(_ accounts: Provider<Signup>) async -> String? {
        func explanation(of error: TalynError) -> String? {
            guard let problem = error.problemDetails else { return nil }
            if problem.type.hasSuffix("/out-of-credit"), let balance = problem.decode(Int.self, for: "balance") {
                return "You have only \(balance) left."
            }
            return problem.detail ?? problem.title
        }
        do {
            _ = try await accounts.request(.create(name: "ada"))
            return nil
        } catch {
            return explanation(of: error)
        }
    }

    static func commented(_ accounts: Provider<Signup>) async throws {
        do {
            _ = try await accounts.request(.create(name: "ada"))
        } catch {
            guard let problem = error.problemDetails else { throw error }
            print(problem.title ?? problem.type, problem.decode(Int.self, for: "balance") ?? 0)
        }
    }

    static func statuses(_ github: Provider<GitHub>) async throws {
        let response = try await github.request(.user("ada"))
        print(response.statusCode)
    }

    static func closure() async {
        let github = Provider<GitHub>(transport: SampleTransport())
        let load = { (name: String) async -> String in
            do throws(TalynError) {
                return try await github.request(.user(name), as: Account.self).login
            } catch {
                return error.isCancelled ? "" : error.description
            }
        }
        print(await load("ada"))
    }
}

/// A resource that may be missing: the target says that 404 is no failure.
struct OptionalProfile: TargetType {
    let name: String

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: RequestPath { "/users/\(name)" }
    var validation: StatusValidation { .codes([200, 404]) }
}

struct MaintenancePlugin: CallInterceptor {
    struct Maintenance: LocalizedError {
        var errorDescription: String? { "The server is under maintenance." }
    }

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        do {
            return try await next(endpoint)
        } catch let error as TalynError where error.statusCode == 503 {
            throw TalynError(.other, underlyingError: Maintenance(), response: error.response)
        }
    }
}

import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The code of README.md, compiled. ReadmeTests compares the two.

enum GitHub: TargetType {
    case zen
    case user(String)
    case repositories(of: String, page: Int)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: String {
        switch self {
        case .zen: "/zen"
        case .user(let name): "/users/\(pathSegment: name)"
        case .repositories(let name, _): "/users/\(pathSegment: name)/repos"
        }
    }

    var task: HTTPTask {
        switch self {
        case .repositories(_, let page): .query(["page": page])
        default: .requestPlain
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
    var path: String { "/users/\(pathSegment: name)" }
}

enum Photos: TargetType {
    case send(URL, caption: String)
    case fetch(id: Int, to: URL)

    var baseURL: URL { URL(string: "https://photos.example.com")! }
    var path: String { "/photos" }
    var method: HTTPRequest.Method { if case .send = self { .post } else { .get } }

    var task: HTTPTask {
        switch self {
        case .send(let file, let caption):
            .uploadMultipart([
                MultipartFormData(provider: .data(Data(caption.utf8)), name: "caption"),
                MultipartFormData(provider: .file(file), name: "photo"),
            ])
        case .fetch(let id, let file):
            .downloadParameters(parameters: ["id": id], encoding: URLEncoding.queryString) { _, _ in
                (file, [.createIntermediateDirectories, .removePreviousFile])
            }
        }
    }
}

struct TokenPlugin: Plugin {
    let token: @Sendable () async throws -> String

    func prepare(_ request: URLRequest, target: any TargetType) async throws -> URLRequest {
        var request = request
        request.setValue("Bearer \(try await token())", forHTTPHeaderField: "Authorization")
        return request
    }
}

struct OneMoreTryPlugin: Plugin {
    func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        let response = try await next(endpoint)
        return response.statusCode == 503 ? try await next(endpoint) : response
    }
}

enum ReadmeExamples {
    static func live() async throws -> (String, Account) {
        let github = Provider<GitHub>()

        let zen = try await github.request(.zen).mapString()
        let ada = try await github.request(.user("ada"), as: Account.self)
        return (zen, ada)
    }

    static func completionHandler(_ github: Provider<GitHub>) {
        let call = github.request(.zen, progress: { print($0.progress) }) { result in
            print(result)
        }
        call.cancel()
    }

    static func stubbed() async throws -> Account {
        let stubbed = Provider<GitHub>(stubClosure: Provider.immediatelyStub)
        let sample = try await stubbed.request(.user("ada"), as: Account.self)
        return sample
    }

    static func reliable() async throws {
        let reliable = Provider<GitHub>(
            plugins: [RetryPlugin(), CircuitBreakerPlugin(), RateLimitPlugin(10, per: .seconds(1), burst: 5)],
            requestOptions: RequestOptions { $0.timeout = .seconds(10) }
        )
        let response = try await reliable.request(.zen, options: RequestOptions { $0.deadline = .seconds(30) })
        print(response.account?.description ?? "")
    }

    static func streams(_ logs: Provider<Logs>) async throws {
        for try await line in logs.stream(.today).lines { print(line) }
        for try await entry in logs.events(.changes, as: Entry.self) { print(entry.message) }
    }

    static func transfers(_ files: Provider<Files>, _ file: URL, _ github: Provider<GitHub>) async throws {
        let destination = TransferDestination(file) { $0.keepsPartialFile = true }
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
            if error.isTimedOut || error.isConnectionFailure { print("Are you online?") }
            print(error, error.statusCode ?? 0)
        }
    }
}

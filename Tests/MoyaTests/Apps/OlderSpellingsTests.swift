import Foundation
import Moya
import Testing

// A file of the times of Moya 11 to 13.

enum Legacy: TargetType {
    case accounts, session

    var baseURL: URL { return URL(string: "https://old.example.com")! }
    var path: String { return "/accounts" }
    var method: Moya.Method { return .get }
    var sampleData: Data { return "{}".data(using: .utf8)! }
    var task: Task { return .requestPlain }
    var headers: [String: String]? { return nil }
}

let legacyManager: Manager = {
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = Manager.defaultHTTPHeaders
    configuration.timeoutIntervalForRequest = 20
    let manager = Manager(configuration: configuration)
    return manager
}()

let legacyProvider = MoyaProvider<Legacy>(
    stubClosure: MoyaProvider.immediatelyStub,
    manager: legacyManager,
    plugins: []
)

struct OlderSpellingsTests {
    @Test func aManagerIsASession() {
        var status: Int?
        legacyProvider.request(.session) { status = try? $0.get().statusCode }
        #expect(status == 200)
        _ = MoyaProvider<Legacy>.defaultAlamofireManager()
        #expect(legacyManager.sessionConfiguration.httpAdditionalHeaders?["User-Agent"] != nil)
    }

    @Test func aLoggerWritesByAFunctionOfTheApp() {
        let log = WrittenLines()
        func write(_ separator: String, terminator: String, items: Any...) {
            for item in items { log.lines.append("\(item)" + terminator) }
        }
        let loggers = [
            NetworkLoggerPlugin(verbose: true, cURL: false, output: write),
            NetworkLoggerPlugin(verbose: true, cURL: true, output: write),
            NetworkLoggerPlugin(cURL: true, output: write),
        ]
        let provider = MoyaProvider<Legacy>(stubClosure: MoyaProvider.immediatelyStub, plugins: loggers)
        provider.request(.accounts) { _ in }
        #expect(log.lines.filter { $0.contains("$ curl") }.count == 2)
        #expect(log.lines.contains { $0.contains("Response Body: {}") && $0.hasSuffix("\n") })
        _ = NetworkLoggerPlugin(verbose: true, responseDataFormatter: { $0 })
    }

    @Test func aTokenNeedsNoTarget() {
        struct Secret: TargetType, AccessTokenAuthorizable {
            let baseURL = URL(string: "https://old.example.com")!
            let path = ""
            let method = Moya.Method.get
            let task = Task.requestPlain
            let headers: [String: String]? = nil
            let authorizationType: AuthorizationType? = .bearer
        }
        let request = URLRequest(url: URL(string: "https://old.example.com")!)
        let plugins = [
            AccessTokenPlugin(tokenClosure: { "x" }), AccessTokenPlugin { "x" },
            AccessTokenPlugin { _ in "x" }, AccessTokenPlugin { type in type == .bearer ? "x" : "y" },
        ]
        for plugin in plugins {
            let prepared = plugin.prepare(request, target: Secret())
            #expect(prepared.value(forHTTPHeaderField: "Authorization") == "Bearer x")
        }
    }
}

private final class WrittenLines {
    var lines: [String] = []
}

import Foundation
import Moya
import Testing

extension GitHub: AccessTokenAuthorizable {
    var authorizationType: AuthorizationType? {
        switch self {
        case .zen: return nil
        case .userProfile: return .basic
        case .search: return .custom("Token")
        case .missing: return .none
        default: return .bearer
        }
    }
}

enum OlderAPI: String, TargetType, AccessTokenAuthorizable {
    case open, closed

    var baseURL: URL { return URL(string: "https://old.example.com")! }
    var path: String { return rawValue }
    var method: Moya.Method { return .get }
    var task: Task { return .requestPlain }
    var sampleData: Data { return Data() }
    var headers: [String: String]? { return ["authorization": "replaced"] }
    var authorizationType: AuthorizationType? {
        switch self {
        case .open: return .none
        case .closed: return .bearer
        }
    }
}

final class Log {
    var text = ""
    var activity: [String] = []
}

struct BuiltInPluginTests {
    private let log = Log()

    private func authorization<T: TargetType>(_ target: T, _ plugin: PluginType) -> String? {
        var value: String?
        MoyaProvider<T>(stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin]).request(target) { result in
            if case .success(let response) = result {
                value = response.request?.value(forHTTPHeaderField: "Authorization")
            }
        }
        return value
    }

    @Test func tokensAreAddedByType() {
        let plugin = AccessTokenPlugin { _ in "secret" }
        #expect(authorization(GitHub.userProfile("ada"), plugin) == "Basic secret")
        #expect(authorization(GitHub.search(query: "", page: 1), plugin) == "Token secret")
        #expect(authorization(GitHub.publish(Draft()), plugin) == "Bearer secret")
        #expect(authorization(MultiTarget(GitHub.publish(Draft())), plugin) == "Bearer secret")
        #expect(authorization(GitHub.zen, plugin) == nil)
        #expect(authorization(GitHub.missing, plugin) == nil)
        let older = AccessTokenPlugin { (type: AuthorizationType) -> String in type == .basic ? "b" : "other" }
        #expect(authorization(GitHub.userProfile("ada"), older) == "Basic b")
        let closure: (TargetType) -> String = { target in
            (target as? AccessTokenAuthorizable)?.authorizationType?.value ?? ""
        }
        #expect(authorization(GitHub.publish(Draft()), AccessTokenPlugin(tokenClosure: closure)) == "Bearer Bearer")
    }

    @Test func typesAreComparedWithoutACast() {
        #expect(GitHub.userProfile("").authorizationType == .basic)
        #expect(GitHub.zen.authorizationType == nil)
        #expect(OlderAPI.closed.authorizationType == .bearer)
        let target: AccessTokenAuthorizable = GitHub.search(query: "", page: 1)
        #expect(target.authorizationType == .custom("Token"))
        let older: AccessTokenAuthorizable = OlderAPI.closed
        #expect(older.authorizationType == .bearer)
        if let type = target.authorizationType { #expect(type.value == "Token") } else { Issue.record("none") }
        switch target.authorizationType {
        case .custom(let value): #expect(value == "Token")
        default: Issue.record("another type")
        }
    }

    @Test func anAuthorizationTypeMayBeAsItWasInMoya13() {
        let plugin = AccessTokenPlugin(tokenClosure: { _ in "secret" })
        #expect(authorization(OlderAPI.closed, plugin) == "Bearer secret")
        #expect(authorization(OlderAPI.open, plugin) == "replaced")
    }

    @Test func activityBeginsAndEnds() {
        let plugin = NetworkActivityPlugin { change, target in
            switch change {
            case .began: self.log.activity.append("began \(target.path)")
            case .ended: self.log.activity.append("ended \(target.path)")
            }
        }
        MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin]).request(.zen) { _ in }
        #expect(log.activity == ["began /zen", "ended /zen"])
    }

    @Test func credentialsAreOffered() {
        let plugin = CredentialsPlugin { target -> URLCredential? in
            guard target is GitHub else { return nil }
            return URLCredential(user: "user", password: "password", persistence: .none)
        }
        var status: Int?
        MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin]).request(.zen) { result in
            status = try? result.get().statusCode
        }
        #expect(status == 200)
    }

    @Test func theLoggerIsConfiguredAsBefore() {
        let log = self.log
        func prettyJSON(_ data: Data) -> String {
            guard let json = try? JSONSerialization.jsonObject(with: data),
                let pretty = try? JSONSerialization.data(withJSONObject: json, options: .prettyPrinted)
            else { return String(data: data, encoding: .utf8) ?? "" }
            return String(data: pretty, encoding: .utf8) ?? ""
        }
        let loggers = [
            NetworkLoggerPlugin(
                configuration: .init(
                    formatter: .init(responseData: prettyJSON),
                    output: { _, items in items.forEach { log.text += $0 + "\n" } },
                    logOptions: .verbose
                )
            ),
            NetworkLoggerPlugin(
                configuration: NetworkLoggerPlugin.Configuration(
                    output: { target, items in log.text += "\(target.path) \(items.joined(separator: "|"))" },
                    logOptions: [.formatRequestAscURL, .errorResponseBody]
                )
            ),
        ]
        for logger in loggers {
            MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [logger]).request(
                .userProfile("ada")
            ) { _ in }
        }
        #expect(log.text.contains("\"login\" : \"ada\""))
        #expect(log.text.contains("https://api.github.com/users/ada"))
        #expect(log.text.contains("curl"))
        let plugin = NetworkLoggerPlugin()
        plugin.configuration.logOptions = .verbose
        plugin.configuration.formatter.entry = { identifier, message, _ in "\(identifier): \(message)" }
        _ = [
            NetworkLoggerPlugin(verbose: true), NetworkLoggerPlugin.verbose, NetworkLoggerPlugin.default,
        ]
    }
}

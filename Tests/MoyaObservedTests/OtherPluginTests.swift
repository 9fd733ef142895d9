import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Plugins for access tokens, credentials and network activity.
struct OtherPluginTests {
    private struct Authorized: TargetType, AccessTokenAuthorizable {
        var authorizationType: AuthorizationType?
        var baseURL = URL(string: "https://example.com")!
        var path = "authorized"
        var method = Moya.Method.get
        var task = Task.requestPlain
        var headers: [String: String]?
    }

    private let request = URLRequest(url: URL(string: "https://example.com")!)

    private func authorization(_ target: TargetType) -> String? {
        AccessTokenPlugin { _ in "token" }.prepare(request, target: target).value(forHTTPHeaderField: "Authorization")
    }

    @Test("an access token goes behind the word of its type")
    func accessToken() {
        #expect(authorization(Authorized(authorizationType: .basic)) == "Basic token")
        #expect(authorization(Authorized(authorizationType: .bearer)) == "Bearer token")
        #expect(authorization(Authorized(authorizationType: .custom("Token"))) == "Token token")
        #expect(authorization(Authorized(authorizationType: .custom(""))) == " token")
    }

    @Test("a target without authorization gets no access token")
    func noAccessToken() {
        #expect(authorization(Authorized(authorizationType: nil)) == nil)
        #expect(authorization(Sample()) == nil)
        let asked = Log()
        let plugin = AccessTokenPlugin { _ in
            asked.add("asked")
            return ""
        }
        #expect(plugin.prepare(request, target: Sample()) == request)
        #expect(asked.lines == [])
    }

    @Test("a multi-target gets the access token of its target")
    func multiTarget() {
        #expect(authorization(MultiTarget(Authorized(authorizationType: .bearer))) == "Bearer token")
        #expect(authorization(MultiTarget(Sample())) == nil)
    }

    @Test("the closure for the access token sees the target in the multi-target")
    func closureTarget() {
        let log = Log()
        let plugin = AccessTokenPlugin { target in
            log.add("\(type(of: target) == Authorized.self) \(target.path)")
            return "token"
        }
        _ = plugin.prepare(request, target: MultiTarget(Authorized(authorizationType: .bearer)))
        _ = plugin.prepare(request, target: Authorized(authorizationType: .bearer))
        #expect(log.lines == ["true authorized", "true authorized"])
        #expect(plugin.tokenClosure(Sample()) == "token")
    }

    @Test("an access token is asked for with each request")
    func eachTime() async throws {
        let count = Box(0)
        let plugin = AccessTokenPlugin { _ in
            count.value += 1
            return "\(count.value)"
        }
        let provider = MoyaProvider<Authorized>(
            stubClosure: MoyaProvider<Authorized>.immediatelyStub,
            plugins: [plugin]
        )
        for number in 1...2 {
            let response = try await provider.result(of: Authorized(authorizationType: .bearer)).get()
            #expect(response.request?.value(forHTTPHeaderField: "Authorization") == "Bearer \(number)")
        }
    }

    @Test("credentials authenticate the request that is sent")
    func credentials() {
        let log = Log()
        let plugin = CredentialsPlugin { _ in URLCredential(user: "user", password: "secret", persistence: .none) }
        plugin.willSend(LooseRequest(request, log: log), target: Sample())
        #expect(log.lines == ["user:secret"])
    }

    @Test("without credentials a request is not authenticated")
    func noCredentials() {
        let log = Log()
        CredentialsPlugin { _ in nil }.willSend(LooseRequest(request, log: log), target: Sample())
        #expect(log.lines == [])
    }

    @Test("the closure for credentials sees the target, and the multi-target itself")
    func credentialsTarget() {
        let log = Log()
        let plugin = CredentialsPlugin { target in
            log.add("\(target is MultiTarget)")
            return nil
        }
        plugin.willSend(LooseRequest(request), target: Sample())
        plugin.willSend(LooseRequest(request), target: MultiTarget(Sample()))
        #expect(log.lines == ["false", "true"])
    }

    @Test("activity begins with sending and ends with receiving")
    func activity() {
        let log = Log()
        let plugin = NetworkActivityPlugin { change, target in log.add("\(change) \(target.path)") }
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.immediatelyStub, plugins: [plugin])
        provider.request(Sample(path: "/p")) { _ in log.add("completed") }
        #expect(log.lines == ["began /p", "ended /p", "completed"])
    }

    @Test("activity ends with failures, too")
    func activityOfFailure() {
        let log = Log()
        let plugin = NetworkActivityPlugin { change, _ in log.add("\(change)") }
        plugin.didReceive(.failure(.requestMapping("")), target: Sample())
        #expect(log.lines == ["ended"])
    }
}

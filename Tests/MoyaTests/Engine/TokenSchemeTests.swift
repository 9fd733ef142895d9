import Foundation
import Testing

@testable import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Whose token a request gets, inside a call with a token.
struct TokenSchemeTests {
    private struct Authorized: TargetType, AccessTokenAuthorizable {
        var authorizationType: AuthorizationType?
        let baseURL = URL(string: "https://example.com")!
        let path = ""
        let method = Moya.Method.get
        let task = Task.requestPlain
        let headers: [String: String]? = nil
    }

    private let plugin = AccessTokenPlugin { _ in "token" }
    private let call = TokenScheme(of: Authorized(authorizationType: .bearer))
    private let local = Local(URL(string: "https://example.com")!)

    private func field(of target: TargetType) -> String? {
        let request = URLRequest(url: local.baseURL)
        return call.withScheme { plugin.prepare(request, target: target).value(forHTTPHeaderField: "Authorization") }
    }

    @Test func aTargetThatWantsNoTokenAnyMoreGetsNone() {
        #expect(field(of: Authorized(authorizationType: .basic)) == "Basic token")
        #expect(field(of: Authorized(authorizationType: nil)) == nil)
        #expect(field(of: MultiTarget(Authorized(authorizationType: nil))) == nil)
    }

    /// As a target is that conforms on the main actor only.
    @Test func aTargetThatDoesNotConformHereGetsTheSchemeOfItsCall() {
        #expect(field(of: local) == "Bearer token")
        #expect(field(of: MultiTarget(local)) == "Bearer token")
        #expect(field(of: MultiTarget(MultiTarget(local))) == "Bearer token")
    }

    @Test func aStubInsideAnotherCallDoesNotGetItsToken() throws {
        let provider = MoyaProvider<Local>(stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin])
        var answer: Result<Moya.Response, MoyaError>?
        call.withScheme { _ = provider.request(local) { answer = $0 } }
        let request = try #require(try answer?.get().request)
        #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
    }
}

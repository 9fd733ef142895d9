import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct AccessTokenPluginTests {
    private struct API: TargetType, AccessTokenAuthorizable {
        var authorizationType: AuthorizationType?
        var headerFields: HTTPFields = [:]
        var baseURL: URL { Zen.zen.baseURL }
        var path: RequestPath { "" }
    }

    private func authorization<Target: TargetType>(
        _ target: Target,
        _ plugin: AccessTokenPlugin
    ) async throws -> String? {
        let provider = Provider<Target>(transport: SampleTransport(), plugins: [plugin])
        return try await provider.request(target).request?.headerFields[.authorization]
    }

    private let plugin = AccessTokenPlugin { _ in "t0ken" }

    @Test(arguments: [
        (AuthorizationType.basic, "Basic t0ken"), (.bearer, "Bearer t0ken"), (.custom("Hawk"), "Hawk t0ken"),
        (.custom(""), "t0ken"),
    ])
    func tokenGoesIntoTheField(type: AuthorizationType, value: String) async throws {
        #expect(try await authorization(API(authorizationType: type), plugin) == value)
    }

    @Test func targetWithoutATypeGetsNone() async throws {
        #expect(try await authorization(API(), plugin) == nil)
        #expect(try await authorization(Zen.zen, plugin) == nil)
    }

    @Test(arguments: ["Authorization", "authorization", "AUTHORIZATION"])
    func fieldThatIsThereIsReplaced(name: String) async throws {
        let api = API(authorizationType: .bearer, headerFields: HTTPFields([name: "Bearer old"]))
        let provider = Provider<API>(transport: SampleTransport(), plugins: [plugin])
        let fields = try await provider.request(api).request?.headerFields.combined ?? [:]
        #expect(fields.filter { $0.key.lowercased() == "authorization" }.map(\.value) == ["Bearer t0ken"])
    }

    @Test func emptyTokenLeavesTheRequestAsItIs() async throws {
        let plugin = AccessTokenPlugin { _ in "" }
        #expect(try await authorization(API(authorizationType: .bearer), plugin) == nil)
        let api = API(authorizationType: .bearer, headerFields: [.authorization: "Bearer old"])
        #expect(try await authorization(api, plugin) == "Bearer old")
    }

    @Test func tokenThatHTTPDoesNotAllowIsNotSent() async {
        let plugin = AccessTokenPlugin { _ in "t0ken\r\nX-Evil: 1" }
        let error = await #expect(throws: TalynError.self) {
            try await authorization(API(authorizationType: .bearer), plugin)
        }
        #expect(error?.underlyingError as? RequestError == .invalidHeaderValue(name: "Authorization"))
        #expect(error?.description.contains("t0ken") == false)
    }

    @Test func closureGetsTheTarget() async throws {
        let plugin = AccessTokenPlugin { target in target is API ? "own" : "other" }
        #expect(try await authorization(API(authorizationType: .bearer), plugin) == "Bearer own")
    }

    // MARK: A token that has to be waited for

    private actor Store {
        private var count = 0

        func token() -> String {
            count += 1
            return "t\(count)"
        }
    }

    private struct Retrying: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            _ = try await next(endpoint)
            return try await next(endpoint)
        }
    }

    @Test func tokenMayBeWaitedForBeforeEachAttempt() async throws {
        let store = Store()
        let provider = Provider<API>(
            transport: SampleTransport(),
            plugins: [Retrying(), AccessTokenPlugin { _ in await store.token() }]
        )
        let response = try await provider.request(API(authorizationType: .bearer))
        #expect(response.request?.headerFields[.authorization] == "Bearer t2")
    }

    @Test func errorInsteadOfATokenFailsTheCall() async {
        struct SignedOut: Error {}
        let plugin = AccessTokenPlugin { _ in throw SignedOut() }
        let error = await #expect(throws: TalynError.self) {
            try await authorization(API(authorizationType: .bearer), plugin)
        }
        #expect(error?.underlyingError is SignedOut)
    }
}

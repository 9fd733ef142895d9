import Foundation
import Moya
import TalynTesting
import Testing

import struct Talyn.RetryPlugin

struct TalynTestingTests {
    private let target = Local(URL(string: "https://example.com")!, "users/ada")

    @Test(.stubs) func stubsAnswerTheCallsOfATest() async throws {
        StubSet.current.on(.get("/users/{name}")) { request in .json(["login": request.parameters["name"]]) }
        let response = try await MoyaProvider<Local>().result(of: target).get()
        #expect(try response.map([String: String].self) == ["login": "ada"])
    }

    @Test(.stubs) func stubsMatchATargetOfMoyas() async throws {
        StubSet.current.on(.target(MoyaTarget(target)), .text("Ada"))
        #expect(try await MoyaProvider<Local>().result(of: target).get().mapString() == "Ada")
    }

    @Test func stubsAreStrict() async throws {
        let stubs = StubSet()
        stubs.on(.get("/zen"), .text("Keep it simple."))
        let provider = MoyaProvider<Local>(talynPlugins: [], transport: stubs)
        let result = await provider.result(of: target)
        #expect(result.underlying is StubFailure)
        #expect(stubs.failures.count == 2)
    }

    @Test(.stubs) func pluginsTakePartInStubbedCalls() async throws {
        StubSet.current.on(.get("/users/ada") && .header(.authorization, "Bearer t"), .text("Ada"))
        struct Tokens: PluginType {
            func prepare(_ request: URLRequest, target: Moya.TargetType) -> URLRequest {
                var request = request
                request.setValue("Bearer t", forHTTPHeaderField: "Authorization")
                return request
            }
        }
        let provider = MoyaProvider<Local>(plugins: [Tokens()])
        #expect(try await provider.result(of: target).get().mapString() == "Ada")
    }

    @Test(.stubs) func faultsAreErrorsOfTheNetwork() async throws {
        StubSet.current.on(.get("/users/ada"), .text("Ada").with(FaultScript(.failing(.connectionRefused))))
        let result = await MoyaProvider<Local>().result(of: target)
        #expect(result.underlying?.asAFError?.isSessionTaskError == true)
    }

    @Test(arguments: 0..<8) func testsInParallelHaveStubsOfTheirOwn(number: Int) async throws {
        try await withStubs { stubs in
            stubs.on(.get("/users/ada"), .text("\(number)"))
            let text = try await MoyaProvider<Local>().result(of: target).get().mapString()
            #expect(text == "\(number)")
        }
    }

    @Test(.stubs) func aRequestClosureThatAnswersOnAQueueKeepsTheStubs() async throws {
        StubSet.current.on(.get("/users/ada"), .text("Ada"))
        let queue = DispatchQueue(label: "signer")
        let provider = MoyaProvider<Local>(requestClosure: { endpoint, closure in
            queue.async { MoyaProvider<Local>.defaultRequestMapping(for: endpoint, closure: closure) }
        })
        #expect(try await provider.result(of: target).get().mapString() == "Ada")
    }

    @Test(.stubs) func callsOfACompletionKeepTheStubs() async throws {
        StubSet.current.on(.get("/users/ada"), .text("Ada"), .text("Ada again"))
        let provider = MoyaProvider<Local>()
        let text: String? = await withCheckedContinuation { continuation in
            provider.request(target) { _ in
                provider.request(target) { continuation.resume(returning: try? $0.get().mapString()) }
            }
        }
        #expect(text == "Ada again")
    }

    @Test(.stubs) func aProvidersRetriesAreStubbed() async throws {
        StubSet.current.on(.get("/users/ada"), .status(503), .text("Ada"))
        let provider = MoyaProvider<Local>(talynPlugins: [RetryPlugin(clock: ImmediateClock())])
        #expect(try await provider.result(of: target).get().mapString() == "Ada")
    }
}

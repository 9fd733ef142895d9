import Foundation
import Moya
import TalynTesting
import Testing

import struct Talyn.RetryPlugin

struct TalynTestingTests {
    private let target = Local(URL(string: "https://example.com")!, "users/ada")

    @Test(.stubs) func stubsAnswerTheCallsOfATest() async throws {
        StubSet.current.on(.get("/users/{name}")) { request in .json(["login": request.pathParameters["name"]]) }
        let response = try await MoyaProvider<Local>().result(of: target).get()
        #expect(try response.map([String: String].self) == ["login": "ada"])
    }

    @Test(.stubs) func stubsMatchATargetOfMoyas() async throws {
        StubSet.current.on(.target(MultiTarget.ForTalyn(target)), .text("Ada"))
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

    @Test func handlersOfDelayedStubsComeByTheirDelays() async {
        let order = await withStubs { stubs in
            for number in 1...5 {
                let delay = FaultScript(.latency(.fixed(.seconds(6 - number))))
                stubs.on(.get("/\(number)"), .text("\(number)").with(delay))
            }
            let (texts, continuation) = AsyncStream<String>.makeStream()
            for number in 1...5 {
                var target = target
                target.path = "\(number)"
                MoyaProvider<Local>().request(target, callbackQueue: .global()) { result in
                    continuation.yield((try? result.get().mapString()) ?? "failed")
                }
            }
            var order: [String] = []
            for await text in texts {
                order.append(text)
                if order.count == 5 { break }
            }
            return order
        }
        #expect(order == ["5", "4", "3", "2", "1"])
    }

    @Test func timeStandsWhileAHandlerRunsOnAQueue() async {
        let clock = VirtualClock()
        let stubs = StubSet()
        stubs.on(.get("/users/ada"), .text("Ada"))
        await withVirtualTime(clock) {
            await withSubstitute(stubs) {
                async let sleeper: Void? = try? clock.sleep(for: .seconds(1))
                let time = await withCheckedContinuation { continuation in
                    MoyaProvider<Local>().request(target, callbackQueue: .global()) { _ in
                        // The scope lets time move when other queues have been idle for a while.
                        let isOver = DispatchSemaphore(value: 0)
                        Self.otherWork { isOver.signal() }
                        isOver.wait()
                        continuation.resume(returning: clock.now.offset)
                    }
                }
                #expect(time == .zero)
                _ = await sleeper
                #expect(clock.now.offset == .seconds(1))
            }
        }
    }

    /// Goes through the main thread and the global queue so often that time would move if the scope had no work.
    private static func otherWork(_ rounds: Int = 50, then body: @escaping @Sendable () -> Void) {
        guard rounds > 0 else { return body() }
        DispatchQueue.main.async { DispatchQueue.global().async { otherWork(rounds - 1, then: body) } }
    }

    @Test(.stubs) func aProvidersRetriesAreStubbed() async throws {
        StubSet.current.on(.get("/users/ada"), .status(503), .text("Ada"))
        let provider = MoyaProvider<Local>(talynPlugins: [RetryPlugin(clock: ImmediateClock())])
        #expect(try await provider.result(of: target).get().mapString() == "Ada")
    }
}

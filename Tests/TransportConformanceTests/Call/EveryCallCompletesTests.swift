import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// The property that everything else rests on: for any behaviour of the server and any cancellation, every call completes
/// exactly once, and nothing is sent more often than allowed.
@Suite(.serialized, .hammer) struct EveryCallCompletesTests {
    /// How often a call that may be repeated is sent at most with these plugins, a 401 not counted: the call is made again
    /// with another token then, once each time.
    private static let allowedAttempts = 3

    /// The plugins whose calls are put to the test.
    private static func plugins() -> [any Plugin] {
        [
            RetryPlugin(
                RetryPlugin.Configuration {
                    $0.maximumAttempts = allowedAttempts
                    $0.backoff = .none
                },
                budget: nil
            ),
            AuthenticationPlugin(Numbers(), credential: 0, maximumRefreshes: 1_000),
            CircuitBreakerPlugin(threshold: .init(failureRate: 0.95, minimumCalls: 40, window: .seconds(1))),
            RateLimitPlugin(1_000_000, per: .seconds(1)),
            ConcurrencyLimitPlugin(32),
        ]
    }

    @Test(arguments: TransportUnderTest.all, Storm.all)
    func everyCallCompletesOnce(_ transport: TransportUnderTest, storm: Storm) async throws {
        let plans = storm.plans()
        let hooks = HookCounts()
        let answers = Locked<[String: [Storm.Answer]]>([:])
        let script: FaultServer.Script = { request in
            let id = request.header("X-Call").first ?? ""
            return answers.withLock { answers in
                let attempt = answers[id, default: []].count
                let answer = storm.answer(to: id, attempt: attempt, canHang: request.target == "/doomed")
                answers[id, default: []].append(answer)
                return answer.steps
            }
        }
        try await FaultServer.withServer(script: script) { server in
            let coalescing = CoalescingPlugin()
            let sharing: [any Plugin] = storm.isSharing ? [coalescing] : []
            let provider = transport.provider(plugins: sharing + Self.plugins() + [hooks])
            let calls = try await withThrowingTaskGroup(of: StartedCall.self) { group in
                for plan in plans {
                    group.addTask {
                        for _ in 0..<plan.start { await Task.yield() }
                        let call = StartedCall(plan.style, plan.target(server.baseURL), provider)
                        if let moment = plan.cancellation {
                            for _ in 0..<moment { await Task.yield() }
                            call.cancel()
                        }
                        let result = try await call.result()
                        #expect(plan.cancellation != nil || result.text != "cancelled", "another call's cancellation")
                        if case .success(let response) = result, response.statusCode == 200 {
                            #expect(response.data == Data("whole".utf8), "half an answer counts as a whole one")
                        }
                        return call
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // What everybody has left may end after those who left.
            await hooks.balanced()
            #expect(coalescing.isIdle)
            #expect(calls.map(\.completions.count) == Array(repeating: 1, count: plans.count))

            let sent = answers.withLock { $0 }
            for (id, members) in Dictionary(grouping: plans, by: \.id) {
                let answers = sent[id, default: []]
                let allowed = members.count * (members[0].isIdempotent ? Self.allowedAttempts : 1)
                let counts = hooks[id]
                // Each call that shares a refusal is made again.
                let refusals = answers.count(where: \.isRefusal) * members.count
                #expect(counts.willSend <= allowed + refusals, "\(id): \(members) \(answers)")
                // A request is sent again when a connection that was used before ends without an answer, as RFC 9112,
                // section 9.3.1, lets a client do. URLSession on Linux does so by itself.
                let isRepeated = transport.isURLSession ? members[0].method == .get : members[0].isIdempotent
                let repeats = isRepeated ? answers.filter(\.isWithoutHead).count : 0
                #expect(answers.count <= counts.willSend + repeats, "\(id) was sent behind our back: \(answers)")
                #expect(counts.didReceive == counts.willSend, "\(id)")
                #expect(counts.didEnd == members.count, "\(id)")
            }
            let uncancelled = plans.filter { $0.cancellation == nil }.map(\.id)
            #expect(Set(uncancelled).isSubset(of: sent.keys), "a call that nobody cancelled was never sent")
        }
    }
}

/// Tokens that are numbers, of which the next is always newer.
private struct Numbers: Authenticator {
    func apply(_ number: Int, to request: inout OutgoingRequest) {
        request.headerFields[.authorization] = "Bearer \(number)"
    }

    func refresh(_ number: Int) async -> Int {
        for _ in 0..<20 { await Task.yield() }
        return number + 1
    }
}

/// Counts which of its hooks are called, for each call.
private final class HookCounts: CallObserver {
    struct Counts: Sendable {
        var willSend = 0
        var didReceive = 0
        var didEnd = 0
    }

    private let counts = Watched<[String: Counts]>([:])

    subscript(id: String) -> Counts { counts.value[id] ?? Counts() }

    /// Suspends until each attempt that was announced has ended.
    func balanced() async {
        await counts.wait { $0.values.allSatisfy { $0.willSend == $0.didReceive } }
    }

    func willSend(_ request: OutgoingRequest, context: CallContext) {
        count(context.target) { $0.willSend += 1 }
    }

    func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        count(context.target) { $0.didReceive += 1 }
    }

    func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        count(context.target) { $0.didEnd += 1 }
    }

    private func count(_ target: any TargetType, _ change: (inout Counts) -> Void) {
        let id = target.headerFields["X-Call"] ?? ""
        counts.update { change(&$0[id, default: Counts()]) }
    }
}

/// Faults and cancellations as a seed has them.
struct Storm: CustomTestStringConvertible, Sendable {
    let seed: UInt64
    let isSharing: Bool

    static let all = [false, true].flatMap { isSharing in
        ([1, 2, 3] as [UInt64]).map { Storm(seed: $0, isSharing: isSharing) }
    }

    var testDescription: String { "seed \(seed)\(isSharing ? ", sharing" : "")" }

    /// One call: what is called, and when it starts and is cancelled, in turns that other tasks have before.
    struct Plan: Sendable {
        let id: String
        let method: HTTPRequest.Method
        let style: CallStyle
        let start: Int
        let cancellation: Int?
        /// Whether its server may be silent for good: only cancellation ends it then.
        let isDoomed: Bool

        var isIdempotent: Bool { method != .post }

        func target(_ baseURL: URL) -> Probe {
            let body: RequestBody = method == .get ? .none : .data(Data("body".utf8))
            return Probe(
                baseURL,
                isDoomed ? "/doomed" : "/call",
                method,
                headers: ["X-Call": id],
                body: body
            )
        }
    }

    /// The calls. Where identical ones share a request, there are three of each.
    func plans() -> [Plan] {
        var generator = SeededGenerator(seed: seed)
        return (0..<120).map { number in
            let group = isSharing ? number / 3 : number
            let isDoomed = group % 8 == 0
            let isCancelled = generator.next() % 3 == 0
            return Plan(
                id: "\(group)",
                method: [.get, .get, .post, .put][group % 4],
                style: generator.next() % 2 == 0 || isSharing ? .request : .transfer,
                start: Int(generator.next() % 100),
                cancellation: isCancelled || isDoomed ? Int(generator.next() % 400) : nil,
                isDoomed: isDoomed
            )
        }
    }

    /// What the server does about an attempt.
    struct Answer: Sendable {
        let steps: [FaultServer.Step]
        var isRefusal = false
        /// Whether the connection ends before the client has a head.
        var isWithoutHead = false
    }

    /// How the server answers the attempt, counted from 0.
    func answer(to id: String, attempt: Int, canHang: Bool) -> Answer {
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ (UInt64(id) ?? 0) &* 101 &+ UInt64(attempt))
        let chance = generator.next() % 16
        if chance < 2 { return Answer(steps: [.answer(401, ["WWW-Authenticate": "Bearer"])], isRefusal: true) }
        return Answer(steps: steps(chance, canHang: canHang), isWithoutHead: [5, 6, 9, 10].contains(chance))
    }

    private func steps(_ chance: UInt64, canHang: Bool) -> [FaultServer.Step] {
        switch chance {
        case 2: [.answer(503)]
        case 3: [.answer(503, ["Retry-After": "0"])]
        case 4: [.answer(429, ["Retry-After": "0"])]
        case 5: [.reset]
        case 6: [.send("HTTP/1.1 200 OK\r\nContent-Le"), .reset]
        case 7: [.head(length: 5), .send("who"), .reset]
        case 8: [.head(length: 5), .send("who"), .close]
        case 9: [.send("HTTP/1"), .close]
        case 10: [.close]
        case 11: ["HTTP/1.1 200 OK\r\nContent", "-Length: 5\r\n\r\n", "w", "ho", "le"].map { .send($0) }
        case 12 where canHang: [.head(length: 5), .send("who"), .hang]
        case 13 where canHang: [.hang]
        default: [.answer(200, [:], "whole")]
        }
    }
}

import Foundation
import Moya
import TestSupport
import Testing

import struct Talyn.HTTPBody
import struct Talyn.TransportResponse

/// Answers requests when a test says so.
private final class Gate {
    private(set) var waiting: [MoyaProvider<Local>.RequestResultClosure] = []
    private var endpoints: [Endpoint] = []

    func provider(plugins: [PluginType] = [], queue: DispatchQueue? = nil) -> MoyaProvider<Local> {
        MoyaProvider<Local>(
            requestClosure: { endpoint, closure in
                self.endpoints.append(endpoint)
                self.waiting.append(closure)
            },
            stubClosure: MoyaProvider.immediatelyStub,
            callbackQueue: queue,
            plugins: plugins,
            trackInflights: true
        )
    }

    /// Lets the next request go on.
    func open() throws {
        let request = try endpoints.removeFirst().urlRequest()
        waiting.removeFirst()(.success(request))
    }

    /// Lets the next request fail.
    func fail() {
        let endpoint = endpoints.removeFirst()
        waiting.removeFirst()(.failure(.requestMapping(endpoint.url)))
    }
}

struct InflightTests {
    private let gate = Gate()
    private let target = Local(URL(string: "https://example.com")!, "zen")

    private func name(_ result: Result<Moya.Response, MoyaError>) -> String {
        if let code = (result.underlying as NSError?)?.code, code == NSURLErrorCancelled { return "cancelled" }
        return result.error == nil ? "success" : "failure"
    }

    @Test func identicalCallsShareOneRequest() throws {
        let provider = gate.provider()
        var results: [String] = []
        for number in 1...3 { provider.request(target) { results.append("\(number) \(name($0))") } }
        #expect(gate.waiting.count == 1)
        #expect(provider.inflightRequests.mapValues(\.count) == [provider.endpoint(target): 3])
        try gate.open()
        #expect(results == ["1 success", "2 success", "3 success"])
        #expect(provider.inflightRequests.isEmpty)
    }

    @Test func requestsWithDifferentBodiesAreNotShared() {
        let provider = gate.provider()
        for body in ["a", "b"] {
            provider.request(Local(target.baseURL, method: .post, task: .requestData(Data(body.utf8)))) { _ in }
        }
        #expect(gate.waiting.count == 2)
    }

    @Test func aFailedRequestClosureFailsAllAndLeavesNothing() {
        let provider = gate.provider()
        var results: [String] = []
        for _ in 1...2 { provider.request(target) { results.append(name($0)) } }
        gate.fail()
        #expect(results == ["failure", "failure"])
        #expect(provider.inflightRequests.isEmpty)
        provider.request(target) { _ in }
        #expect(gate.waiting.count == 1)
    }

    @Test func aCallThatJoinedIsCancelledAlone() async throws {
        let queue = DispatchQueue(label: "callbacks")
        let provider = gate.provider(queue: queue)
        let results = Recorder<String>()
        let errors = Recorder<Error?>()
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let calls = (1...3).map { number in
            provider.request(target) { result in
                results.record("\(number) \(name(result))")
                errors.record(result.underlying)
                continuation.yield()
            }
        }
        calls[0].cancel()
        calls[1].cancel()
        #expect(calls.map(\.isCancelled) == [true, true, false])
        queue.sync {}
        #expect(results.events == ["1 cancelled", "2 cancelled"])
        #expect(errors.events.allSatisfy { $0?.asAFError == nil })
        try gate.open()
        var count = 0
        for await _ in ends {
            count += 1
            if count == 3 { break }
        }
        #expect(results.events.last == "3 success")
    }

    @Test func aCallThatJoinedALiveOneIsCancelledAsALiveOne() async {
        let (isFree, free) = AsyncStream.makeStream(of: Void.self)
        let transport = ClosureTransport { _ in
            for await _ in isFree { break }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let provider = MoyaProvider<Local>(trackInflights: true, talynPlugins: [], transport: transport)
        let (results, continuation) = AsyncStream.makeStream(of: Result<Moya.Response, MoyaError>.self)
        let calls = (1...2).map { _ in
            provider.request(target, callbackQueue: .global()) { continuation.yield($0) }
        }
        calls[1].cancel()
        var received: [Result<Moya.Response, MoyaError>] = []
        for await result in results {
            received.append(result)
            if received.count == 2 { break }
            free.yield()
        }
        #expect(received.first?.underlying?.asAFError?.isExplicitlyCancelledError == true)
        #expect(received.last?.error == nil)
    }

    @Test func theLastCancellationCancelsTheRequest() throws {
        let provider = gate.provider()
        var results: [String] = []
        let call = provider.request(target) { results.append(name($0)) }
        call.cancel()
        provider.request(target) { results.append(name($0)) }
        #expect(gate.waiting.count == 2, "A cancelled request can't be joined.")
        try gate.open()
        try gate.open()
        #expect(results == ["cancelled", "success"])
        #expect(provider.inflightRequests.isEmpty)
    }

    @Test func anIdenticalCallInACompletionIsSent() throws {
        let provider = gate.provider()
        var results: [String] = []
        provider.request(target) { _ in
            results.append("first, \(provider.inflightRequests.count) under way")
            provider.request(target) { results.append("second \(name($0))") }
        }
        try gate.open()
        #expect(gate.waiting.count == 1)
        #expect(provider.inflightRequests.count == 1)
        try gate.open()
        #expect(results == ["first, 1 under way", "second success"])
        #expect(provider.inflightRequests.isEmpty)
    }

    @Test func eachCallHasItsOwnProcessing() throws {
        final class Counting: PluginType {
            var processed = 0
            var received = 0

            func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) { received += 1 }

            func process(
                _ result: Result<Moya.Response, MoyaError>,
                target: TargetType
            ) -> Result<Moya.Response, MoyaError> {
                processed += 1
                return result
            }
        }
        let plugin = Counting()
        let provider = gate.provider(plugins: [plugin])
        for _ in 1...3 { provider.request(target) { _ in } }
        try gate.open()
        #expect(plugin.received == 1)
        #expect(plugin.processed == 3)
    }

    @Test func aCompleteCallIsReleased() throws {
        final class Owner {}
        let provider = gate.provider()
        weak var released: Owner?
        var calls: [Cancellable] = []
        do {
            let owner = Owner()
            released = owner
            for _ in 1...2 { calls.append(provider.request(target) { _ in withExtendedLifetime(owner) {} }) }
        }
        #expect(released != nil)
        try gate.open()
        #expect(released == nil)
        #expect(calls.count == 2)
    }

    @Test func manyThreadsMayShareARequest() async {
        let provider = MoyaProvider<Local>(stubClosure: MoyaProvider.immediatelyStub, trackInflights: true)
        nonisolated(unsafe) let shared = provider
        nonisolated(unsafe) let target = target
        let completed = Recorder<Void>()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        shared.request(target) { _ in
                            completed.record(())
                            continuation.resume()
                        }
                    }
                }
            }
        }
        #expect(completed.events.count == 100)
        #expect(provider.inflightRequests.isEmpty)
    }
}

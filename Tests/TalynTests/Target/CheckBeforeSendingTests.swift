import Foundation
import Testing

@testable import Talyn

struct CheckBeforeSendingTests {
    private struct Checked: TargetType {
        let check: @Sendable () throws -> Void

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/" }

        func checkBeforeSending() throws { try check() }
    }

    private let recorder = Recorder<String>()

    private var plugins: [any Plugin] { [RecordingPlugin(name: "1", recorder: recorder)] }

    private func record<Target: TargetType>(_ provider: Provider<Target>, _ target: Target) -> Recorder<String> {
        let recorder = Recorder<String>()
        provider.request(target) { (result: Result<Response, TalynError>) in
            guard case .failure(let error) = result else { return recorder.record("success") }
            recorder.record("\(error.underlyingError as? InvalidPhoneNumber == InvalidPhoneNumber("123"))")
        }
        return recorder
    }

    @Test func refusedTargetReachesNobody() async {
        let provider = Provider<Accounts>(
            endpointClosure: { [recorder] target in
                recorder.record("endpoint")
                return Endpoint(target)
            },
            requestClosure: { [recorder] endpoint, done in
                recorder.record("request")
                done(.failure(.requestMapping("")))
            },
            transport: ClosureTransport { [recorder] _ in
                recorder.record("transport")
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            },
            plugins: plugins,
            trackInflights: true
        )
        let error = await #expect(throws: TalynError.self) { try await provider.request(.verify(phone: "123")) }
        guard case .underlying(let underlying as InvalidPhoneNumber, nil)? = error else {
            Issue.record("\(String(describing: error)) is not the target's error")
            return
        }
        #expect(underlying.phone == "123")
        #expect(recorder.events == [])
        #expect(provider.inflights.isEmpty)
    }

    @Test func refusedTargetIsNotStubbedEither() {
        let provider = Provider<Accounts>(stubClosure: Provider.immediatelyStub, plugins: plugins)
        #expect(record(provider, .verify(phone: "123")).events == ["true"], "before request returns")
        #expect(record(provider, .verify(phone: "1234567")).events == ["success"])
        #expect(recorder.events.filter { $0.contains("process") } == ["1 process 200"])
    }

    @Test func completionHandlerOfARefusedTargetRunsOnItsQueue() async {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "refused")
        queue.setSpecific(key: key, value: true)
        let provider = Provider<Accounts>(callbackQueue: queue)
        let isOnQueue = await withCheckedContinuation { continuation in
            _ = provider.request(.verify(phone: "123")) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isOnQueue)
    }

    @Test func errorOfOursIsPassedOnAsItIs() async {
        let target = Checked { throw TalynError.requestMapping("no") }
        let error = await #expect(throws: TalynError.self) { try await Provider<Checked>().request(target) }
        guard case .requestMapping("no")? = error else {
            Issue.record("\(String(describing: error)) is wrapped")
            return
        }
    }

    private struct Twice: Plugin {
        func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
            _ = try await next(endpoint)
            return try await next(endpoint)
        }
    }

    @Test func checkRunsOnceForEachCall() async throws {
        let target = Checked { [recorder] in recorder.record("check") }
        let provider = Provider<Checked>(stubClosure: Provider.immediatelyStub, plugins: [Twice()])
        _ = try await provider.request(target)
        #expect(recorder.events == ["check"])
        provider.request(target) { (_: Result<Response, TalynError>) in }
        #expect(recorder.events == ["check", "check"])
    }

    @Test func wrappedTargetIsCheckedToo() async {
        let provider = MultiProvider(stubClosure: MultiProvider.immediatelyStub, plugins: plugins)
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(Accounts.verify(phone: "123"))
        }
        #expect(error?.underlyingError as? InvalidPhoneNumber == InvalidPhoneNumber("123"))
        #expect(record(provider, MultiTarget(MultiTarget(Accounts.verify(phone: "123")))).events == ["true"])
        #expect(recorder.events == [])
    }
}

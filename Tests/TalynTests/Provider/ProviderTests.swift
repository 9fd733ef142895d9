import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct ProviderTests {
    private let stubbed = Provider<Zen>(stubClosure: Provider.immediatelyStub)

    // MARK: Values

    @Test func stubAnswersWithSampleData() async throws {
        let response = try await stubbed.request(.zen)
        #expect(response.statusCode == 200)
        #expect(try response.mapString() == "Keep it simple.")
        #expect(response.request?.url?.absoluteString == "https://api.example.com/zen")
    }

    @Test func typedRequestDecodes() async throws {
        #expect(try await stubbed.request(.user("ada"), as: User.self) == User(name: "ada"))
        #expect(try await stubbed.request(.user("ada"), as: String.self, atKeyPath: "name") == "ada")
    }

    @Test func typedRequestDoesNotDecodeAnErrorsBody() async {
        let provider = Provider<Zen>(answering: { .networkResponse(404, Data(#"{"name":"not found"}"#.utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(.user("ada"), as: User.self) }
        guard case .statusCode(let response)? = error else {
            Issue.record("\(String(describing: error)) is no statusCode")
            return
        }
        #expect(response.statusCode == 404)
    }

    @Test func sampleResponseHasHeaderFieldsAndURL() async throws {
        let url = try #require(URL(string: "https://elsewhere.example/zen"))
        let provider = Provider<Zen>(answering: {
            let head = HTTPURLResponse(url: url, statusCode: 201, httpVersion: nil, headerFields: ["ETag": "\"1\""])
            return head.map { .response($0, Data("body".utf8)) } ?? .networkResponse(500, Data())
        })
        let response = try await provider.request(.zen)
        #expect(response.statusCode == 201)
        #expect(response.headerFields[.eTag] == "\"1\"")
        #expect(response.url == url)
        #expect(response.data == Data("body".utf8))
    }

    @Test func sampleErrorIsTheUnderlyingOne() async {
        let provider = Provider<Zen>(answering: { .networkError(NSError(domain: "test", code: 7)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        guard case .underlying(let underlying, nil)? = error else {
            Issue.record("\(String(describing: error)) is not the sample's error")
            return
        }
        #expect((underlying as NSError).code == 7)
    }

    @Test func validationAppliesToStubs() async {
        let provider = Provider<Zen>(answering: { .networkResponse(404, Data("nothing".utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        guard case .underlying(let underlying, let response?)? = error else {
            Issue.record("\(String(describing: error)) has no response")
            return
        }
        #expect(underlying as? ValidationError == .unacceptableStatusCode(404))
        #expect(response.data == Data("nothing".utf8))
        #expect(error?.statusCode == 404)
    }

    // MARK: Completion handlers

    @Test func immediateStubCompletesBeforeRequestReturns() {
        let recorder = Recorder<String>()
        stubbed.request(.zen) { recorder.record($0.text) }
        #expect(recorder.events == ["200"])
    }

    @MainActor
    @Test func immediateStubCompletesBeforeRequestReturnsOnTheMainActor() {
        let recorder = Recorder<String>()
        stubbed.request(.zen) { recorder.record($0.text) }
        #expect(recorder.events == ["200"])
    }

    @Test func failureOfAnImmediateStubCompletesBeforeRequestReturns() {
        let recorder = Recorder<String>()
        let provider = Provider<Zen>(
            endpointClosure: { target in
                Endpoint(
                    url: "not a URL",
                    sampleResponseClosure: { .networkResponse(200, target.sampleData) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: nil
                )
            },
            stubClosure: Provider.immediatelyStub
        )
        provider.request(.zen) { recorder.record($0.text) }
        #expect(recorder.events == ["failed"])
    }

    @Test func callbackQueueOfTheCallComesFirst() async {
        let ours = DispatchSpecificKey<String>()
        let first = DispatchQueue(label: "first")
        let second = DispatchQueue(label: "second")
        first.setSpecific(key: ours, value: "first")
        second.setSpecific(key: ours, value: "second")
        let recorder = Recorder<String>()
        let plugin = QueuePlugin { recorder.record("plugin on \(DispatchQueue.getSpecific(key: ours) ?? "none")") }
        let provider = Provider<Zen>(
            stubClosure: Provider.immediatelyStub,
            callbackQueue: first,
            plugins: [plugin]
        )
        for queue in [nil, second] {
            await withCheckedContinuation { continuation in
                provider.request(.zen, callbackQueue: queue) { _ in
                    recorder.record("completion on \(DispatchQueue.getSpecific(key: ours) ?? "none")")
                    continuation.resume()
                }
            }
        }
        #expect(
            recorder.events == [
                "plugin on first", "completion on first", "plugin on second", "completion on second",
            ]
        )
    }

    private struct QueuePlugin: Plugin {
        let didReceive: @Sendable () -> Void

        func didReceive(_ result: Result<Response, TalynError>, target: any TargetType) {
            didReceive()
        }
    }

    @Test func liveCallCompletesOnTheMainQueue() async {
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        )
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let isMain = await withCheckedContinuation { continuation in
            provider.request(.zen) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isMain)
    }

    // MARK: Closures

    @Test func requestClosureMayAnswerLaterFromAnotherQueue() async throws {
        let provider = Provider<Zen>(
            requestClosure: { endpoint, done in
                DispatchQueue.global().async {
                    done(
                        Result { () throws(TalynError) in
                            var request = try endpoint.urlRequest()
                            request.setValue("signed", forHTTPHeaderField: "X-Signature")
                            return request
                        }
                    )
                }
            },
            stubClosure: Provider.immediatelyStub
        )
        let response = try await provider.request(.zen)
        #expect(response.request?.value(forHTTPHeaderField: "X-Signature") == "signed")
    }

    @Test func requestClosureThatAnswersTwiceCountsOnce() {
        let recorder = Recorder<String>()
        let provider = Provider<Zen>(
            requestClosure: { endpoint, done in
                Provider<Zen>.defaultRequestMapping(for: endpoint, closure: done)
                done(.failure(.requestMapping("second")))
            },
            stubClosure: Provider.immediatelyStub
        )
        provider.request(.zen) { recorder.record($0.text) }
        #expect(recorder.events == ["200"])
    }

    @Test func failureOfTheRequestClosureIsTheCalls() async {
        let provider = Provider<Zen>(
            requestClosure: { _, done in done(.failure(.requestMapping("no"))) },
            stubClosure: Provider.immediatelyStub
        )
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        guard case .requestMapping("no")? = error else {
            Issue.record("\(String(describing: error)) is not the closure's error")
            return
        }
    }

    @Test func stubClosureDecidesForEachTarget() async throws {
        let provider = Provider<Zen>(
            stubClosure: { target in if case .zen = target { .immediate } else { .never } },
            transport: ClosureTransport { _ in TransportResponse(statusCode: 299, body: HTTPBody(Data())) }
        )
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(try await provider.request(.user("ada")).statusCode == 299)
    }

    @Test func subclassMayOverrideEndpointAndRequest() async throws {
        final class Custom: Provider<Zen>, @unchecked Sendable {  // Adds no state.
            let recorder = Recorder<String>()

            override func endpoint(_ target: Zen) -> Endpoint {
                super.endpoint(target).adding(newHTTPHeaderFields: ["X-Sub": "1"])
            }

            @discardableResult
            override func request(
                _ target: Zen,
                callbackQueue: DispatchQueue? = nil,
                progress: ProgressBlock? = nil,
                completion: @escaping Completion
            ) -> any Cancellable {
                recorder.record("request")
                return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
            }
        }
        let provider = Custom(stubClosure: Provider.immediatelyStub)
        provider.request(.zen) { [recorder = provider.recorder] in
            recorder.record((try? $0.get().request?.value(forHTTPHeaderField: "X-Sub")) ?? "none")
        }
        #expect(provider.recorder.events == ["request", "1"])
    }

    @Test func multiTargetCallsSeveralAPIs() async throws {
        let recorder = Recorder<Bool>()
        struct Seen: Plugin {
            let recorder: Recorder<Bool>
            func willSend(_ request: PreparedRequest, target: any TargetType) { recorder.record(target is Zen) }
        }
        let provider = Provider<MultiTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [Seen(recorder: recorder)]
        )
        #expect(try await provider.request(MultiTarget(Zen.zen)).mapString() == "Keep it simple.")
        #expect(try await provider.request(MultiTarget(MultiTarget(Zen.user("a"))), as: User.self).name == "a")
        #expect(recorder.events == [true, true], "plugins see the wrapped target")
    }

    // MARK: Progress

    @Test func progressTellsWhatArrivedAndTheCompletion() async throws {
        let recorder = Recorder<String>()
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                TransportResponse(
                    statusCode: 200,
                    headerFields: [.contentLength: "8"],
                    body: HTTPBody(isReplayable: false) {
                        var chunks = [Data("12".utf8), Data("345678".utf8)][...]
                        return { chunks.popFirst() }
                    }
                )
            }
        )
        let response = try await provider.request(
            .zen,
            reporting: { recorder.record("\($0.progress) \($0.completed)") }
        )
        #expect(response.data == Data("12345678".utf8))
        #expect(recorder.events == ["0.25 false", "1.0 false", "1.0 true"])
    }

    @Test func progressIsZeroWhileTheLengthIsUnknown() {
        let progress = Progress(totalUnitCount: -1)
        progress.completedUnitCount = 100
        #expect(ProgressResponse(progress: progress).progress == 0)
        #expect(ProgressResponse().progress == 0)
        #expect(ProgressResponse(response: Response(statusCode: 200, data: Data())).progress == 1)
    }

    // MARK: Delayed stubs

    @Test func delayedStubAnswersByTheClock() async throws {
        let clock = ManualClock()
        let provider = Provider<Zen>(stubClosure: Provider.delayedStub(3), clock: clock)
        async let response = provider.request(.zen)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await clock.sleepers(atLeast: 1)  // Still waiting.
        clock.advance(by: .seconds(1))
        #expect(try await response.statusCode == 200)
    }

    @Test(arguments: [-1, 0, Double.nan])
    func delayThatIsNoneAnswersAtOnce(seconds: Double) async throws {
        let provider = Provider<Zen>(stubClosure: Provider.delayedStub(seconds))
        #expect(try await provider.request(.zen).statusCode == 200)
    }
}

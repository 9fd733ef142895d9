import Foundation
import TalynTransfers
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

struct ProviderTests {
    private let stubbed = Provider<Zen>(transport: SampleTransport())

    // MARK: Values

    @Test func stubAnswersWithSampleData() async throws {
        let response = try await stubbed.request(.zen)
        #expect(response.statusCode == 200)
        #expect(try response.decode(String.self) == "Keep it simple.")
        #expect(response.request?.url?.absoluteString == "https://api.example.com/zen")
    }

    @Test func typedRequestDecodes() async throws {
        #expect(try await stubbed.request(.user("ada"), as: User.self) == User(name: "ada"))
        #expect(try await stubbed.request(.user("ada"), as: String.self, atKeyPath: "name") == "ada")
    }

    @Test func typedRequestDoesNotDecodeAnErrorsBody() async {
        let provider = Provider<Zen>(answering: { .networkResponse(404, Data(#"{"name":"not found"}"#.utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict, as: User.self) }
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.statusCode == 404)
    }

    @Test func sampleResponseHasHeaderFieldsAndURL() async throws {
        let url = try #require(URL(string: "https://elsewhere.example/zen"))
        let provider = Provider<Zen>(answering: {
            let body = HTTPBody(Data("body".utf8))
            return .response(TransportResponse(statusCode: 201, headerFields: [.eTag: "\"1\""], url: url, body: body))
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
        #expect((error?.underlyingError as NSError?)?.code == 7)
        #expect(error?.reason == .other)
        #expect(error?.response == nil)
    }

    @Test func validationAppliesToStubs() async {
        let provider = Provider<Zen>(answering: { .networkResponse(404, Data("nothing".utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.response?.data == Data("nothing".utf8))
        #expect(error?.statusCode == 404)
    }

    // MARK: Executors

    @MainActor
    @Test func callOfTheMainActorRunsOffIt() async throws {
        let isMain = Recorder<Bool>()
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                isMain.record(Thread.isMainThread)
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        )
        _ = try await provider.request(.zen)
        #expect(isMain.events == [false])
        MainActor.assertIsolated()
    }

    // MARK: Base URLs

    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/users/ada"),
        ("https://staging.example.com/v2/", "https://staging.example.com/v2/users/ada"),
        ("https://staging.example.com/v2?key=1", "https://staging.example.com/v2/users/ada?key=1"),
    ])
    func baseURLOfTheProviderReplacesThatOfTheTargets(base: String, url: String) async throws {
        let provider = Provider<Zen>(baseURL: URL(string: base), transport: SampleTransport())
        #expect(try await provider.request(.user("ada")).request?.url?.absoluteString == url)
        #expect(try await provider.stream(.user("ada")).open().response.url?.absoluteString == url)
        #expect(try await provider.transfer(.user("ada")).response().url?.absoluteString == url)
        for try await page in provider.pages(of: .user("ada")) {
            #expect(page.response.url?.absoluteString == url)
        }
        let others = MultiProvider(baseURL: URL(string: base), transport: SampleTransport()).provider(for: Zen.self)
        #expect(try await others.request(.user("ada")).url?.absoluteString == url)
    }

    @Test func transportIsTheGivenOne() {
        let transport = SampleTransport()
        #expect(Provider<Zen>(transport: transport).transport as AnyObject === transport)
    }

    // MARK: Delayed stubs

    @Test func delayedStubAnswersByTheClock() async throws {
        let clock = ManualClock()
        let provider = Provider<Zen>(transport: SampleTransport(delay: .seconds(3)), clock: clock)
        async let response = provider.request(.zen)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await clock.sleepers(atLeast: 1)  // Still waiting.
        clock.advance(by: .seconds(1))
        #expect(try await response.statusCode == 200)
    }

    @Test(arguments: [-1, 0])
    func delayOfNoTimeAnswersAtOnce(seconds: Double) async throws {
        let provider = Provider<Zen>(transport: SampleTransport(delay: .seconds(seconds)), clock: ManualClock())
        #expect(try await provider.request(.zen).statusCode == 200)
    }

    @Test func addedPluginsAreInsideThoseOfTheProvider() async throws {
        let recorder = Recorder<String>()
        let outer = Provider<Zen>(
            baseURL: URL(string: "https://staging.example.com"),
            transport: SampleTransport(),
            plugins: [RecordingPlugin(name: "outer", recorder: recorder)],
            requestOptions: RequestOptions { ($0.timeout, $0.deadline) = (.seconds(1), .seconds(2)) }
        )
        let inner = outer.adding(
            plugins: [RecordingPlugin(name: "inner", recorder: recorder)],
            requestOptions: RequestOptions { $0.timeout = .seconds(3) }
        )
        let request = try #require(try await inner.request(.zen).request)
        #expect(recorder.events.prefix(2) == ["outer enter", "inner enter"])
        #expect(request.url?.absoluteString == "https://staging.example.com/zen")
        #expect(request.options.timeout == .seconds(3))
        #expect(request.options.deadline == .seconds(2))
        _ = try await outer.request(.zen)
        #expect(recorder.events.filter { $0 == "inner enter" }.count == 1)
    }

    @Test func providerOfAnyTargetsTakesMorePlugins() async throws {
        let recorder = Recorder<String>()
        let all = MultiProvider(transport: SampleTransport())
            .adding(plugins: [RecordingPlugin(name: "a", recorder: recorder)])
        _ = try await all.request(Zen.zen)
        #expect(recorder.events.first == "a enter")
    }
}

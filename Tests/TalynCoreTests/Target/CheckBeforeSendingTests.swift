import Foundation
import TalynTransfers
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynStreams

struct CheckBeforeSendingTests {
    private struct Checked: TargetType {
        let check: @Sendable () throws -> Void

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/" }

        func checkBeforeSending() throws { try check() }
    }

    private let recorder = Recorder<String>()

    private var plugins: [any Plugin] { [RecordingPlugin(name: "1", recorder: recorder)] }

    /// Whether the call fails with the error of the target.
    private func isRefused<Target: TargetType>(_ provider: Provider<Target>, _ target: Target) async -> Bool {
        let result = await Result { () async throws(TalynError) in
            let response: Response = try await provider.request(target)
            return response
        }
        guard case .failure(let error) = result else { return false }
        return error.underlyingError as? InvalidPhoneNumber == InvalidPhoneNumber("123")
    }

    @Test func refusedTargetReachesNobody() async {
        let coalescing = CoalescingPlugin()
        let provider = Provider<Accounts>(
            transport: ClosureTransport { [recorder] _ in
                recorder.record("transport")
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            },
            plugins: [coalescing] + plugins
        )
        let error = await #expect(throws: TalynError.self) { try await provider.request(.verify(phone: "123")) }
        #expect((error?.underlyingError as? InvalidPhoneNumber)?.phone == "123")
        #expect(error?.reason == .other)
        #expect(error?.response == nil)
        #expect(recorder.events == [])
        #expect(coalescing.isIdle)
    }

    @Test func refusedTargetIsNotStubbedEither() async {
        let provider = Provider<Accounts>(transport: SampleTransport(), plugins: plugins)
        #expect(await isRefused(provider, .verify(phone: "123")))
        #expect(await !isRefused(provider, .verify(phone: "1234567")))
        #expect(recorder.events.filter { $0.contains("didEnd") } == ["1 didEnd 200"])
    }

    @Test func everyKindOfCallChecks() async throws {
        let provider = Provider<Accounts>(transport: SampleTransport(), plugins: plugins)
        let target = Accounts.verify(phone: "123")
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("a")
        await #expect(throws: TalynError.self) { try await provider.stream(target).open() }
        await #expect(throws: TalynError.self) { try await provider.transfer(target).response() }
        await #expect(throws: TalynError.self) { try await provider.download(target, to: file).response() }
        await #expect(throws: TalynError.self) { for try await _ in provider.pages(of: target) {} }
        await #expect(throws: TalynError.self) { for try await _ in provider.events(target) {} }
        #expect(recorder.events == [])
    }

    @Test func errorOfOursIsPassedOnAsItIs() async {
        let target = Checked { throw TalynError(.envelope) }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Checked>(transport: SampleTransport()).request(target)
        }
        #expect(error?.reason == .envelope)
        #expect(error?.underlyingError == nil)
    }

    private struct Twice: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            _ = try await next(endpoint)
            return try await next(endpoint)
        }
    }

    @Test func checkRunsOnceForEachCall() async throws {
        let target = Checked { [recorder] in recorder.record("check") }
        let provider = Provider<Checked>(transport: SampleTransport(), plugins: [Twice()])
        _ = try await provider.request(target)
        #expect(recorder.events == ["check"])
        _ = try await provider.request(target)
        #expect(recorder.events == ["check", "check"])
    }

    @Test func targetOfAMultiProviderIsCheckedToo() async {
        let provider = MultiProvider(transport: SampleTransport(), plugins: plugins)
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(Accounts.verify(phone: "123"))
        }
        #expect(error?.underlyingError as? InvalidPhoneNumber == InvalidPhoneNumber("123"))
        #expect(recorder.events == [])
    }
}

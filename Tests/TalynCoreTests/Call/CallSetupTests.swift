import Foundation
import TalynCore
import TestSupport
import Testing

struct CallSetupTests {
    /// Takes part in exchanges and around the transport.
    private struct Watching: ExchangeInterceptor, TransportPlugin {
        struct Wrapper: WrappingTransport {
            let base: any Transport
            let seen: Recorder<String>

            func wrapping(_ base: any Transport) -> any Transport { Wrapper(base: base, seen: seen) }

            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                seen.record("transport")
                return try await base.send(request)
            }
        }

        let seen: Recorder<String>

        func intercept(
            _ request: OutgoingRequest,
            next: @escaping NextExchange
        ) async throws -> TransportResponse {
            seen.record("exchange")
            return try await next(request)
        }

        func transport(around base: any Transport) -> any WrappingTransport { Wrapper(base: base, seen: seen) }
    }

    @Test func pluginsOfACallTakePartAtAllStations() async throws {
        let seen = Recorder<String>()
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(Data())) }
        let provider = Provider<Zen>(transport: transport)
        var setup = CallSetup()
        setup.plugins = [Watching(seen: seen)]
        _ = try await provider.request(.zen, setup: setup)
        #expect(seen.events == ["exchange", "transport"])
        _ = try await provider.request(.zen)
        #expect(seen.events.count == 2)
    }

    /// A target that accepts no failure.
    private struct Report: TargetType {
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "/report" }
    }

    @Test(arguments: [true, false])
    func bodyOfAFailureIsCut(isInMemory: Bool) async throws {
        let size = 3 << 20
        let chunk = Data(repeating: 1, count: 900_000)
        let transport = ClosureTransport { _ in
            let stream = HTTPBody(isReplayable: false) {
                var rest = size / chunk.count + 1
                return {
                    rest -= 1
                    return rest >= 0 ? chunk : nil
                }
            }
            let body = isInMemory ? HTTPBody(Data(count: size)) : stream
            return TransportResponse(statusCode: 500, body: body)
        }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Report>(transport: transport).request(Report())
        }
        #expect(error?.response?.data.count == IncomingResponse.longestErrorBody)
        var setup = CallSetup()
        setup.keepsWholeFailures = true
        let whole = await #expect(throws: TalynError.self) {
            try await Provider<Report>(transport: transport).request(Report(), setup: setup)
        }
        #expect(whole?.response?.data.count ?? 0 >= size)
    }

    @Test func bodyOfAWholeFailureHasTheLimitOfTheCall() async throws {
        let transport = ClosureTransport { _ in
            let body = HTTPBody(isReplayable: false) { { Data(count: 1_000) } }
            return TransportResponse(statusCode: 500, body: body)
        }
        var setup = CallSetup()
        setup.keepsWholeFailures = true
        let options = RequestOptions { $0.maximumResponseSize = 10_000 }
        let provider = Provider<Report>(transport: transport, requestOptions: options)
        let error = await #expect(throws: TalynError.self) { try await provider.request(Report(), setup: setup) }
        #expect(error?.transportError?.kind == .responseTooLarge)
    }

    /// An error of a client that has the meaning of a transport's.
    private struct LostConnection: ClientFailure {
        var transportError: TransportError? { TransportError(.connectionLost) }
        var clientFailureText: String? { nil }
    }

    @Test func statusOfAFailureCountsWhenAClientLosesItsBody() async throws {
        let transport = ClosureTransport { _ in
            let body = HTTPBody(isReplayable: false) {
                var chunks = [Data("half".utf8)]
                return {
                    guard let chunk = chunks.popLast() else { throw LostConnection() }
                    return chunk
                }
            }
            return TransportResponse(statusCode: 500, body: body)
        }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Report>(transport: transport).request(Report())
        }
        #expect(error?.statusCode == 500)
        #expect(error?.response?.data == Data("half".utf8))
    }

    /// Wraps the transport in one with a default header field.
    private struct Labelling: TransportPlugin {
        struct Wrapper: WrappingTransport {
            let base: any Transport
            var defaultHeaderFields: HTTPFields { [.userAgent: "Label"] }

            func wrapping(_ base: any Transport) -> any Transport { Wrapper(base: base) }

            func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await base.send(request) }
        }

        func transport(around base: any Transport) -> any WrappingTransport { Wrapper(base: base) }
    }

    @Test func defaultFieldsOfAPluginsTransportAreThoseOfTheCall() async throws {
        let fields = Recorder<String?>()
        let transport = ClosureTransport { request in
            fields.record(request.transportHeaderFields[.userAgent])
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        _ = try await Provider<Zen>(transport: transport, plugins: [Labelling()]).request(.zen)
        #expect(fields.events == ["Label"])
    }

    private struct Refusal: Error {}

    private struct Refusing: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            throw Refusal()
        }
    }

    private struct Catching: CallInterceptor {
        let caught: Recorder<String>

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            do {
                return try await next(endpoint)
            } catch {
                caught.record("\(type(of: error)) \((error as? TalynError)?.underlyingError is Refusal)")
                throw error
            }
        }
    }

    @Test func errorOfAPluginInsideIsATalynError() async throws {
        let caught = Recorder<String>()
        let plugins: [any Plugin] = [Catching(caught: caught), Refusing()]
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(caught.events == ["TalynError true"])
    }

    /// Makes three attempts, and gives the reason for the second one only.
    private struct Repeating: CallInterceptor {
        let reasons: Recorder<String?>

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            reasons.record(context.attemptReason)
            _ = try await next(endpoint)
            context.noteRetry("once more", by: self)
            reasons.record(context.attemptReason)
            _ = try await next(endpoint)
            reasons.record(context.attemptReason)
            return try await next(endpoint)
        }
    }

    @Test func reasonBelongsToOneAttemptWhenNoTimePasses() async throws {
        let reasons = Recorder<String?>()
        let plugin = Repeating(reasons: reasons)
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin], clock: ManualClock())
        _ = try await provider.request(.zen)
        #expect(reasons.events == [nil, "once more", nil])
    }
}

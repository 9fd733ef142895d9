import Foundation
import TalynCore
import TalynStreams
import TalynStubs

/// What is called over networks that fail.
enum FaultyAPI: TargetType {
    case text
    case create

    var baseURL: URL { URL(string: "https://api.example.com:8443")! }
    var path: RequestPath { "text" }
    var method: HTTPRequest.Method { self == .create ? .post : .get }
    var body: RequestBody { self == .create ? .data(Data("new".utf8)) : .none }
}

/// A provider whose calls meet a script, in a time of their own that passes when all of them wait.
struct FaultyNetwork {
    let clock: VirtualClock
    let server: FixedTransport
    let provider: Provider<FaultyAPI>

    init(
        _ script: FaultScript,
        _ body: HTTPBody = HTTPBody(Data("0123456789".utf8)),
        headerFields: HTTPFields = [:],
        clock: VirtualClock = VirtualClock(),
        plugins: (VirtualClock) -> [any Plugin] = { _ in [] }
    ) {
        self.clock = clock
        server = FixedTransport(body, headerFields: headerFields)
        provider = Provider(
            transport: FaultTransport(wrapping: server, script, clock: clock),
            plugins: plugins(clock),
            clock: clock
        )
    }

    /// What time it is.
    var now: Duration { clock.now.offset }

    func request(_ target: FaultyAPI) async throws(TalynError) -> Response {
        try await withVirtualTime(clock) { () async -> Result<Response, TalynError> in
            do throws(TalynError) {
                return .success(try await provider.request(target))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// How a call ends that fails.
    func failure(_ configure: (inout RequestOptions) -> Void = { _ in }) async -> TalynError? {
        await withVirtualTime(clock) { () async -> TalynError? in
            do throws(TalynError) {
                _ = try await provider.request(.text, options: RequestOptions(configure))
                return nil
            } catch {
                return error
            }
        }
    }

    /// What of a streamed body arrives, and how it ends.
    func chunks() async -> (texts: [String], error: TalynError?) {
        await withVirtualTime(clock) { () async -> (texts: [String], error: TalynError?) in
            var texts: [String] = []
            do throws(TalynError) {
                for try await chunk in provider.stream(.text) { texts.append(String(decoding: chunk, as: UTF8.self)) }
                return (texts, nil)
            } catch {
                return (texts, error)
            }
        }
    }
}

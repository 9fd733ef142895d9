import Foundation
import HTTPTypes
import Synchronization
import Talyn
import TalynCache
import TestSupport

/// An origin that answers by a closure, and counts its requests. Its clock stands still unless it is moved.
final class ScriptedOrigin: Transport {
    typealias Answer = @Sendable (OutgoingRequest, _ number: Int) async throws -> TransportResponse

    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var requests: [OutgoingRequest] = []
    }

    private let state = Mutex(State())
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// An origin whose answers have a number as their body, and header fields.
    convenience init(_ fields: HTTPFields) {
        self.init { _, number in .text("\(number)", fields) }
    }

    var requests: [OutgoingRequest] { state.withLock { $0.requests } }
    var date: @Sendable () -> Date { { self.state.withLock { $0.now } } }

    func move(by seconds: Double) {
        state.withLock { $0.now.addTimeInterval(seconds) }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        return try await answer(request, number)
    }

    /// A transport with a cache over the origin.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - maximumAge: The largest age of a stale response if the origin can't be reached.
    ///   - clock: The clock of waits, which stands still.
    func cached(
        _ store: any CacheStore = MemoryCacheStore(),
        whenDisconnected maximumAge: Duration? = nil,
        clock: ManualClock = ManualClock()
    ) -> (HTTPCache, InterceptedTransport) {
        let cache = HTTPCache(store, maximumAgeWhenDisconnected: maximumAge, clock: clock, date: date)
        return (cache, InterceptedTransport(CachePlugin(cache), over: self))
    }
}

extension TransportResponse {
    /// A response whose body is a stream, as those of clients are.
    static func text(_ text: String, _ fields: HTTPFields = [:], status: Int = 200) -> TransportResponse {
        let body = HTTPBody(length: Int64(text.utf8.count), isReplayable: false) {
            nonisolated(unsafe) var rest: Data? = Data(text.utf8)
            return {
                defer { rest = nil }
                return rest
            }
        }
        return TransportResponse(statusCode: status, headerFields: fields, body: body)
    }

    /// The whole body as text.
    func readText() async throws -> String {
        var data = Data()
        for try await chunk in body { data.append(chunk) }
        return String(decoding: data, as: UTF8.self)
    }

    /// The last member of `Cache-Status`.
    var cacheStatus: String { headerFields[HTTPField.Name("Cache-Status")!] ?? "" }
}

extension Transport {
    /// The text of the response to a GET request.
    func text(
        _ url: String = "https://example.com/a",
        _ policy: CachePolicy? = nil,
        _ fields: [String: String] = [:]
    ) async throws -> String {
        try await send(.get(url, policy, fields)).readText()
    }
}

extension OutgoingRequest {
    static func get(
        _ url: String = "https://example.com/a",
        _ policy: CachePolicy? = nil,
        _ fields: [String: String] = [:],
        method: String = "GET"
    ) -> OutgoingRequest {
        var request = OutgoingRequest(url: URL(string: url)!)
        request.method = HTTPRequest.Method(method)!
        for (name, value) in fields { request.headerFields[name] = value }
        request.options.cache = policy
        return request
    }
}

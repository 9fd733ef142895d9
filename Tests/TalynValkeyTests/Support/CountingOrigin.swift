import Foundation
import HTTPTypes
import TalynCore
import TestSupport

/// An origin whose responses have their number as the body. Its clock stands still unless it is moved.
final class CountingOrigin: Transport {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var fields: HTTPFields
        var requests: [OutgoingRequest] = []
        /// The numbers up to which requests are held.
        var held = 0...0
        var isHolding = false
    }

    private let state: Watched<State>
    private let body: String?

    init(_ fields: HTTPFields, body: String? = nil) {
        state = Watched(State(fields: fields))
        self.body = body
    }

    var requests: [OutgoingRequest] { state.value.requests }
    var date: @Sendable () -> Date { { self.state.value.now } }

    func move(by seconds: Double) {
        state.update { $0.now.addTimeInterval(seconds) }
    }

    func set(_ fields: HTTPFields) {
        state.update { $0.fields = fields }
    }

    /// Holds the answers to the requests from now on.
    func hold() {
        state.update { $0.isHolding = true }
    }

    /// Answers the requests.
    ///
    /// - Parameter others: Whether those that came up to now are held further.
    func release(others: Bool = false) {
        state.update { state in
            state.isHolding = false
            state.held = others ? 1...state.requests.count : 0...0
        }
    }

    func waitForRequests(_ count: Int) async {
        await state.wait { $0.requests.count >= count }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let number = state.update { state in
            state.requests.append(request)
            return state.requests.count
        }
        await state.wait { !$0.isHolding && !$0.held.contains(number) }
        let fields = state.value.fields
        if let tag = fields[.eTag], request.headerFields[.ifNoneMatch] == tag {
            return TransportResponse(statusCode: 304, headerFields: fields, body: HTTPBody(Data()))
        }
        return TransportResponse(
            statusCode: 200,
            headerFields: fields,
            body: HTTPBody(Data((body ?? "\(number)").utf8))
        )
    }
}

extension Transport {
    /// The text of the response to a GET request.
    func text(_ fields: [String: String] = [:], path: String = "a") async throws -> String {
        try await send(.request(fields, path: path)).body.text()
    }
}

extension OutgoingRequest {
    static func request(
        _ fields: [String: String] = [:],
        path: String = "a",
        method: HTTPRequest.Method = .get
    ) -> OutgoingRequest {
        var request = OutgoingRequest(url: URL(string: "https://example.com/\(path)")!)
        request.method = method
        for (name, value) in fields { request.headerFields[name] = value }
        return request
    }
}

extension HTTPBody {
    /// The whole body as text.
    func text() async throws -> String {
        var data = Data()
        for try await chunk in self { data.append(chunk) }
        return String(decoding: data, as: UTF8.self)
    }
}

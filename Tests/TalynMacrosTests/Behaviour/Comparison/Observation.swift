#if Macros
import Foundation
import Talyn
import TalynMacros
import _TalynSupport

/// All that can be seen of an endpoint: what reaches a server, and what the pipeline is told.
struct Observation: Equatable {
    /// Method and URL, header fields, body, in this order.
    var request: [String] = []
    var body = Data()
    var stub = Data()
    var settings: [String] = []

    /// Calls a target through a provider, once for a server and once for a stub.
    init<Target: TargetType>(of target: Target) async throws {
        let tokens = AccessTokenPlugin { _ in "secret" }
        let transport = CapturingTransport()
        _ = try await Provider<Target>(transport: transport, plugins: [tokens]).request(target)
        (request, body) = transport.sent
        stub = try await Provider<Target>(transport: SampleTransport()).request(target).data
        settings = [
            // The order of a set's elements differs from set to set.
            "validation \((0..<1000).filter { target.validation.accepts($0) })",
            "authorization \((target as? any AccessTokenAuthorizable)?.authorizationType as Any)",
            "failure \(target.failureBodyType as Any)",
            "decoder \(try target.coding.jsonDecoder.isSnake)",
            "options \(target.requestOptions.text)",
        ]
    }
}

extension JSONDecoder {
    /// Whether names in snake case are read.
    fileprivate var isSnake: Bool {
        get throws {
            let author = Data(#"{"full_name":"snake","fullName":"camel"}"#.utf8)
            return try decode(Author.self, from: author).fullName == "snake"
        }
    }
}

extension RequestOptions {
    fileprivate var text: String {
        let values: [Any?] = [
            timeout, idleTimeout, deadline, cache, cookies, redirects, idempotency, priority, maximumResponseSize,
            compression, reconnection, firstEventTimeout, eventTimeout,
            endOfEvents != nil,
        ]
        return "\(values) \(secretHeaderFields.sorted())"
    }
}

/// A transport that keeps what it is given to send, and answers with nothing.
final class CapturingTransport: Transport {
    private let state = Locked<(request: [String], body: Data)>(([], Data()))

    /// What was sent last: method and URL, then the header fields in the order of their names; and the body.
    var sent: (request: [String], body: Data) { state.withLock { $0 } }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var body = Data()
        if let content = request.body { for try await chunk in content { body += chunk } }
        let fields = request.headerFields.combined.map { "\($0): \($1)" }.sorted()
        let line = "\(request.method.rawValue) \(request.url?.absoluteString ?? "-")"
        let options = "timeout \(request.options.idleTimeout as Any), length \(request.body?.length as Any)"
        state.withLock { [body] in $0 = ([line, options] + fields, body) }
        return TransportResponse(statusCode: 200, body: HTTPBody(Data("{}".utf8)))
    }
}
#endif

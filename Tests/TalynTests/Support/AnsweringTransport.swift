import Foundation
import Talyn
import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a stub answers to a request.
enum Sample: Sendable {
    case networkResponse(Int, Data)
    case response(HTTPURLResponse, Data)
    case networkError(any Error)
}

/// A stub that answers as a closure says.
final class AnsweringTransport: SubstituteTransport {
    private let sample: @Sendable () throws -> Sample
    private let delay: Duration

    init(delay: Duration = .zero, _ sample: @escaping @Sendable () throws -> Sample) {
        self.delay = delay
        self.sample = sample
    }

    var isLive: Bool { false }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        if delay > .zero { try await request.context?.time.sleep(for: delay) }
        try await request.readBody()
        switch try sample() {
        case .networkResponse(let status, let data):
            return TransportResponse(statusCode: status, body: HTTPBody(data))
        case .response(let head, let data):
            let fields = try HTTPFields(head)
            return TransportResponse(
                statusCode: head.statusCode,
                headerFields: fields,
                url: head.url,
                body: HTTPBody(data)
            )
        case .networkError(let error):
            throw error
        }
    }
}

extension Provider {
    /// A provider whose stubs answer as the closure says.
    convenience init(
        answering sample: @escaping @Sendable () throws -> Sample,
        after delay: Duration = .zero,
        plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(transport: AnsweringTransport(delay: delay, sample), plugins: plugins, clock: clock)
    }
}

extension MultiProvider {
    /// A provider whose stubs answer as the closure says.
    convenience init(answering sample: @escaping @Sendable () throws -> Sample) {
        self.init(transport: AnsweringTransport(delay: .zero, sample))
    }
}

/// A transport that answers with what a closure makes of the request.
struct ClosureTransport: Transport {
    let answer: @Sendable (OutgoingRequest) async throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await answer(request)
    }
}

package import Foundation
package import TalynCore
import _TalynSupport

/// What a stub answers to a request.
package enum Sample: Sendable {
    case networkResponse(Int, Data)
    case response(TransportResponse)
    case networkError(any Error)
}

/// A stub that answers as a closure says.
package final class AnsweringTransport: SubstituteTransport {
    private let sample: @Sendable () throws -> Sample
    private let delay: Duration

    package init(delay: Duration = .zero, _ sample: @escaping @Sendable () throws -> Sample) {
        self.delay = delay
        self.sample = sample
    }

    public var isLive: Bool { false }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        if delay > .zero { try await request.context?.clock.sleep(for: delay) }
        try await request.readBody()
        switch try sample() {
        case .networkResponse(let status, let data):
            return TransportResponse(statusCode: status, body: HTTPBody(data))
        case .response(let response):
            return response
        case .networkError(let error):
            throw error
        }
    }
}

extension Provider {
    /// A provider whose stubs answer as the closure says.
    package convenience init(
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
    package convenience init(answering sample: @escaping @Sendable () throws -> Sample) {
        self.init(transport: AnsweringTransport(delay: .zero, sample))
    }
}

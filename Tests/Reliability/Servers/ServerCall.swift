#if Tools && os(Linux)
import Foundation
import HTTPTypes
import Talyn

/// A numbered call to a server.
struct ServerCall: TargetType {
    let baseURL: URL
    let scenario: Scenario
    let number: Int

    /// The body of a large upload.
    static let upload = Data(repeating: 0x78, count: 8_000_000)

    var path: RequestPath { "/\(scenario.call(number).path)" }
    var method: HTTPRequest.Method { scenario.call(number).method }
    var query: RequestParameters { ["n": number] }
    var validation: StatusValidation { .any }

    var body: RequestBody {
        if method == .get { return .none }
        return scenario == .upload ? .data(Self.upload) : .json(["number": number])
    }

    /// Makes the call.
    func outcome(with provider: Provider<ServerCall>) async -> CallOutcome {
        do {
            let response = try await provider.request(self)
            let repetitions = response.metrics?.repetitions ?? 0
            let expected = scenario.call(number).expected
            guard expected.contains(response.statusCode) else {
                let text = "status \(response.statusCode) instead of \(expected.sorted())"
                return CallOutcome(number: number, method: method, result: .failed(text), repetitions: repetitions)
            }
            guard response.statusCode != 200 || response.data == Data("ok".utf8) else {
                let text = "a body of \(response.data.count) bytes"
                return CallOutcome(number: number, method: method, result: .failed(text), repetitions: repetitions)
            }
            return CallOutcome(number: number, method: method, result: .answered, repetitions: repetitions)
        } catch {
            let result: CallOutcome.Result =
                switch error.transportError?.kind {
                case .cannotConnect where scenario == .restart: .refused
                case .connectionLost where scenario.call(number).expected.isEmpty: .cut
                // The server has answered, so this is no lost request, and nobody may take the response for a whole one.
                case .connectionLost where error.metrics?.attempts.last?.statusCode != nil: .cut
                default: .failed(Self.describe(error))
                }
            let repetitions = error.metrics?.repetitions ?? 0
            return CallOutcome(number: number, method: method, result: result, repetitions: repetitions)
        }
    }

    /// The kind of an error, and the type and the text of its cause.
    private static func describe(_ error: TalynError) -> String {
        guard let failure = error.transportError else { return "\(error.reason): \(error)" }
        guard let cause = failure.underlyingError else { return failure.kind.description }
        // Without the number of the stream or the port, which differs each time.
        let text = String(describing: cause).replacing(/[0-9]{2,}/, with: "…").prefix(160)
        return "\(failure.kind): \(type(of: cause)) \(text)"
    }
}

extension CallMetrics {
    fileprivate var repetitions: Int { attempts.reduce(0) { $0 + $1.transport.repetitions } }
}

/// The result of a call.
struct CallOutcome: Sendable {
    enum Result: Sendable, Equatable {
        /// The expected response.
        case answered
        /// The server ended the connection between the head and the end of its response.
        case cut
        /// No server listened.
        case refused
        /// Any other end.
        case failed(String)
    }

    let number: Int
    let method: HTTPRequest.Method
    let result: Result
    var repetitions = 0
}
#endif

import Foundation
import Talyn

/// A small API for tests that need no server.
enum Zen: TargetType {
    case zen
    case user(String)
    case create(String)
    case strict

    var baseURL: URL { URL(string: "https://api.example.com")! }

    var path: String {
        switch self {
        case .zen, .strict: "/zen"
        case .user(let name): "/users/\(name)"
        case .create: "/users"
        }
    }

    var method: HTTPRequest.Method {
        if case .create = self { .post } else { .get }
    }

    var task: HTTPTask {
        if case .create(let name) = self { .requestData(Data(name.utf8)) } else { .requestPlain }
    }

    var sampleData: Data {
        if case .user(let name) = self { Data(#"{"name":"\#(name)"}"#.utf8) } else { Data("Keep it simple.".utf8) }
    }

    var validationType: ValidationType {
        if case .strict = self { .successCodes } else { .none }
    }
}

struct User: Codable, Equatable, Sendable {
    var name: String
}

extension Provider {
    /// A provider whose stubs answer as the closure says.
    convenience init(
        answering sample: @escaping @Sendable () -> EndpointSampleResponse,
        stub: @escaping StubClosure = Provider.immediatelyStub,
        plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock(),
        trackInflights: Bool = false
    ) {
        self.init(
            endpointClosure: { target in
                Endpoint(
                    url: Endpoint(target).url,
                    sampleResponseClosure: sample,
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: stub,
            plugins: plugins,
            trackInflights: trackInflights,
            clock: clock
        )
    }
}

/// A transport that answers with what a closure makes of the request.
struct ClosureTransport: Transport {
    let answer: @Sendable (TransportRequest) async throws -> TransportResponse

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await answer(request)
    }
}

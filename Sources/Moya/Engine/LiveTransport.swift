import Foundation
import Talyn

/// Has the plugins of a Moya call take part in each attempt, right before another transport sends it.
///
/// A test's stubs, faults and recordings replace that other transport.
final class LiveTransport: StandInTransport {
    private let transport: any Talyn.Transport
    /// The session. Its interceptor, if it has one, adapts and repeats requests.
    private let session: Session?

    init(_ transport: any Talyn.Transport, session: Session?) {
        self.transport = transport
        self.session = session
    }

    var isLive: Bool { true }

    var defaultHeaderFields: [String: String] { session?.headerFields ?? transport.defaultHeaderFields }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let sender = transport as? any StandInTransport ?? CallScope.current?.transport ?? transport
        guard let call = (request.target as? LiveTarget)?.call else { return try await sender.send(request) }
        var request = request
        // Stubs know targets by their own type.
        if sender is any StandInTransport { request.target = MoyaTarget(call.target) }
        let headers = defaultHeaderFields
        #if !Alamofire
        if let session, let interceptor = session.interceptor {
            let attempts = InterceptedAttempts(session: session, interceptor: interceptor, transport: sender) {
                try call.announce($0, sessionHeaders: headers)
            }
            return call.following(try await attempts.send(request))
        }
        #endif
        return call.following(try await sender.send(call.announce(request, sessionHeaders: headers)))
    }
}

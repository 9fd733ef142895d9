import Foundation
import HTTPTypes
import TalynCore

/// Has the plugins of a Moya call take part in each attempt, right before another transport sends it.
///
/// Moya's plugins and interceptors see a request once, before its redirects. So this transport sends the follow-ups itself.
///
/// A test's stubs, faults and recordings replace that other transport.
final class LiveTransport: SubstituteTransport, FollowUpTransport {
    private let transport: any TalynCore.Transport
    /// The session. Its interceptor, if it has one, adapts and repeats requests.
    private let session: Session?

    init(_ transport: any TalynCore.Transport, session: Session?) {
        self.transport = transport
        self.session = session
    }

    var isLive: Bool {
        (transport.substitute ?? CallScope.current?.transport?.substitute)?.isLive ?? true
    }

    var sendsFollowUps: Bool { true }

    var defaultHeaderFields: HTTPFields {
        session.map { HTTPFields($0.headerFields) } ?? transport.defaultHeaderFields
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let substitute = transport.substitute
        let replacement = substitute == nil ? CallScope.current?.transport : nil
        let sender = replacement ?? transport
        let followUps = FollowUpHandler(sender)
        guard let call = (request.target as? LiveTarget)?.call else { return try await followUps.send(request) }
        var request = request
        // Stubs know targets by their own type.
        if replacement ?? substitute != nil { request.target = MultiTarget.ForTalyn(call.target) }
        let headers = session?.headerFields ?? transport.defaultHeaderFields.combined
        #if !Alamofire
        if let session { request.options = session.requestOptions.overridden(by: request.options) }
        if let session, let interceptor = session.interceptor {
            let attempts = InterceptedAttempts(
                session: session,
                interceptor: interceptor,
                followUps: followUps,
                task: call.task
            ) {
                try call.announce($0, sessionHeaders: headers)
            }
            return call.following(try await attempts.send(request))
        }
        #endif
        return call.following(try await followUps.send(call.announce(request, sessionHeaders: headers)))
    }
}

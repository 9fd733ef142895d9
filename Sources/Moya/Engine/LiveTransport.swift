import Foundation
import HTTPTypes
import TalynCore
import _TalynSupport

/// Has the plugins of a Moya call take part in each attempt, right before another transport sends it.
///
/// Moya's plugins and interceptors see a request once, before its redirects. So this transport sends the follow-ups itself.
///
/// A test's stubs, faults and recordings replace that other transport.
final class LiveTransport: SubstituteTransport {
    private let transport: any TalynCore.Transport
    /// The session. Its interceptor, if it has one, adapts and repeats requests.
    let session: Session?
    /// Runs the code of plugins and interceptors.
    let queue: CallQueue
    /// Whether requests arrive in the order of their calls, so that calls may take places on the queue.
    private let keepsOrder: Bool

    /// - Parameter keepsOrder: Whether requests arrive in the order of their calls.
    init(_ transport: any TalynCore.Transport, session: Session?, keepsOrder: Bool = true) {
        self.transport = transport
        self.session = session
        self.keepsOrder = keepsOrder
        queue = session?.callQueue ?? CallQueue()
    }

    /// Takes a place on the queue for a call, so that calls reach the app's code in their order.
    ///
    /// - Parameter plugins: The plugins of the call.
    /// - Returns: Nil if the call has no code of the app, or the order of requests is another one.
    func takePlace(_ plugins: [any PluginType]) -> Int? {
        keepsOrder && (hasInterceptor || !plugins.isEmpty) ? queue.takePlace() : nil
    }

    /// Whether the session has code of the app that changes or repeats requests.
    private var hasInterceptor: Bool {
        #if Alamofire
        false
        #else
        session?.interceptor != nil
        #endif
    }

    var isLive: Bool {
        (transport.substitute ?? TaskScope.current?.transport?.substitute)?.isLive ?? true
    }

    var sendsFollowUps: Bool { true }

    var defaultHeaderFields: HTTPFields {
        session.map { HTTPFields($0.headerFields) } ?? transport.defaultHeaderFields
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let substitute = transport.substitute
        let replacement = substitute == nil ? TaskScope.current?.transport : nil
        let sender = replacement ?? transport
        let followUps = FollowUpHandler(sender)
        guard let call = (request.target as? LiveTarget)?.call else { return try await followUps.send(request) }
        var request = request
        request.original = call.request
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
                call: call,
                sessionHeaders: headers
            )
            return call.following(try await attempts.send(request))
        }
        #endif
        let announced =
            if call.plugins.isEmpty {
                try call.announce(request, sessionHeaders: headers)
            } else {
                try await queue.run(at: call.place) { [request] in try call.announce(request, sessionHeaders: headers) }
            }
        return call.following(try await followUps.send(announced))
    }
}

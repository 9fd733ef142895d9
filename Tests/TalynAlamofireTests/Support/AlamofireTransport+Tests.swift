#if Alamofire
import Alamofire
import Talyn
import TalynAlamofire
import TestSupport

extension AlamofireTransport {
    /// A transport over a session of its own.
    static func with(
        interceptor: (any Alamofire.RequestInterceptor)? = nil,
        redirectHandler: (any RedirectHandler)? = nil,
        eventMonitors: [any EventMonitor] = [],
        headers: [String: String] = [:],
        startRequestsImmediately: Bool = true
    ) -> AlamofireTransport {
        let configuration = AlamofireTransport.defaultConfiguration
        configuration.httpAdditionalHeaders = headers
        let session = Alamofire.Session(
            configuration: configuration,
            startRequestsImmediately: startRequestsImmediately,
            interceptor: interceptor,
            redirectHandler: redirectHandler,
            eventMonitors: eventMonitors
        )
        sessions.update { $0.append(session) }
        return AlamofireTransport(session: session)
    }

    /// Keeps the sessions: on Linux Foundation can crash when one is invalidated.
    private static let sessions = Watched<[Alamofire.Session]>([])
}
#endif

#if Alamofire
public import Alamofire
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Alamofire.Request: RequestType {
    /// The header fields that the session adds.
    public var sessionHeaders: [String: String] {
        delegate?.sessionConfiguration.httpAdditionalHeaders as? [String: String] ?? [:]
    }

    // Alamofire's own method asks for a sendable handler. Disfavored, so that apps that import Alamofire call that one.
    @_disfavoredOverload
    public func cURLDescription(calling handler: @escaping (String) -> Void) -> Self {
        let handler = CommandHandler(call: handler)
        return cURLDescription(on: underlyingQueue) { handler.call($0) }
    }
}

/// Is given the curl command of a request, once.
private struct CommandHandler: @unchecked Sendable {  // Unchecked for the app's closure, which comes as it is.
    let call: (String) -> Void
}

/// A request of Alamofire's with the header fields that the plugins gave it, as `willSend` sees it.
struct AnnouncedRequest: RequestType {
    let alamofire: Alamofire.Request
    let request: URLRequest?

    init(alamofire: Alamofire.Request, request: URLRequest) {
        self.alamofire = alamofire
        self.request = request
    }

    var sessionHeaders: [String: String] { alamofire.sessionHeaders }

    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> AnnouncedRequest {
        alamofire.authenticate(username: username, password: password, persistence: persistence)
        return self
    }

    func authenticate(with credential: URLCredential) -> AnnouncedRequest {
        alamofire.authenticate(with: credential)
        return self
    }

    func cURLDescription(calling handler: @escaping (String) -> Void) -> AnnouncedRequest {
        handler(request?.cURLDescription(sessionHeaders: sessionHeaders, credential: alamofire.credential) ?? "")
        return self
    }
}

extension CancellableToken {
    convenience init(request: Alamofire.Request) {
        self.init(
            action: { request.cancel() },
            command: { request.request?.cURLDescription(sessionHeaders: request.sessionHeaders) ?? "Empty Request" }
        )
    }
}
#endif

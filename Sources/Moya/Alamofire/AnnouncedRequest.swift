#if Alamofire
public import Alamofire
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Alamofire.Request: RequestType {
    /// The header fields that the session adds.
    public var sessionHeaders: [String: String] {
        delegate?.sessionConfiguration.httpAdditionalHeaders as? [String: String] ?? [:]
    }
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
        handler(request?.cURLDescription(sessionHeaders: sessionHeaders) ?? "")
        return self
    }
}

extension CancellableToken {
    convenience init(request: Alamofire.Request) {
        self.init(action: { request.cancel() }, command: { request.cURLDescription() })
    }
}
#endif

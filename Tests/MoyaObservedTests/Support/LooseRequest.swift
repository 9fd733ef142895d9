import Foundation
import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request for plugins that no session made.
final class LooseRequest: RequestType, @unchecked Sendable {
    let request: URLRequest?
    let sessionHeaders: [String: String]
    let log: Log

    init(_ request: URLRequest?, sessionHeaders: [String: String] = [:], log: Log = Log()) {
        self.request = request
        self.sessionHeaders = sessionHeaders
        self.log = log
    }

    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self {
        log.add("\(username):\(password)")
        return self
    }

    func authenticate(with credential: URLCredential) -> Self {
        log.add("\(credential.user ?? ""):\(credential.password ?? "")")
        return self
    }

    func cURLDescription(calling handler: @escaping (String) -> Void) -> Self {
        handler("$ curl -v")
        return self
    }
}

import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Endpoint: Hashable {
    /// Whether both make the same request: URL, method, header fields and body, or the file or parts that are uploaded.
    ///
    /// Endpoints that can't make a request are equal when they fail on the same URL, method and header fields.
    public static func == (left: Endpoint, right: Endpoint) -> Bool {
        left.identity == right.identity
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }

    /// What makes the request what it is.
    ///
    /// Compared part by part since on Linux the equality of `URLRequest` leaves out the body.
    var identity: RequestIdentity {
        requestIdentity
            ?? RequestIdentity(
                url: url,
                method: method.rawValue,
                headerFields: httpHeaderFields ?? [:],
                body: nil,
                upload: task.transfer.upload
            )
    }

    /// What makes the request what it is; nil if the endpoint can't make one.
    var requestIdentity: RequestIdentity? {
        (try? urlRequest()).map { RequestIdentity($0, upload: task.transfer.upload) }
    }
}

#if Alamofire && os(Linux)
import Foundation
import HTTPTypes
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportRequest {
    /// The request with its credential, if the response asks for one in the Basic scheme (RFC 7617).
    func answering(_ response: TransportResponse) -> TransportRequest? {
        guard response.statusCode == 401, body?.isReplayable != false,
            response.url == nil || response.url == urlRequest.url,
            response.headerFields[values: .wwwAuthenticate].contains(where: \.offersBasic),
            let user = credential?.user, let password = credential?.password
        else { return nil }
        var answer = self
        answer.credential = nil
        let authorization = String(basicUser: user, password: password)
        answer.urlRequest.setValue(authorization, forHTTPHeaderField: "Authorization")
        return answer
    }
}

extension String {
    /// Whether one of the challenges in the field has the Basic scheme.
    fileprivate var offersBasic: Bool {
        split(separator: ",").contains { challenge in
            challenge.split(separator: " ").first?.lowercased() == "basic"
        }
    }
}
#endif

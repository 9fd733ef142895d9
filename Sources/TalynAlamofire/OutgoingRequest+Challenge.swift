#if Alamofire && os(Linux)
import Foundation
import HTTPTypes
import TalynCore
import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension OutgoingRequest {
    /// The request with its credential, if the response asks for one in the Basic scheme (RFC 7617).
    func answering(_ response: TransportResponse) -> OutgoingRequest? {
        guard response.statusCode == 401, body?.isReplayable != false,
            response.url == nil || response.url == url,
            response.headerFields[values: .wwwAuthenticate].contains(where: \.offersBasic),
            let credential
        else { return nil }
        var answer = self
        answer.credential = nil
        answer.headerFields[.authorization] = String(basicUser: credential.user, password: credential.password)
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

import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension OutgoingRequest {
    /// The request with the answer to the challenge of a response, for a transport that sends its follow-ups itself.
    ///
    /// - Returns: Nil without a supported challenge or a credential, for a body that can't be sent again, and for the response of
    ///   another URL: a server may have redirected the request to another origin.
    package func answering(_ response: TransportResponse) -> OutgoingRequest? {
        guard response.statusCode == 401, let credential, body?.isReplayable != false else { return nil }
        if let url = response.url, OutgoingRequest(url: url).urlText != urlText { return nil }
        let challenges = response.headerFields[values: .wwwAuthenticate].flatMap { Challenge.challenges(in: $0) }
        guard let authorization = Authorization(answering: challenges, of: self, with: credential) else { return nil }
        var answer = self
        answer.credential = nil
        answer.headerFields[.authorization] = authorization.fieldValue
        answer.answersChallenge = true
        return answer
    }
}

import HTTPTypes
import _TalynSupport

extension OutgoingRequest {
    /// The answer to the challenge of a response; nil without a supported challenge or a credential, after a rejected answer, for a
    /// body that can't be sent again, and for the response of another origin.
    func authorization(answering response: TransportResponse, after previous: Authorization? = nil) -> Authorization? {
        guard response.statusCode == 401, let credential, body?.isReplayable != false else { return nil }
        // A transport of an app may have followed a redirect to another origin.
        if let url = response.url, Origin(url) != origin { return nil }
        let challenges = response.headerFields[values: .wwwAuthenticate].flatMap { Challenge.challenges(in: $0) }
        return Authorization(answering: challenges, of: self, with: credential, after: previous)
    }

    /// The request with the answer to a challenge (RFC 9110, section 11), for a transport that sends follow-ups itself: see
    /// ``Transport/sendsFollowUps``.
    ///
    /// - Parameter response: The response to this request.
    /// - Returns: Nil if the request has no ``credential``, if the response has no challenge that it answers, and for the response of
    ///   another URL.
    public func answering(_ response: TransportResponse) -> OutgoingRequest? {
        if let url = response.url, OutgoingRequest(url: url).urlText != urlText { return nil }
        guard let authorization = authorization(answering: response) else { return nil }
        var answer = self
        answer.credential = nil
        answer.headerFields[.authorization] = authorization.fieldValue
        answer.answersChallenge = true
        return answer
    }
}

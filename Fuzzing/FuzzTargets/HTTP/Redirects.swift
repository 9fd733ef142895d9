#if FUZZING
import Foundation
import HTTPTypes
import _TalynSupport

@testable import TalynCore

extension FuzzTarget {
    /// A redirect never sends credentials to another origin, and never leaves https.
    static let redirects = FuzzTarget("redirects") { input in
        let status = input.element(of: [301, 302, 303, 307, 308, 300, 200])
        guard let url = URL(string: input.element(of: urls)), let origin = Origin(url) else { return }
        let location = input.text
        guard HTTPField.isValidValue(location) else { return }
        var request = OutgoingRequest(method: .post, url: url, body: HTTPBody(Data("{}".utf8)))
        request.headerFields[.authorization] = "Bearer secret"
        request.headerFields[HTTPField.Name("X-Api-Key")!] = "secret"
        request.credential = PasswordCredential(user: "ada", password: "secret")
        let response = TransportResponse(
            statusCode: status,
            headerFields: [.location: location],
            body: HTTPBody(Data())
        )
        guard let next = follow(request, response) else { return }
        guard let target = next.url, let targetOrigin = Origin(target) else {
            fatalError("Violated property: The next URL has an origin.")
        }
        require(url.scheme != "https" || targetOrigin.scheme == "https", "A redirect never leaves https: \(target)")
        let hasCredentials =
            next.credential != nil || next.headerFields[.authorization] != nil
            || next.headerFields[HTTPField.Name("X-Api-Key")!] != nil
        require(targetOrigin == origin || !hasCredentials, "Credentials stay with their origin: \(target)")
        let isGet = next.method == .get
        requireEqual(isGet, [301, 302, 303].contains(status), "The method changes as RFC 9110 says.")
        require(!isGet || next.body == nil, "A GET has no body.")
    }

    /// The request after a redirect; nil for none, and for an error.
    private static func follow(_ request: OutgoingRequest, _ response: TransportResponse) -> OutgoingRequest? {
        let next = Locked<OutgoingRequest?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            let followed = try? await RedirectPolicy.follow.request(after: request, redirectedBy: response)
            next.withLock { $0 = followed }
            isDone.signal()
        }
        isDone.wait()
        return next.withLock { $0 }
    }

    private static let urls = [
        "https://api.example.com/a/b?c=d", "http://api.example.com:8080/", "https://ada:secret@example.com",
        "http://[::1]/a",
    ]
}
#endif

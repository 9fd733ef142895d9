#if FUZZING
import Foundation
import HTTPTypes

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension FuzzTarget {
    /// A redirect never sends credentials to another origin, and never leaves https.
    static let redirects = FuzzTarget("redirects") { input in
        let status = input.element(of: [301, 302, 303, 307, 308, 300, 200])
        guard let url = URL(string: input.element(of: urls)), let origin = Origin(url) else { return }
        let location = input.text
        guard HTTPField.isValidValue(location) else { return }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
        request.setValue("secret", forHTTPHeaderField: "X-Api-Key")
        var transportRequest = TransportRequest(request, body: HTTPBody(Data("{}".utf8)))
        transportRequest.credential = URLCredential(user: "ada", password: "secret", persistence: .none)
        let response = TransportResponse(
            statusCode: status,
            headerFields: [.location: location],
            body: HTTPBody(Data())
        )
        guard let next = follow(transportRequest, response) else { return }
        guard let target = next.urlRequest.url, let targetOrigin = Origin(target) else {
            fatalError("Violated property: The next URL has an origin.")
        }
        require(url.scheme != "https" || targetOrigin.scheme == "https", "A redirect never leaves https: \(target)")
        let hasCredentials =
            next.credential != nil || next.urlRequest.value(forHTTPHeaderField: "Authorization") != nil
            || next.urlRequest.value(forHTTPHeaderField: "X-Api-Key") != nil
        require(targetOrigin == origin || !hasCredentials, "Credentials stay with their origin: \(target)")
        let isGet = next.urlRequest.httpMethod == "GET"
        requireEqual(isGet, [301, 302, 303].contains(status), "The method changes as RFC 9110 says.")
        require(!isGet || next.body == nil, "A GET has no body.")
    }

    /// The request after a redirect; nil for none, and for an error.
    private static func follow(_ request: TransportRequest, _ response: TransportResponse) -> TransportRequest? {
        let next = Locked<TransportRequest?>(nil)
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

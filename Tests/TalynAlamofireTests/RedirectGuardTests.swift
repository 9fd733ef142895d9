#if Alamofire
import Alamofire
import Foundation
import TalynCore
import TalynURLSession
import Testing
import TestSupport

@testable import TalynAlamofire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Redirects that a test without TLS can't make.
@Suite struct RedirectGuardTests {
    private static let first = "https://example.com/from"

    /// The request that follows a redirect, and the error of the call.
    private static func decision(
        from source: String = first,
        to target: String,
        _ sessionHandler: (any RedirectHandler)? = nil
    ) async throws -> (request: URLRequest?, error: TransportError?) {
        let url = try #require(URL(string: source))
        let feed = ResponseFeed(OutgoingRequest(url: url))
        let redirects = RedirectGuard(
            sessionHandler: sessionHandler,
            sessionFields: [:],
            secretNames: ["X-Customer"],
            feed: feed
        )
        let original = URLRequest(url: try #require(URL(string: first)))
        var next = original
        next.url = URL(string: target)
        for name in ["Authorization", "X-Customer", "X-One"] { next.setValue("a", forHTTPHeaderField: name) }
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 307, httpVersion: nil, headerFields: ["Location": target])
        )
        let task = URLSession.shared.dataTask(with: original)
        let answers = Watched([URLRequest?]())
        redirects.task(task, willBeRedirectedTo: next, for: response) { answer in answers.update { $0.append(answer) } }
        if let request = answers.value.first ?? nil { return (request, nil) }
        let error = await #expect(throws: TransportError.self) { try await feed.exchange.response() }
        return (nil, error)
    }

    @Test func redirectFromHTTPSToHTTPFailsTheCall() async throws {
        let (request, error) = try await Self.decision(to: "http://example.com/to")
        #expect(request == nil)
        #expect(error?.kind == .insecureRedirect)
        #expect(error?.mayHaveBeenSent == true)
    }

    @Test func redirectToAnotherSchemeFailsTheCall() async throws {
        let (request, error) = try await Self.decision(to: "file:///etc/hosts")
        #expect(request == nil)
        #expect(error?.kind == .unsupportedURL)
        #expect(error?.mayHaveBeenSent == true)
    }

    @Test func redirectHandlerOfTheSessionCanKeepARedirectSecure() async throws {
        let handler = Redirector.modify { _, request, _ in
            var request = request
            request.url = request.url.flatMap { URL(string: $0.absoluteString.replacing("http:", with: "https:")) }
            return request
        }
        let (request, _) = try await Self.decision(to: "http://example.com/to", handler)
        #expect(request?.url?.absoluteString == "https://example.com/to")
        #expect(request?.value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test(arguments: [
        ("https://example.com/from", "https://example.com/to", true),
        ("https://example.com/from", "https://example.com:443/to", true),
        ("https://example.com/from", "https://example.com:8443/to", false),
        ("https://example.com/from", "https://other.example.com/to", false),
        ("https://other.example.com/from", "https://other.example.com/to", false),
        ("https://other.example.com/from", "https://example.com/to", false),
    ])
    func credentialsStayWithTheOriginOfTheFirstRequest(source: String, target: String, areKept: Bool) async throws {
        let (request, _) = try await Self.decision(from: source, to: target)
        #expect(request?.value(forHTTPHeaderField: "Authorization") == (areKept ? "a" : nil))
        #expect(request?.value(forHTTPHeaderField: "X-Customer") == (areKept ? "a" : nil))
        #expect(request?.value(forHTTPHeaderField: "X-One") == "a")
    }

    /// The handler got the credentials of the first origin, and leads them to a third one.
    @Test func redirectHandlerOfTheSessionCannotTakeCredentialsToAnotherOriginUnchanged() async throws {
        let handler = Redirector.modify { _, request, _ in
            var request = request
            request.url = URL(string: "https://other.example.com/to")
            request.setValue("b", forHTTPHeaderField: "X-Customer")
            return request
        }
        let (request, _) = try await Self.decision(to: "https://example.com/to", handler)
        #expect(request?.url?.host == "other.example.com")
        #expect(request?.value(forHTTPHeaderField: "Authorization") == nil)
        #expect(request?.value(forHTTPHeaderField: "X-Customer") == "b")
    }
}
#endif

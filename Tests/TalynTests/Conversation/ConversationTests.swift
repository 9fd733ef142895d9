import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct ConversationTests {
    private static let policies: [RedirectPolicy?] = [
        nil, .follow, .follow(limit: 1), .decide { request, _ in request },
    ]

    /// Sends a GET that is redirected once; returns the requests.
    private func requests(
        from: String,
        to: String,
        _ policy: RedirectPolicy?,
        transportPolicy: RedirectPolicy = .follow
    ) async throws -> [TransportRequest] {
        var options = TransportOptions()
        options.redirects = transportPolicy
        var request = TransportRequest(URLRequest(url: try #require(URL(string: from))))
        request.options.redirects = policy
        let seen = Recorder<TransportRequest>()
        _ = try await Conversation(options).send(request) { request in
            seen.record(request)
            return TransportResponse(
                statusCode: seen.events.count == 1 ? 302 : 200,
                headerFields: [.location: to],
                body: HTTPBody(Data())
            )
        }
        return seen.events
    }

    @Test(arguments: policies)
    func httpsNeverFallsToHTTP(policy: RedirectPolicy?) async throws {
        for to in ["http://a.b/", "HTTP://a.b", "http://c.d/", "//c.d/"] {
            let result = await Result { try await requests(from: "https://a.b/", to: to, policy) }
            if to.hasPrefix("//") {
                #expect(try result.get().last?.urlRequest.url?.absoluteString == "https://c.d/")
            } else {
                let error = #expect(throws: TransportError.self) { try result.get() }
                #expect(error?.kind == .insecureRedirect)
            }
        }
    }

    @Test func decisionCannotLeaveHTTPSEither() async throws {
        let policy = RedirectPolicy.decide { request, _ in URLRequest(url: URL(string: "http://a.b/") ?? request.url!) }
        let error = await #expect(throws: TransportError.self) {
            try await requests(from: "https://a.b/", to: "/on", policy)
        }
        #expect(error?.kind == .insecureRedirect)
    }

    @Test func policyOfTheRequestGoesBeforeTheTransports() async throws {
        #expect(try await requests(from: "http://a.b/", to: "/", nil, transportPolicy: .doNotFollow).count == 1)
        #expect(try await requests(from: "http://a.b/", to: "/", .follow, transportPolicy: .doNotFollow).count == 2)
        #expect(try await requests(from: "http://a.b/", to: "/", .doNotFollow).count == 1)
    }

    @Test func optionsStayWithTheRequest() async throws {
        let requests = try await requests(from: "http://a.b/", to: "http://c.d/", .follow(limit: 7))
        #expect(requests.map { $0.options.redirects?.limit } == [7, 7])
    }

    @Test func transportWithACacheSeesToThePolicyItself() async throws {
        var request = URLRequest(url: try #require(URL(string: "http://a.b/")))
        request.cachePolicy = .returnCacheDataDontLoad
        let response = try await Conversation(hasCache: true).send(TransportRequest(request)) { request in
            #expect(request.urlRequest.cachePolicy == .returnCacheDataDontLoad)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        #expect(response.statusCode == 200)
    }

    @Test func foundationKeepsOutOfTheCookiesOfAPolicy() async throws {
        var request = TransportRequest(URLRequest(url: try #require(URL(string: "http://a.b/"))))
        for policy in [CookiePolicy.ignore, nil] {
            request.options.cookies = policy
            _ = try await Conversation().send(request) { request in
                #expect(request.urlRequest.httpShouldHandleCookies == (policy == nil))
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
    }
}

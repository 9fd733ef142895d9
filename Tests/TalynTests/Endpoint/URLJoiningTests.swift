import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLJoiningTests {
    private struct Target: TargetType {
        let baseURL: URL
        let path: String
    }

    @Test(arguments: URLJoiningCase.all)
    func pathContinuesBaseURL(_ example: URLJoiningCase) throws {
        let base = try #require(URL(string: "https://example.com:8080" + example.base))
        let endpoint = Endpoint(Target(baseURL: base, path: example.path))
        #expect(endpoint.url == "https://example.com:8080" + example.joined)
        #expect(try endpoint.urlRequest().url?.absoluteString == endpoint.url)
    }

    @Test(arguments: [
        ("https://other.example/next?page=2", "https://other.example/next?page=2"),
        ("http://other.example", "http://other.example"),
        ("HTTPS://other.example/a b#part", "HTTPS://other.example/a%20b"),
        ("https://other.example?page=2", "https://other.example?page=2"),
    ])
    func absoluteURLTakesThePlaceOfTheBase(path: String, url: String) throws {
        let base = try #require(URL(string: "https://example.com/v1?key=1"))
        #expect(Endpoint(Target(baseURL: base, path: path)).url == url)
    }

    @Test func fragmentOfTheBaseIsDropped() throws {
        let base = try #require(URL(string: "https://example.com/v1?key=1#top"))
        #expect(Endpoint(Target(baseURL: base, path: "/a")).url == "https://example.com/v1/a?key=1")
    }

    @Test func anotherBaseURLCanBeGiven() throws {
        let base = try #require(URL(string: "https://example.com/v1"))
        let staging = try #require(URL(string: "https://staging.example.com"))
        #expect(Endpoint(Target(baseURL: base, path: "/a"), baseURL: staging).url == "https://staging.example.com/a")
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("https://example.com/a b", "' ' at offset 21"),
        ("https://example.com/\r\n", "'\\r' at offset 20"),
        ("https://example.com/é", "'\\u{00E9}' at offset 20"),
        ("https://example.com/100%", "percent sign at offset 23"),
        ("https://example.com:port/", "scheme, host and port"),
    ])
    func invalidURLFailsWithTheReason(url: String, reason: String) {
        let endpoint = Endpoint(
            url: url,
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .get,
            task: .requestPlain,
            httpHeaderFields: nil
        )
        let error = #expect(throws: TalynError.self) { try endpoint.urlRequest() }
        guard case .requestMapping(url)? = error else {
            Issue.record("\(String(describing: error)) is no requestMapping of the URL")
            return
        }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func errorTextHidesSecretsOfTheURL() {
        let text = TalynError.requestMapping("https://ada:secret@example.com/a b?token=secret&page=secret").description
        #expect(!text.contains("secret"))
        #expect(text.contains("https://example.com/a b?token=…&page=…"))
    }
}

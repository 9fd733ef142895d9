#if Tools
import Foundation
import Testing

@testable import TalynStubServer

struct OriginMapTests {
    private func map(_ baseURLs: String...) -> OriginMap {
        OriginMap(authority: "localhost:8080", baseURLs: baseURLs.compactMap { URL(string: $0) })
    }

    @Test func targetBelongsToTheServerItself() {
        #expect(map().url(for: "/a%2Fb?c=d%20e")?.absoluteString == "http://localhost:8080/a%2Fb?c=d%20e")
        #expect(map().url(for: "/")?.absoluteString == "http://localhost:8080/")
        #expect(map().url(for: "//other.example/a")?.absoluteString == "http://localhost:8080//other.example/a")
        #expect(map().url(for: "*")?.absoluteString == "http://localhost:8080/")
        #expect(map().url(for: "@other.example/a")?.host() == "localhost")
    }

    @Test(arguments: [
        ("https://api.example.com", "https://api.example.com/a?b"),
        ("https://api.example.com/", "https://api.example.com/a?b"),
        ("https://api.example.com:8443/v%201/?x=y#z", "https://api.example.com:8443/v%201/a?b"),
    ])
    func targetBelongsToTheFirstServerThatItStandsFor(_ base: String, expected: String) {
        #expect(map(base, "http://other.example").url(for: "/a?b")?.absoluteString == expected)
    }

    @Test(arguments: [
        ("https://api.example.com/a?b=c#d", "http://localhost:8080/a?b=c#d"),
        ("HTTPS://API.example.com:443/a", "http://localhost:8080/a"),
        ("https://api.example.com", "http://localhost:8080"),
        ("http://second.example/a", "http://localhost:8080/a"),
        ("http://api.example.com/a", "http://api.example.com/a"),
        ("https://elsewhere.example/a", "https://elsewhere.example/a"),
        ("/a", "/a"),
        ("a", "a"),
        ("//api.example.com/a", "http://localhost:8080/a"),
        ("mailto:ada@example.com", "mailto:ada@example.com"),
        ("", ""),
    ])
    func locationLeadsHere(_ location: String, expected: String) {
        let map = map("https://api.example.com", "http://second.example")
        #expect(map.location(location, from: URL(string: "https://api.example.com/x/y")) == expected)
    }

    @Test(arguments: [
        ("https://api.example.com/v1/a", "http://localhost:8080/a"),
        ("/v1/a?b", "http://localhost:8080/a?b"),
        ("a", "http://localhost:8080/x/a"),
        ("/v10/a", "/v10/a"),
        ("https://api.example.com/v2/a", "https://api.example.com/v2/a"),
    ])
    func locationBelowAPathLeadsHere(_ location: String, expected: String) {
        let map = map("https://api.example.com/v1/")
        #expect(map.location(location, from: URL(string: "https://api.example.com/v1/x/y")) == expected)
    }
}
#endif

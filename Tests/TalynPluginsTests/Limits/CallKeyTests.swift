import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct CallKeyTests {
    @Test(arguments: [
        ("https://api.example.com/a/b?c#d", "https://api.example.com"),
        ("https://api.example.com", "https://api.example.com"),
        ("HTTPS://API.Example.com:443/", "https://api.example.com"),
        ("http://api.example.com:80?a=:443", "http://api.example.com"),
        ("http://api.example.com:443/", "http://api.example.com:443"),
        ("https://api.example.com:80/", "https://api.example.com:80"),
        ("https://ada:secret@api.example.com:8443/", "https://api.example.com:8443"),
        ("https://ada@b@api.example.com/@c", "https://api.example.com"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("http://[::1]/", "http://[::1]"),
        ("https://", ""),
        ("no url", ""),
        ("", ""),
        ("http:/a", ""),
    ])
    func originIsSchemeHostAndPort(url: String, origin: String) throws {
        let endpoint = try Endpoint.of(url)
        #expect(CallKey.origin.text(endpoint, Zen.zen) == origin)
    }
}

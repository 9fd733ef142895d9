import Foundation
import Testing

@testable import Talyn

struct HostTableTests {
    private let table = HostTable(["a.example.com": 1, "*.example.com": 2, "*.b.example.com": 3, "Example.ORG.": 4])

    @Test(arguments: [
        ("a.example.com", 1), ("A.EXAMPLE.com.", 1), ("x.example.com", 2), ("x.a.example.com", 2),
        ("b.example.com", 2), ("x.b.example.com", 3), ("x.y.b.example.com", 3), ("example.org", 4),
    ])
    func mostParticularNameCounts(_ host: String, _ value: Int) {
        #expect(table[host: host] == value)
    }

    @Test(arguments: ["example.com", "badexample.com", "com", "", ".", "x.example.org", "a.example.com.evil.net"])
    func otherHostsHaveNothing(_ host: String) {
        #expect(table[host: host] == nil)
    }

    @Test func hostOfAURLIsWhereTheConnectionGoes() throws {
        #expect(table[try #require(URL(string: "https://%61.EXAMPLE.com:8443/x"))] == 1)
        #expect(table[try #require(URL(string: "https://a.example.com@evil.net/"))] == nil)
        #expect(HostTable(["::1": 5])[try #require(URL(string: "https://[::1]/"))] == 5)
    }
}

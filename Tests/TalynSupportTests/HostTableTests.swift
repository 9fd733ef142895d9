import Foundation
import Testing
import _TalynSupport

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

    @Test func lettersBeyondASCIIMatchTheirPunycode() throws {
        for key in ["*.b\u{FC}cher.de", "*.xn--bcher-kva.de"] {
            let table = HostTable([key: 1])
            for host in ["www.b\u{FC}cher.de", "www.B\u{DC}CHER.de", "www.b%C3%BCcher.de", "www.xn--bcher-kva.de"] {
                #expect(table[try #require(URL(string: "https://\(host)/"))] == 1, "\(key) \(host)")
            }
        }
    }

    @Test(arguments: ["a.b", "localhost", "*.a.b", "127.0.0.1", "::1", "b\u{FC}cher.de", "a_b", "a.b."])
    func nameOfAHostIsAKey(_ key: String) {
        #expect(HostTable<Int>.isKey(key))
    }

    @Test(arguments: [
        "", "*", "*.", "a.*.b", "*a.b", "https://a.b", "a.b:443", "a.b/c", "a@b", "a?b", "a#b", "[::1]:8",
    ])
    func invalidHostIsNotAKey(_ key: String) {
        #expect(!HostTable<Int>.isKey(key))
    }
}

extension HostTable {
    /// The value for the host to which a connection for a URL goes.
    fileprivate subscript(url: URL) -> Value? {
        url.host(percentEncoded: false).flatMap { self[host: $0] }
    }
}

import Foundation
import TestSupport
import Testing

@testable import TalynCore

/// The limits of a `Cookie` field.
struct CookieLimitTests {
    private let store = MemoryCookieStore()
    private let url: URL

    init() throws {
        url = try #require(URL(string: "https://a.b.example.com/"))
    }

    private func set(_ name: String, length: Int = 1, age: TimeInterval = 0) {
        let value = String(repeating: "v", count: length)
        store.set(
            Cookie(name: name, value: value, domain: url.host() ?? "", createdAt: Date(timeIntervalSince1970: -age))
        )
    }

    /// The names of the cookies in a field.
    private func names(_ field: CookieJar.Field?) -> [Substring] {
        (field?.value ?? "").split(separator: "; ").map { $0.prefix { $0 != "=" } }
    }

    @Test func fieldHasAsManyCookiesAsCurlSends() {
        for number in 0..<160 { set("c\(number)", age: TimeInterval(160 - number)) }
        let field = CookieJar(store: store).field(for: url)
        #expect(names(field) == (0..<150).map { "c\($0)" })
        #expect(field?.omitted == 10)
    }

    @Test func fieldIsNoLongerThanTheLineOfAServer() {
        for number in 0..<4 { set("c\(number)", length: 4_000, age: TimeInterval(4 - number)) }
        set("short")
        let field = CookieJar(store: store).field(for: url)
        #expect(names(field) == ["c0", "c1", "short"])
        #expect(field?.value.utf8.count ?? 0 <= 8_190)
        #expect(field?.omitted == 2)
    }

    @Test func fieldMayHaveTheWholeLength() {
        set("a", length: 8_188)
        #expect(CookieJar(store: store).field(for: url)?.value.utf8.count == 8_190)
        set("a", length: 8_189)
        #expect(CookieJar(store: store).field(for: url) == CookieJar.Field(value: "", omitted: 1))
    }

    @Test func metricsTellWhichCookiesAreLeftOut() async throws {
        for number in 0..<3 { set("c\(number)", length: 4_000) }
        let fields = Recorder<String?>()
        let transport = ClosureTransport { request in
            fields.record(request.headerFields[.cookie])
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let options = RequestOptions { $0.cookies = .store(store) }
        let provider = Provider<Probe>(transport: transport, requestOptions: options)
        let response = try await provider.request(Probe(url))
        #expect(fields.events.map { $0?.utf8.count } == [8_008])
        let notes = response.metrics?.notes.map(\.text) ?? []
        #expect(notes == ["leaves out a cookie, since the Cookie field would be too long"])
    }
}

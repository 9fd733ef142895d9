import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct OutgoingRequestTests {
    private func request() throws -> OutgoingRequest {
        OutgoingRequest(url: try #require(URL(string: "http://a.b/")))
    }

    @Test func requestHasNothingAtFirst() throws {
        let request = try request()
        #expect(request.credential == nil)
        #expect(request.context == nil)
        #expect(request.target == nil)
        #expect(request.options.isEmpty)
        #expect(request.onSend == nil)
        #expect(request.body == nil)
    }

    @Test func propertiesKeepTheirValues() throws {
        var request = try request()
        request.credential = PasswordCredential(user: "ada", password: "x")
        request.target = Zen.zen
        request.options.timeout = .seconds(1)
        request.onSend = { _ in }
        request.body = HTTPBody(isReplayable: false) { { nil } }
        #expect(request.credential?.user == "ada")
        #expect(request.target is Zen)
        #expect(request.options.timeout == .seconds(1))
        #expect(request.onSend != nil)
        #expect(request.body?.isReplayable == false)
        request.credential = nil
        request.target = nil
        request.options = RequestOptions()
        request.onSend = nil
        request.body = nil
        #expect(request.credential == nil)
        #expect(request.context == nil)
        #expect(request.target == nil)
        #expect(request.options.isEmpty)
        #expect(request.onSend == nil)
        #expect(request.body == nil)
    }

    @Test func copiesAreApart() throws {
        var first = try request()
        first.target = Zen.zen
        var second = first
        second.target = Zen.user("ada")
        second.body = HTTPBody(Data("a".utf8))
        #expect(first.target is Zen)
        #expect(first.body == nil)
        first.options.timeout = .seconds(1)
        #expect(second.options.isEmpty)
    }

    @Test func bodyInMemoryIsTheRequestsOwn() throws {
        var request = try request()
        request.body = HTTPBody(isReplayable: true) { { nil } }
        request.body = HTTPBody(Data("a".utf8))
        #expect(request.body?.data == Data("a".utf8))
        #expect(request.body?.data == Data("a".utf8))
    }

    @Test(arguments: ["@evil.example/x", ".evil.example/x", "users", "?q=1", "*"])
    func pathWithoutASlashStaysOutOfTheAuthority(_ path: String) {
        var request = OutgoingRequest(url: URL(string: "https://api.example.com/a")!)
        request.head.path = path
        #expect(request.url?.host() == "api.example.com")
        #expect(request.urlText == "https://api.example.com/" + path)
    }

    @Test func requestIsSmall() {
        #expect(MemoryLayout<OutgoingRequest>.size <= 12 * MemoryLayout<Int>.size)
    }
}

import Foundation
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLSessionExchangeTests {
    private struct Broken: Error {}

    private let exchange = URLSessionExchange()

    private func head(_ statusCode: Int) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://a.example/b"))
        return try #require(
            HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: nil, headerFields: ["Allow": "GET"])
        )
    }

    @Test func firstFinalHeadIsTheResponse() async throws {
        for statusCode in [103, 200, 404] { exchange.receive(try head(statusCode)) }
        exchange.finish()
        let response = try await exchange.response()
        #expect(response.statusCode == 200)
        #expect(response.headerFields[.allow] == "GET")
        #expect(response.url?.path == "/b")
        for try await _ in response.body { Issue.record("The body is empty.") }
    }

    @Test func failureComesAfterTheBytesBeforeItAndAborts() async throws {
        let aborts = Locked(0)
        exchange.whenAborted { aborts.withLock { $0 += 1 } }
        exchange.receive(try head(200))
        exchange.receive(Data("held".utf8), of: nil)
        exchange.fail(Broken())
        #expect(aborts.withLock { $0 } == 1)
        var chunks = try await exchange.response().body.makeAsyncIterator()
        #expect(try await chunks.next() == Data("held".utf8))
        await #expect(throws: Broken.self) { try await chunks.next() }
        exchange.fail(Broken())
        #expect(aborts.withLock { $0 } == 1)
    }

    @Test func failureBeforeTheStartAbortsAtOnce() {
        exchange.fail(Broken())
        let aborts = Locked(0)
        exchange.whenAborted { aborts.withLock { $0 += 1 } }
        #expect(aborts.withLock { $0 } == 1)
    }

    @Test func completeResponseIsNotAborted() async throws {
        let aborts = Locked(0)
        exchange.whenAborted { aborts.withLock { $0 += 1 } }
        exchange.receive(try head(204))
        exchange.finish()
        exchange.fail(Broken())
        for try await _ in try await exchange.response().body {}
        #expect(aborts.withLock { $0 } == 0)
    }

    @Test func bodyOfARequestShowsNoByte() async throws {
        let body = try #require(try await URLSessionBody(HTTPBody(Data("planted".utf8))))
        #expect(body.data == Data("planted".utf8))
        var text = ""
        dump(body, to: &text)
        #expect(text.contains("length: 7"))
        #expect(!text.contains("112"))  // The first byte.
    }
}

import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

@Suite(.sockets) struct PageLinkOverSocketsTests {
    @Test(arguments: TransportUnderTest.all)
    func linkIsResolvedAgainstTheURLAfterRedirects(transport: TransportUnderTest) async throws {
        try await FaultServer.withServer { request in
            switch request.target {
            case "/old/items": [.answer(301, ["Location": "/new/list"])]
            case "/new/list": [.answer(200, ["Link": "<list?page=2>; rel=\"next\""], "[1]")]
            case "/new/list?page=2": [.answer(200, [:], "[2]")]
            default: [.answer(404)]
            }
        } body: { server in
            let probe = Probe(server.baseURL, "/old/items")
            let pages = transport.provider().pages(of: probe, as: [Int].self)
            let (elements, failure) = await pages.elements.collected()
            #expect(failure == nil)
            #expect(elements == [1, 2])
            #expect(server.requests.map(\.target) == ["/old/items", "/new/list", "/new/list?page=2"])
        }
    }
}

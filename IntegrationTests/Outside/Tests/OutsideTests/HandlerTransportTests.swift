#if canImport(Crypto)
import Foundation
import Outside
import TalynTesting
import Testing

struct HandlerTransportTests {
    private struct Broken: Error {}

    @Test func handlerGetsTheRequestAsAServerDoes() async throws {
        let requests = List<HandlerTransport.Request>()
        let transport = HandlerTransport { request in
            requests.add(request)
            return HandlerTransport.Answer(statusCode: 200, body: Data("tea".utf8))
        }
        let shop = Provider<Shop>(transport: transport, plugins: [signing])
        let response = try await shop.request(.order("tea"))
        #expect(try response.decode(String.self) == "tea")
        #expect(response.metrics?.attempts.first?.transport.networkProtocolName == "in-process")
        let request = try #require(requests.elements.first)
        #expect(request.headerFields[.userAgent] == "Outside")
        #expect(signing.verifies(request.method, request.path, request.headerFields, body: request.body))
    }

    @Test func redirectsAndCookiesAreThoseOfAnyTransport() async throws {
        let transport = HandlerTransport { request in
            guard request.path == "/" else {
                return HandlerTransport.Answer(statusCode: 200, body: Data((request.headerFields[.cookie] ?? "").utf8))
            }
            return HandlerTransport.Answer(statusCode: 302, headerFields: [.location: "/items/1", .setCookie: "a=1"])
        }
        let options = RequestOptions { $0.cookies = .store(MemoryCookieStore()) }
        let shop = Provider<Shop>(transport: transport, requestOptions: options)
        #expect(try await shop.request(.home, as: String.self) == "a=1")
    }

    @Test func unknownHostProvesThatNothingWasSent() async throws {
        let transport = HandlerTransport(host: "other.example") { _ in HandlerTransport.Answer(statusCode: 200) }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Shop>(transport: transport).request(.order("tea"))
        }
        #expect(error?.transportError?.mayHaveBeenSent == false)
        #expect(error?.transportError?.detail == .unknownHost)
        #expect(error?.isConnectionFailure == true)
    }

    @Test func failedHandlerIsRetriedOnlyIfTheCallMayBe() async throws {
        let requests = List<HandlerTransport.Request>()
        let transport = HandlerTransport { request in
            requests.add(request)
            throw Broken()
        }
        let retry = RetryPlugin(
            .init {
                $0.backoff = .none
                $0.maximumAttempts = 3
            }
        )
        let shop = Provider<Shop>(transport: transport, plugins: [retry])
        for target in [Shop.home, .order("tea")] {
            let error = await #expect(throws: TalynError.self) { try await shop.request(target) }
            #expect(error?.transportError?.underlyingError is Broken)
        }
        #expect(requests.elements.map(\.method) == [.get, .get, .get, .post])
    }

    @Test(.stubs) func stubsReplaceTheHandler() async throws {
        StubSet.current.on(.get("/"), .text("stub"))
        let transport = HandlerTransport { _ in HandlerTransport.Answer(statusCode: 200) }
        #expect(try await Provider<Shop>(transport: transport).request(.home, as: String.self) == "stub")
    }
}
#endif

// They need a default transport.
#if AsyncHTTPClient || Alamofire || !os(Linux)
#if canImport(Combine) || OpenCombine && os(Linux) || RxSwift || ReactiveSwift
import Foundation
import Moya
import TestSupport
import Testing

#if Alamofire
import Alamofire
#endif

/// Calls of a provider that nothing else holds, through its own session.
@Suite(.sockets)
struct LiveTests {
    @Test(arguments: Flavours.all)
    func progressEndsWithTheResponse(_ flavour: any Flavour) async throws {
        let script: FaultServer.Script = { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"), .send("ab"), .send("cd")]
        }
        try await FaultServer.withServer(script: script) { server in
            let (listener, subscription, isDead) = subscribed(flavour, to: server)
            try await listener.ended()?.get()
            #expect(listener.values.last?.response?.data == Data("abcd".utf8))
            #expect(listener.values.last?.fraction == 1)
            let before = listener.values.dropLast()
            #expect(before.allSatisfy { !$0.completed })
            #expect(before.map(\.fraction) == before.map(\.fraction).sorted())
            await isDead.wait { $0 }
            withExtendedLifetime(subscription) {}
        }
    }

    @Test(arguments: Flavours.all)
    func endingTheSubscriptionClosesTheConnection(_ flavour: any Flavour) async throws {
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let (listener, subscription, isDead) = subscribed(flavour, to: server)
            await server.requests(atLeast: 1)
            #expect(!isDead.value)
            subscription()
            await server.connectionsClosed(atLeast: 1)
            await isDead.wait { $0 }
            #expect(listener.values.isEmpty)
            #expect(listener.endCount == 0)
        }
    }

    @Test(arguments: Flavours.all)
    func lostConnectionEndsTheStreamWithItsError(_ flavour: any Flavour) async throws {
        try await FaultServer.withServer(script: { _ in [.reset] }) { server in
            let (listener, subscription, isDead) = subscribed(flavour, to: server)
            let end = await listener.ended()
            let error = #expect(throws: MoyaError.self) { try end?.get() }
            #expect(error?.caseName == "underlying")
            #expect(listener.values.allSatisfy { !$0.completed })
            await isDead.wait { $0 }
            withExtendedLifetime(subscription) {}
        }
    }

    private func subscribed(
        _ flavour: any Flavour,
        to server: FaultServer
    ) -> (Listener<Report>, () -> Void, isDead: Watched<Bool>) {
        let configuration = URLSessionConfiguration.af.default
        // A busy machine doesn't reach it.
        configuration.timeoutIntervalForRequest = 3_600
        let provider = MortalProvider(session: Session(configuration: configuration))
        let listener = Listener<Report>()
        let page = Page(baseURL: server.baseURL)
        return (listener, flavour.requestWithProgress(page, provider, on: nil).subscribe(listener), provider.isDead)
    }
}
#endif
#endif

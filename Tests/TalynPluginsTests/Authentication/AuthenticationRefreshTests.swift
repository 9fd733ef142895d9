import Foundation
import TalynTransfers
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Calls that a refresh makes itself.
struct AuthenticationRefreshTests {
    private typealias AuthPlugin = AuthenticationPlugin<TokenAuthenticator>

    /// How a refresh calls the server for a token.
    enum Style: CaseIterable {
        case request, transfer
    }

    /// Lets a refresh use the provider that waits for it.
    private final class Slot: Sendable {
        let provider = Watched<Provider<Zen>?>(nil)

        func call(_ target: Zen, _ style: Style) async throws -> Response {
            guard let provider = provider.value else { throw NoTokenError() }
            switch style {
            case .request: return try await provider.request(target)
            case .transfer: return try await provider.transfer(target).response()
            }
        }
    }

    /// A server that gives a token away and wants it for everything else.
    private func transport(_ seen: Recorder<String>, tokenStatus: Int = 200) -> ClosureTransport {
        ClosureTransport { request in
            let value = request.headerFields[.authorization]
            let path = request.url?.path ?? ""
            seen.record("\(path) \(value ?? "none")")
            let status = path == "/users/token" ? tokenStatus : value == "Bearer new" ? 200 : 401
            return TransportResponse(statusCode: status, body: HTTPBody(Data("new".utf8)))
        }
    }

    @Test(arguments: Style.allCases, [false, true])
    func refreshThroughTheSameProviderIsExempt(style: Style, isCoalescing: Bool) async throws {
        let seen = Recorder<String>()
        let slot = Slot()
        let authenticator = TokenAuthenticator { _ in
            TestToken(text: try await slot.call(.user("token"), style).decode(String.self))
        }
        let plugin = AuthPlugin(authenticator, credential: TestToken(text: "old"))
        let provider = Provider<Zen>(
            transport: transport(seen),
            plugins: isCoalescing ? [CoalescingPlugin(), plugin] : [plugin]
        )
        slot.provider.update { $0 = provider }
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(seen.events == ["/zen Bearer old", "/users/token none", "/zen Bearer new"])
        slot.provider.update { $0 = nil }
    }

    @Test(arguments: Style.allCases)
    func refreshThatIsRefusedItselfFails(style: Style) async throws {
        let seen = Recorder<String>()
        let slot = Slot()
        let authenticator = TokenAuthenticator { _ in
            let response = try await slot.call(.user("token"), style).filter(statusCodes: 200...299)
            return TestToken(text: try response.decode(String.self))
        }
        let plugin = AuthPlugin(authenticator, credential: TestToken(text: "old"))
        let provider = Provider<Zen>(transport: transport(seen, tokenStatus: 401), plugins: [plugin])
        slot.provider.update { $0 = provider }
        let error = await provider.result(.zen).authenticationError
        #expect((error?.underlyingError as? TalynError)?.statusCode == 401)
        #expect(seen.events == ["/zen Bearer old", "/users/token none"])
        slot.provider.update { $0 = nil }
    }

    @Test func anotherPluginStillAuthenticatesTheRefresh() async throws {
        struct Key: Authenticator {
            func apply(_ key: String, to request: inout OutgoingRequest) {
                request.headerFields["X-Key"] = key
            }
            func refresh(_ key: String) async throws -> String { throw NoTokenError() }
            func isRejected(_ response: Response) -> Bool { false }
        }
        let keys = Recorder<String?>()
        let slot = Slot()
        let authenticator = TokenAuthenticator { _ in
            TestToken(text: try await slot.call(.user("token"), .request).decode(String.self))
        }
        let seen = Recorder<String>()
        let inner = transport(seen)
        let outer = ClosureTransport { request in
            keys.record(request.headerFields["X-Key"])
            return try await inner.send(request)
        }
        let provider = Provider<Zen>(
            transport: outer,
            plugins: [
                AuthPlugin(authenticator, credential: TestToken(text: "old")),
                AuthenticationPlugin(Key(), credential: "k"),
            ]
        )
        slot.provider.update { $0 = provider }
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(keys.events == ["k", "k", "k"])
        slot.provider.update { $0 = nil }
    }

    /// A rejection that the inner plugin can't resolve isn't for the outer one.
    @Test func failureOfAnotherPluginIsPassedOn() async {
        let refreshes = Recorder<String>()
        let outer = AuthPlugin(
            TokenAuthenticator { token in
                refreshes.record("outer")
                return token
            },
            credential: TestToken(text: "outer")
        )
        let inner = AuthPlugin(TokenAuthenticator(), credential: TestToken(text: "inner"))
        let provider = Provider<Zen>(transport: TokenServer(), plugins: [outer, inner])
        #expect(await provider.result(.zen).authenticationError?.underlyingError is NoTokenError)
        #expect(refreshes.events == [])
    }

    @Test func taskThatOutlivesItsRefreshIsAsAnyOther() async throws {
        let server = TokenServer()
        let gate = Gate()
        let late = Promise<Result<Response, TalynError>>()
        let slot = Slot()
        let authenticator = TokenAuthenticator { _ in
            Task {
                await gate.wait()
                let provider = slot.provider.value
                late.resolve(await provider?.result(.zen))
            }
            return TestToken(text: "new")
        }
        let provider = Provider<Zen>(
            transport: server,
            plugins: [AuthPlugin(authenticator, credential: TestToken(text: "old"))]
        )
        slot.provider.update { $0 = provider }
        #expect(try await provider.request(.zen).statusCode == 200)
        gate.open()
        #expect(try await late.value()?.get().statusCode == 200)
        #expect(server.authorizations == ["Bearer old", "Bearer new", "Bearer new"])
        slot.provider.update { $0 = nil }
    }

    /// Each refresh makes the task that later asks for the next one.
    @Test func refreshesThatAreOverAreForgotten() async throws {
        let counts = Recorder<Int>()
        let gates = (0..<3).map { _ in Gate() }
        let ends = (0..<3).map { _ in Gate() }
        let slot = Slot()
        let authenticator = TokenAuthenticator { token in
            counts.record(RefreshScope.current.count)
            let index = counts.events.count - 1
            guard index < gates.count else { return token }
            Task {
                await gates[index].wait()
                _ = await slot.provider.value?.result(.zen)
                ends[index].open()
            }
            return token
        }
        let plugin = AuthPlugin(authenticator, credential: TestToken(text: "old"))
        let provider = Provider<Zen>(transport: TokenServer(), plugins: [plugin])
        slot.provider.update { $0 = provider }
        #expect(try await provider.request(.zen).statusCode == 401)
        for (gate, end) in zip(gates, ends) {
            gate.open()
            await end.wait()
        }
        #expect(counts.events == [1, 1, 1, 1])
        slot.provider.update { $0 = nil }
    }
}

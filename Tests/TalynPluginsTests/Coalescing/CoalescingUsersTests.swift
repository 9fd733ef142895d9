import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// A response belongs to the user whose request it answers, whatever adds the credential of the user.
struct CoalescingUsersTests {
    /// The signed-in user.
    private let user = Locked("ada")
    /// The credentials that the server got.
    private let seen = Watched<[String]>([])
    private let isOpen = Watched(false)
    private let coalescing = CoalescingPlugin()

    /// A server that says whose request it answers, when the test lets it.
    private var server: ClosureTransport {
        ClosureTransport { [seen, isOpen] request in
            let fields = request.headerFields
            let credential = fields["X-User"] ?? fields[.authorization] ?? fields[.cookie] ?? request.head.path ?? ""
            seen.update { $0.append(credential) }
            await isOpen.wait { $0 }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data(credential.utf8)))
        }
    }

    /// Makes a call, changes the user, and makes two more calls.
    private func expectOwnResponses(
        _ provider: Provider<Zen>,
        switching: () -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let first = StartedCall(Zen.zen, provider)
        await seen.wait { $0.count == 1 }
        switching()
        let second = StartedCall(Zen.zen, provider)
        let third = StartedCall(Zen.zen, provider)
        while coalescing.waiterCount < 3 { await Task.yield() }
        isOpen.update { $0 = true }
        var texts: [String] = []
        for call in [first, second, third] { texts.append(String(decoding: try await call.data(), as: UTF8.self)) }
        #expect(texts[0].contains("ada"), sourceLocation: sourceLocation)
        #expect(texts[1].contains("grace"), sourceLocation: sourceLocation)
        #expect(texts[2] == texts[1], sourceLocation: sourceLocation)
        #expect(seen.value.count == 2, sourceLocation: sourceLocation)
        #expect(coalescing.isIdle, sourceLocation: sourceLocation)
    }

    // MARK: Plugins of others

    private struct Adapting: RequestAdapter {
        let user: Locked<String>

        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.headerFields["X-User"] = user.withLock { $0 }
        }
    }

    private struct AddingToQuery: RequestAdapter {
        let user: Locked<String>

        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.head.path = "/zen?user=\(user.withLock { $0 })"
        }
    }

    private struct Intercepting: CallInterceptor {
        let user: Locked<String>

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            var endpoint = endpoint
            endpoint.headerFields["X-User"] = user.withLock { $0 }
            return try await next(endpoint)
        }
    }

    private struct Exchanging: ExchangeInterceptor {
        let user: Locked<String>

        func intercept(
            _ request: OutgoingRequest,
            next: @escaping NextExchange
        ) async throws -> TransportResponse {
            var request = request
            request.headerFields["X-User"] = user.withLock { $0 }
            return try await next(request)
        }
    }

    private struct Wrapping: WrappingTransport {
        let base: any Transport
        let user: Locked<String>

        func wrapping(_ base: any Transport) -> any Transport { Wrapping(base: base, user: user) }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            var request = request
            request.headerFields["X-User"] = user.withLock { $0 }
            return try await base.send(request)
        }
    }

    enum Way: CaseIterable {
        case adapter, query, interceptor, exchange, transport
    }

    @Test(arguments: Way.allCases, [true, false])
    func userWhoSignsInMeanwhileGetsAnOwnResponse(way: Way, isFirst: Bool) async throws {
        let plugins: [any Plugin] =
            switch way {
            case .adapter: [Adapting(user: user)]
            case .query: [AddingToQuery(user: user)]
            case .interceptor: [Intercepting(user: user)]
            case .exchange: [Exchanging(user: user)]
            case .transport: []
            }
        let transport: any Transport = way == .transport ? Wrapping(base: server, user: user) : server
        let provider = Provider<Zen>(
            transport: transport,
            plugins: isFirst ? [coalescing] + plugins : plugins + [coalescing]
        )
        try await expectOwnResponses(provider) { user.withLock { $0 = "grace" } }
    }

    // MARK: Cookies

    @Test func userWithAnotherCookieGetsAnOwnResponse() async throws {
        let store = MemoryCookieStore()
        func signIn(_ user: String) {
            store.set(Cookie(name: "sid", value: user, domain: "api.example.com"))
        }
        signIn("ada")
        let provider = Provider<Zen>(
            transport: server,
            plugins: [coalescing],
            requestOptions: RequestOptions { $0.cookies = .store(store) }
        )
        try await expectOwnResponses(provider) { signIn("grace") }
    }
}

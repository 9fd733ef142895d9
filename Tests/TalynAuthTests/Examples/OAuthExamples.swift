import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import Talyn
import TalynAuth
import TestSupport
import Testing

@testable import TalynCore

/// The examples of the page "Sign in with OAuth", run against a server in memory.
struct OAuthExamples {
    let world = OAuthWorld()
    let clock = ManualClock()
    let issuer = URL(string: "https://login.example.com")!
    let secret = "hush"
    let store = MemoryTokenStore()

    var browser: ExampleBrowser { ExampleBrowser(world: world) }
    var server: AuthorizationServer { OAuthWorld.server }
    var redirectURI: URL { URL(string: "com.example.shop:/callback")! }

    /// Runs an example whose providers have no transport.
    private func inWorld<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
        try await withSubstitute(world, clock: clock, operation)
    }

    @Test func service() async throws {
        try await inWorld {
            let session = OAuthSession(
                server: try await .discover(issuer, with: Provider()),
                client: OAuthClient(id: "billing", authentication: .basic(secret: secret)),
                grant: .clientCredentials,
                scopes: ["invoices:read"],
                provider: Provider()
            )
            let invoices = Provider<Invoices>(plugins: [OAuthPlugin(session)])
            let open = try await invoices.request(.open, as: [Invoice].self)
            #expect(open.map(\.token) == ["access-1"])
        }
    }

    @Test func rootPage() async throws {
        try await inWorld {
            let issuer = URL(string: "https://login.example.com")!
            let server = try await AuthorizationServer.discover(issuer, with: Provider())
            let session = OAuthSession(
                server: server,
                client: OAuthClient(id: "billing", authentication: .basic(secret: secret)),
                grant: .clientCredentials,
                provider: Provider()
            )
            let invoices = Provider<Invoices>(plugins: [OAuthPlugin(session)])
            #expect(try await invoices.request(.open).statusCode == 200)
        }
    }

    @Test func app() async throws {
        try await inWorld {
            let session = OAuthSession(
                server: server,
                client: OAuthClient(id: "shop-app"),
                scopes: ["orders"],
                store: store,
                provider: Provider()
            )
            let request = try session.authorizationRequest(redirectURI: URL(string: "com.example.shop:/callback")!)
            let callback = try await browser.open(request.url)
            try await session.signIn(request, callback: callback)
            #expect(try await session.accessToken().scopes == ["orders"])
        }
    }

    @Test func commandLine() async throws {
        try await inWorld {
            let session = OAuthSession(server: server, client: OAuthClient(id: "tool"), provider: Provider())
            let browser = ExampleBrowser(world: world)
            func print(_ text: String) {
                guard let url = text.split(separator: " ").last.flatMap({ URL(string: String($0)) }) else { return }
                Task.detached { try await browser.visit(world.callback(for: url)) }
            }
            if try await !session.isSignedIn {
                try await session.signIn { page in print("Open \(page)") }
            }
            #expect(try await session.isSignedIn)
            try await session.signOut()
            let receiver = try await LoopbackReceiver()
            let request = try session.authorizationRequest(redirectURI: receiver.redirectURI)
            print("Open \(request.url)")
            try await session.signIn(request, callback: try await receiver.callback(for: request))
            #expect(try await session.isSignedIn)
        }
    }

    @Test func device() async throws {
        try await inWorld {
            let session = OAuthSession(server: server, client: OAuthClient(id: "tool"), provider: Provider())
            Task {
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(5))
            }
            let device = try await session.deviceAuthorization()
            print("Open \(device.verificationURI), and enter \(device.userCode).")
            try await session.signIn(device)
            #expect(try await session.isSignedIn)
        }
    }

    @Test func stepUp() async throws {
        try await inWorld {
            let session = OAuthSession(server: server, client: OAuthClient(id: "shop-app"), provider: Provider())
            try await world.signIn(session)
            world.state.update { $0.demand = "orders:refund" }
            let plugin = OAuthPlugin(
                session,
                stepUp: { stepUp in
                    let request = try session.authorizationRequest(
                        redirectURI: redirectURI,
                        scopes: stepUp.scopes.union(["orders"]),
                        parameters: ["acr_values": stepUp.acrValues.joined(separator: " ")]
                    )
                    try await session.signIn(request, callback: try await browser.open(request.url))
                }
            )
            #expect(try await Provider<Invoices>(plugins: [plugin]).request(.open).statusCode == 200)
        }
    }

    @Test func changes() async throws {
        try await inWorld {
            let session = OAuthSession(server: server, client: OAuthClient(id: "shop-app"), provider: Provider())
            let screen = ExampleScreen()
            let changes = session.changes
            try await world.signIn(session)
            try await session.signOut()
            func watch(_ session: ExampleSession) async {
                for await change in session.changes {
                    switch change {
                    case .signedIn: screen.show(.shop)
                    case .signedOut: screen.show(.signIn)
                    default: break
                    }
                    if screen.shown.events.count == 2 { return }
                }
            }
            await watch(ExampleSession(changes: changes))
            #expect(screen.shown.events == [.shop, .signIn])
        }
    }

    @Test func endOfAProgram() async throws {
        try await inWorld {
            let session = OAuthSession(server: server, client: OAuthClient(id: "shop-app"), provider: Provider())
            try await world.signIn(session)
            let revocation = try await session.signOut(waitingForRevocation: .seconds(5))
            if revocation != .confirmed { print("The tokens stay valid until they expire.") }
            #expect(revocation == .confirmed)
        }
    }

    @Test func ownStore() async throws {
        try await inWorld {
            let store = Vault(vault: ExampleVault())
            let session = OAuthSession(
                server: server,
                client: OAuthClient(id: "shop-app"),
                bindsTokens: true,
                store: store,
                provider: Provider()
            )
            try await world.signIn(session)
            #expect(try await session.accessToken().kind == .dpop)
            #expect(try await store.load() != nil)
        }
    }

    @Test func exchange() async throws {
        try await inWorld {
            let client = OAuthClient(id: "shop-app")
            let tokenOfTheCaller = "subject"
            let session = OAuthSession(
                server: server,
                client: client,
                grant: .tokenExchange { TokenExchange(subjectToken: tokenOfTheCaller) },
                provider: Provider()
            )
            _ = try await session.accessToken()
            #expect(world.state.value.forms[0]["subject_token"] == "subject")
        }
    }

    @Test func tokensOfTargets() {
        #expect(Shop.prices.tokenRequest == nil)
        #expect(Shop.orders.tokenRequest == TokenRequest())
        #expect(Shop.refund.tokenRequest?.scopes == ["orders:refund"])
    }
}

enum Invoices: TargetType {
    case open

    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/invoices" }
}

struct Invoice: Decodable, Sendable {
    let token: String
}

enum Shop: TargetType {
    case prices, orders, refund

    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/" }
}

extension Shop: OAuthTarget {
    var tokenRequest: TokenRequest? {
        switch self {
        case .prices: nil
        case .orders: TokenRequest()
        case .refund: TokenRequest(scopes: ["orders:refund"], resource: "https://pay.example.com")
        }
    }
}

struct Vault: TokenStore {
    let vault: ExampleVault

    func load() async throws -> Data? { try await vault.read("shop") }

    func save(_ tokens: Data?) async throws { try await vault.write(tokens, "shop") }
}

actor ExampleVault {
    private var values: [String: Data] = [:]

    func read(_ name: String) throws -> Data? { values[name] }

    func write(_ data: Data?, _ name: String) throws { values[name] = data }
}

/// A user who signs in as soon as a page is open.
struct ExampleBrowser {
    let world: OAuthWorld

    func open(_ page: URL) async throws -> URL { world.callback(for: page) }

    /// Follows the redirect to the program, over the network.
    func visit(_ callback: URL) async throws {
        let target = Probe(callback)
        _ = try await Provider<Probe>(transport: AsyncHTTPClientTransport.shared).request(target)
    }
}

private struct ExampleSession {
    let changes: AsyncStream<OAuthSession.Change>
}

private struct ExampleScreen {
    enum Page { case shop, signIn }

    let shown = Recorder<Page>()

    func show(_ page: Page) { shown.record(page) }
}
#endif

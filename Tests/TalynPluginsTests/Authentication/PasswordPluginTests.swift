import Foundation
import TalynCore
import TalynPlugins
import TestSupport
import Testing

struct PasswordPluginTests {
    private func credential(_ target: Zen, _ plugins: [any Plugin]) async throws -> PasswordCredential? {
        let seen = Recorder<PasswordCredential?>()
        let transport = ClosureTransport { request in
            seen.record(request.credential)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        _ = try await Provider<Zen>(transport: transport, plugins: plugins).request(target)
        #expect(seen.events.count == 1)
        return seen.events.first ?? nil
    }

    @Test func credentialArrivesAtTheTransport() async throws {
        let plugin = PasswordPlugin { target in
            guard case .user(let name)? = target as? Zen else { return nil }
            return PasswordCredential(user: name, password: "secret")
        }
        let credential = try await credential(.user("ada"), [plugin])
        #expect(credential?.user == "ada")
        #expect(credential?.password == "secret")
        #expect(try await self.credential(.zen, [plugin]) == nil)
    }

    @Test func lastPluginThatHasACredentialDecides() async throws {
        let plugins = ["ada", "eve", nil].map { name in
            PasswordPlugin { _ in name.map { PasswordCredential(user: $0, password: "") } }
        }
        #expect(try await credential(.zen, plugins)?.user == "eve")
    }
}

#if Tools
import Bookshop
import Foundation
import Talyn
import TalynOpenAPIRuntime
import TestSupport
import Testing

/// Calls each operation of a server that isn't ours. `Scripts/openapi/connexion-trial` starts it.
@Suite(.sockets) struct ConnexionTrial {
    private static let server = ProcessInfo.processInfo.environment["TALYN_BOOKSHOP"].flatMap { URL(string: $0) }

    @Test(.enabled(if: server != nil, "Scripts/openapi/connexion-trial sets TALYN_BOOKSHOP to the server's URL."))
    func generatedClientCallsEachOperation() async throws {
        let url = try #require(Self.server)
        try await BookshopCalls.all(of: Bookshop(baseURL: url, credentials: .token("s3cr3t")))
        let refused = await #expect(throws: TalynError.self) { try await Bookshop(baseURL: url).books.list() }
        #expect(refused?.response?.statusCode == 401)
    }
}
#endif

#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TalynAuth
import TalynCore

/// A process of a race: needs a token at a time, and prints it.
struct TokensWorker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "tokens-worker", shouldDisplay: false)

    @Argument var issuer: String
    @Argument var file: String
    @Argument var seconds: Double

    func run() async throws {
        guard let url = URL(string: issuer) else { throw ValidationError("The issuer is no URL.") }
        let session = Self.session(url, URL(fileURLWithPath: file), at: Date(timeIntervalSince1970: seconds))
        do {
            print("token \(try await session.accessToken().value)")
        } catch {
            print("error \(error.reason) \(error.code ?? "")")
        }
    }

    static func session(_ issuer: URL, _ file: URL, at date: Date) -> OAuthSession {
        OAuthSession(
            server: AuthorizationServer(
                issuer: issuer.absoluteString,
                tokenEndpoint: issuer.appending(path: "token")
            ),
            client: OAuthClient(id: "race"),
            store: FileTokenStore(file),
            provider: Provider(),
            date: { date }
        )
    }
}
#endif

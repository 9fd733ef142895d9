#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynAuth
import TalynCommandLine
import _TalynSupport

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Signs in at an authorization server, for the option --oauth of other commands.",
        discussion: """
            The command prints a page to open in a browser, and waits until you have signed in there. With --device, it prints \
            a code to enter on any device. With --service, the client acts for itself. The tokens are in a file below \
            ~/.config/talyn that only you can read. The redirect URI is http://127.0.0.1:PORT/callback.
            """
    )

    @Argument(help: ArgumentHelp("The issuer, such as https://login.example.com.", valueName: "issuer"))
    var issuer: String

    @Option(help: ArgumentHelp("The client identifier, as it is registered at the server.", valueName: "id"))
    var clientID: String?

    @Option(help: ArgumentHelp("The environment variable with the client secret.", valueName: "variable"))
    var clientSecretVariable: String?

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp("A scope to ask for. Repeat the option for more.", valueName: "scope")
    )
    var scopes: [String] = []

    @Flag(help: "Sign in by a code on any device.")
    var device = false

    @Flag(help: "Get a token for the client itself, without a user.")
    var service = false

    @Flag(help: "Bind the tokens to a key (DPoP).")
    var dpop = false

    @Option(help: ArgumentHelp("The port of the redirect URI. By default any free port.", valueName: "port"))
    var port: UInt16 = 0

    @Flag(help: "Sign out: remove the tokens, and ask the server to revoke them.")
    var logout = false

    @Option(help: "The transport: \(TransportName.allNames). By default that of the platform.")
    var transport: TransportName?

    func validate() throws {
        _ = try TransferOptions.url(issuer)
        guard logout || clientID != nil else {
            throw ArgumentParser.ValidationError("Give the client identifier with --client-id.")
        }
        guard !device || !service else { throw ArgumentParser.ValidationError("Give --device or --service, not both.") }
    }

    func run() async throws {
        let terminal = Terminal()
        let (outcome, signal) = await Interruption.cancelling {
            await Result { try await logout ? signOut() : signIn(terminal) }
        }
        switch outcome {
        case .success(let line):
            terminal.showLine(line)
        case .failure(let error):
            terminal.showError(signal == nil ? error.lineOfAuthorization : "interrupted")
            throw ExitCode(signal.map { 128 + $0 } ?? 1)
        }
    }

    private func signIn(_ terminal: Terminal) async throws -> String {
        let login = Login(
            issuer: try TransferOptions.url(issuer),
            clientID: clientID ?? "",
            secretVariable: clientSecretVariable,
            scopes: Set(scopes),
            bindsTokens: dpop,
            isService: service
        )
        // Whatever the file has, a sign-in asks for new tokens.
        let store = MemoryTokenStore()
        let session = try await login.session(transport?.transport ?? MultiProvider().transport, store: store)
        if device {
            let device = try await session.deviceAuthorization()
            terminal.showLine("Open \(device.verificationURI.absoluteString), and enter \(device.userCode).")
            try await session.signIn(device)
        } else if !service {
            let receiver = try await LoopbackReceiver(port: port)
            let request = try session.authorizationRequest(redirectURI: receiver.redirectURI)
            terminal.showLine("Open \(request.url.absoluteString)")
            try await session.signIn(request, callback: try await receiver.callback(for: request))
        }
        let token = try await session.accessToken()
        try await login.save(await store.load())
        return "Signed in. \(token.summary) Send it with --oauth \(issuer)"
    }

    /// The longest time to wait for the server at a sign-out.
    private static let signOutLimit = Duration.seconds(30)

    private func signOut() async throws -> String {
        let issuer = try TransferOptions.url(issuer)
        let login: Login?
        let store = MemoryTokenStore()
        do {
            login = try await Login.load(issuer)
            // Nothing that the server does, or doesn't do, keeps the tokens here.
            await store.save(try await Login.take(issuer))
        } catch {
            try await Login.remove(issuer)
            return "Signed out. The server has revoked nothing: \(error.lineOfAuthorization)"
        }
        guard let login else { return "Nobody is signed in at \(self.issuer)" }
        let transport = transport?.transport ?? MultiProvider().transport
        let limit = TimeLimit(duration: Self.signOutLimit, time: TimeSource(ContinuousClock()))
        let result = await limit.outcome {
            await Result {
                let session = try await login.session(transport, store: store)
                return try await session.signOut(waitingForRevocation: Self.signOutLimit)
            }
        }
        switch result {
        case .success(.confirmed): return "Signed out. The server has revoked the tokens"
        case .success(.unneeded): return "Signed out. There were no tokens"
        case .success(.unsupported):
            return "Signed out. The server can't revoke tokens, so they stay valid until they expire"
        case .success, nil:
            return
                "Signed out. The server has not confirmed that it revoked the tokens. They may stay valid until they expire"
        case .failure(let error):
            return "Signed out. The server has revoked nothing: \(error.lineOfAuthorization)"
        }
    }
}

extension AccessToken {
    /// The scopes, the lifetime and the binding of the token.
    fileprivate var summary: String {
        var parts = ["is \(kind == .dpop ? "" : "not ")bound to a key"]
        if let expiry {
            let lifetime = Duration.clamping(expiry.timeIntervalSinceNow.rounded())
            let units = Duration.UnitsFormatStyle.units(width: .wide, maximumUnitCount: 2)
            parts.insert("is valid for \(lifetime.formatted(units))", at: 0)
        }
        if !scopes.isEmpty { parts.insert("has the scopes \(scopes.sorted().joined(separator: ", "))", at: 0) }
        return "The token \(parts.formatted(.list(type: .and)))."
    }
}

extension Error {
    /// The failure in one line.
    var lineOfAuthorization: String {
        let error = self as? any LocalizedError
        let parts = [error?.errorDescription ?? "\(self)", error?.failureReason, error?.recoverySuggestion]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}
#endif

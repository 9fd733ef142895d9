#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynAuth
import TalynCommandLine

/// The options by which commands authorize the requests that they make.
struct AuthorizationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Send the token of `talyn login ISSUER`.", valueName: "issuer"))
    var oauth: String?

    @Option(
        help: ArgumentHelp(
            "Sign requests by AWS Signature V4 for a region and a service, such as eu-central-1:s3, with the credentials of the environment or of a profile file.",
            valueName: "region:service"
        )
    )
    var sigv4: SigningArgument?

    func validate() throws {
        guard oauth == nil || sigv4 == nil else {
            throw ArgumentParser.ValidationError("Give --oauth or --sigv4, not both.")
        }
        if let oauth { _ = try TransferOptions.url(oauth) }
    }

    /// The plugins that authorize requests.
    ///
    /// - Throws: The exit status. The message has been shown then.
    func plugins(_ transport: any Transport, _ terminal: Terminal = Terminal()) async throws -> [any Plugin] {
        if let sigv4 { return [AWSSigningPlugin(region: sigv4.region, service: sigv4.service)] }
        return try await session(transport, terminal).map { [OAuthPlugin($0)] } ?? []
    }

    /// The transport with the authorization of each request. Redirects are the caller's.
    ///
    /// - Throws: The exit status. The message has been shown then.
    func authorizing(_ transport: any Transport, _ terminal: Terminal) async throws -> any Transport {
        if let sigv4 {
            let plugin = AWSSigningPlugin(region: sigv4.region, service: sigv4.service)
            return AuthorizedTransport(base: transport, session: nil, interceptor: plugin)
        }
        guard let session = try await session(transport, terminal) else { return transport }
        return AuthorizedTransport(base: transport, session: session, interceptor: OAuthPlugin(session))
    }

    private func session(_ transport: any Transport, _ terminal: Terminal) async throws -> OAuthSession? {
        guard let oauth else { return nil }
        do {
            guard let login = try await Login.load(try TransferOptions.url(oauth)) else {
                throw LoginError(text: "Nobody is signed in at \(oauth). Run talyn login \(oauth).")
            }
            return try await login.session(transport)
        } catch {
            throw terminal.failure(error.lineOfAuthorization)
        }
    }
}

/// A region and a service of AWS.
struct SigningArgument: ExpressibleByArgument {
    let region: String
    let service: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        (region, service) = (parts[0], parts[1])
    }
}

/// Authorizes each request, for a gateway that has no calls.
private struct AuthorizedTransport: WrappingTransport {
    let base: any Transport
    let session: OAuthSession?
    let interceptor: any ExchangeInterceptor

    func wrapping(_ base: any Transport) -> any Transport {
        AuthorizedTransport(base: base, session: session, interceptor: interceptor)
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var request = request
        if let token = try await session?.accessToken() {
            try request.setCredential("\(token.kind) \(token.value)", for: .authorization)
        }
        return try await interceptor.intercept(request) { [base] in try await base.send($0) }
    }
}
#endif

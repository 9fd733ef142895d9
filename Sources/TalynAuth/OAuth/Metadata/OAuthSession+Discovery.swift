public import TalynCore
public import _TalynFoundation

extension OAuthSession {
    /// Creates a session for an API that one knows only by its URL, as the Model Context Protocol asks it of clients (specification of
    /// 2025-11-25).
    ///
    /// ```swift
    /// let session = try await OAuthSession.discover(from: api, as: client, store: store, provider: Provider())
    /// ```
    ///
    /// The API says which servers give its tokens (RFC 9728): at the place that its challenge names, or at a well-known place. If it has no
    /// such place, its own origin is asked for the description of a server. Each request for a token names the API (RFC 8707).
    ///
    /// The metadata must be that of the API, and the description that of the issuer. A URL that a server names must be secure: `https`, or on
    /// the loopback interface if the API is there, too. Nothing else is checked: an `https` URL can lead to a private network. Give the
    /// provider a transport that reaches only what it should, if the URL of the API comes from somebody else.
    ///
    /// - Parameters:
    ///   - api: The URL of the API.
    ///   - response: The response of a call that the API refused, such as `TalynError.response`. Its challenge says where the metadata is,
    ///     and which scopes are needed. Without it, the well-known places are asked.
    ///   - client: The source of the client.
    ///   - grant: The way in which the session gets its tokens.
    ///   - scopes: The scopes to ask for; nil for those of the challenge, or else all that the API names. These have `offline_access`, too,
    ///     if the server supports it, since many give a refresh token only with it.
    ///   - bindsTokens: Whether tokens are bound to a key of the session.
    ///   - store: Keeps the tokens of this session, and of no other.
    ///   - provider: Makes the calls to the servers. `Provider()` is enough.
    ///   - clock: The clock of the session.
    ///   - date: Returns the time.
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/discovery`` if the API or the server has no usable description, and
    ///   with ``OAuthError/Reason/unsupported`` if the server has no PKCE with `S256`, or the source of the client doesn't fit it. With
    ///   ``OAuthError/Reason/unavailable`` if one can't be reached.
    public static func discover(
        from api: URL,
        challenge response: Response? = nil,
        as client: OAuthClientSource,
        grant: OAuthGrant = .signIn,
        scopes: Set<String>? = nil,
        bindsTokens: Bool = false,
        store: any TokenStore = MemoryTokenStore(),
        provider: Provider<OAuthRequest>,
        clock: any Clock<Duration> = ContinuousClock(),
        date: @escaping @Sendable () -> Date = { Date() }
    ) async throws(OAuthError) -> OAuthSession {
        guard api.isSecureForOAuth else {
            throw OAuthError(.unsupported, "The URL of the API isn't secure: it needs https.")
        }
        let challenge = response.map { ResourceChallenge($0, of: api) }
        let (resource, server) = try await provider.resourceAndServer(of: api, challenge)
        // RFC 7636 is the only protection of a public client. A server that doesn't know it ignores it.
        guard grant.needsNoUser || server.codeChallengeMethods.contains("S256") else {
            throw OAuthError(.unsupported, "Its description names no PKCE with S256.")
        }
        let named = challenge.map(\.scopes).flatMap { $0.isEmpty ? nil : $0 } ?? resource.scopes
        var wanted = scopes ?? named
        if scopes == nil, !grant.needsNoUser, !named.isEmpty, server.scopes.contains("offline_access") {
            wanted.insert("offline_access")
        }
        // A client can be refused scopes that it isn't registered for, also in a later step-up.
        let possible = wanted.union(named).union(resource.scopes)
        guard let client = try await client.client(at: server, scopes: possible, provider: provider, now: date()) else {
            throw OAuthError(
                .unsupported,
                """
                The source of the client doesn't fit \(URL.shown(server.issuer) ?? "it"). Register the client there, and use \
                OAuthClientSource.registered(_:at:).
                """
            )
        }
        return OAuthSession(
            server: server,
            client: client,
            grant: grant,
            scopes: wanted,
            resource: resource.identifier,
            bindsTokens: bindsTokens,
            store: store,
            provider: provider,
            clock: clock,
            date: date
        )
    }
}

extension Provider<OAuthRequest> {
    /// The metadata of an API, and the server that gives its tokens.
    fileprivate func resourceAndServer(
        of api: URL,
        _ challenge: ResourceChallenge?
    ) async throws(OAuthError) -> (ProtectedResource, AuthorizationServer) {
        let places = ProtectedResource.places(of: api, challenge: challenge)
        let found = try await document(at: places) { (data) throws(DocumentFault) in
            try ProtectedResource(metadata: data, api: api)
        }
        switch found {
        case .success(let resource) where !resource.authorizationServers.isEmpty:
            var failure: OAuthError?
            for issuer in resource.authorizationServers {
                do throws(OAuthError) {
                    return (resource, try await AuthorizationServer.discover(issuer, with: self))
                } catch {
                    // A server that fails now is the same server later: its tokens must not go to another one.
                    guard error.reason == .discovery || error.reason == .unsupported else { throw error }
                    failure = failure ?? error
                }
            }
            throw failure ?? OAuthError(.discovery)
        case .success(let resource):
            return (resource, try await serverAtOrigin(of: api))
        case .failure(let missing):
            let failure = missing.error("\(api.host() ?? "The API") has no usable metadata of a resource")
            guard missing.failure == nil, !missing.isForeign else { throw failure }
            do throws(OAuthError) {
                return (.standard(of: api), try await serverAtOrigin(of: api))
            } catch {
                guard error.reason == .discovery else { throw error }
                let details = [failure.cause, error.cause].compactMap { $0 }
                throw OAuthError(.discovery, details.joined(separator: " "))
            }
        }
    }

    /// The server at the origin of an API, for APIs of before RFC 9728.
    private func serverAtOrigin(of api: URL) async throws(OAuthError) -> AuthorizationServer {
        guard let origin = api.with(path: "", query: nil) else { throw OAuthError(.discovery) }
        return try await AuthorizationServer.discover(origin, with: self)
    }
}

import TalynCore
import _TalynFoundation
import _TalynSupport

// The mirrors of sessions and servers. Those of tokens and keys are beside their types.

extension OAuthSession: CustomReflectable {
    /// The server, the client and the scopes, without tokens and keys.
    public var customMirror: Mirror {
        Mirror(of: self, ["server": endpoint.server, "client": endpoint.client, "scopes": scopes.sorted()])
    }
}

extension OAuthPlugin: CustomReflectable {
    public var customMirror: Mirror { Mirror(of: self, [:]) }
}

#if AsyncHTTPClient
extension LoopbackReceiver: CustomReflectable {
    public var customMirror: Mirror { Mirror(of: self, ["redirectURI": redirectURI.absoluteString]) }
}
#endif

extension AuthorizationServer: CustomReflectable {
    /// The endpoints, with the secrets of their URLs masked.
    public var customMirror: Mirror {
        let shown = { (url: URL?) in url.map { Redaction.default.url($0.absoluteString) } }
        return Mirror(
            of: self,
            [
                "issuer": Redaction.default.url(issuer),
                "tokenEndpoint": shown(tokenEndpoint),
                "authorizationEndpoint": shown(authorizationEndpoint),
                "deviceAuthorizationEndpoint": shown(deviceAuthorizationEndpoint),
                "revocationEndpoint": shown(revocationEndpoint),
                "mutualTLSTokenEndpoint": shown(mutualTLSTokenEndpoint),
                "mutualTLSDeviceAuthorizationEndpoint": shown(mutualTLSDeviceAuthorizationEndpoint),
                "mutualTLSRevocationEndpoint": shown(mutualTLSRevocationEndpoint),
            ]
        )
    }
}

public import HTTPTypes
public import TalynCore
public import _TalynFoundation

/// A request to an authorization server: the target of the provider that you give an ``OAuthSession``.
public struct OAuthRequest: TargetType {
    /// The endpoint.
    public let baseURL: URL

    public let path: RequestPath = ""

    public let method: HTTPRequest.Method

    public var headerFields: HTTPFields = [.accept: "application/json"]

    /// The fields of the form.
    var form: [(name: String, value: String)] = []

    /// The body in place of a form.
    var json: Data?

    public var body: RequestBody {
        if let json { return .data(json) }
        return method == .get
            ? .none : .data(Data(form.map { "\($0.name)=\($0.value.formEncoded)" }.joined(separator: "&").utf8))
    }

    public var requestOptions: RequestOptions {
        RequestOptions {
            // A redirect could lead the secrets elsewhere.
            $0.redirects = .doNotFollow
            $0.cookies = .ignore
            $0.cache = .noStore
            $0.deadline = .seconds(60)
            $0.maximumResponseSize = 1_000_000
            $0.secretHeaderFields = Self.secretNames
        }
    }

    public func checkBeforeSending() throws {
        guard baseURL.isSecureForOAuth else {
            throw OAuthError(
                .unsupported,
                "The endpoint isn't secure: \(baseURL.scheme ?? "")://\(baseURL.host() ?? "")."
            )
        }
    }

    /// The fields of the protocols whose values are secret, in addition to those that `Redaction.default` masks.
    private static let secretNames: Set<String> = [
        "code", "user_code", "verification_uri_complete", "client_assertion", "state", "nonce", "DPoP-Nonce",
        // The text of a server can quote a token.
        "error_description",
    ]
}

extension OAuthRequest {
    static func metadata(at url: URL) -> OAuthRequest {
        OAuthRequest(baseURL: url, method: .get)
    }

    static func json(_ body: Data, to endpoint: URL) -> OAuthRequest {
        var request = OAuthRequest(baseURL: endpoint, method: .post)
        request.headerFields[.contentType] = "application/json"
        request.json = body
        return request
    }

    static func form(_ fields: [(name: String, value: String)], to endpoint: URL) -> OAuthRequest {
        var request = OAuthRequest(baseURL: endpoint, method: .post)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        request.form = fields
        return request
    }
}

extension OAuthRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the endpoint, without the fields.
    public var description: String { "\(method.rawValue) \(baseURL.path)" }

    public var customMirror: Mirror { Mirror(self, children: ["method": method, "endpoint": baseURL.path]) }
}

import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynStreams

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Secrets in values of the types that hold header fields, bodies, URLs and credentials, and all that their mirrors lead to.
struct ReflectionTests {
    private static let secret = "planted-secret"
    private static let url = URL(string: "https://ada:planted-secret@example.com/a?access_token=planted-secret&page=2")!
    private static let json = Data(#"{"password":"planted-secret","user":"ada"}"#.utf8)

    /// An error of an app, whose values nobody else may show.
    private struct AppError: Error {
        let token: String
    }

    private enum Sign: TargetType {
        case signIn(password: String)

        var baseURL: URL { ReflectionTests.url }
        var path: RequestPath { "/sign-in" }
        var method: HTTPRequest.Method { .post }
        var query: RequestParameters { ["api_key": ReflectionTests.secret, "page": 2] }
        var headerFields: HTTPFields { [.cookie: "session=\(ReflectionTests.secret)"] }

        var body: RequestBody {
            switch self {
            case .signIn(let password): .form(["password": password])
            }
        }

        var requestOptions: RequestOptions { ReflectionTests.options }
    }

    private static var options: RequestOptions {
        RequestOptions {
            $0.url = url
            $0.headerFields = [HTTPField.Name("X-Org")!: secret, .accept: "text/plain"]
            $0.secretHeaderFields = ["X-Org"]
            let store = MemoryCookieStore()
            store.set(Cookie(name: "session", value: secret, domain: "example.com"))
            $0.cookies = .store(store)
        }
    }

    private static func request(_ contentType: String, _ body: Data) -> OutgoingRequest {
        var request = OutgoingRequest(
            method: .post,
            url: url,
            headerFields: [
                .authorization: "Bearer \(secret)", .cookie: "session=\(secret)", .contentType: contentType,
                HTTPField.Name("X-API-Key")!: secret, .referer: "https://example.com/\(secret)",
            ],
            body: HTTPBody(body)
        )
        request.credential = PasswordCredential(user: "ada", password: secret)
        request.options = options
        return request
    }

    private static var requests: [OutgoingRequest] {
        [
            request("application/x-www-form-urlencoded", Data("user=ada&refresh_token=\(secret)".utf8)),
            request("application/json", json), request("text/plain", Data(secret.utf8)),
        ]
    }

    private static func response(to request: OutgoingRequest) -> Response {
        Response(
            statusCode: 401,
            data: json,
            headerFields: [
                .setCookie: "session=\(secret); Path=/",
                .wwwAuthenticate: #"Bearer error_description="\#(secret) has ended""#,
                .location: "https://example.com/\(secret)?code=\(secret)", .server: "seen of the server",
            ],
            request: request,
            url: url
        )
    }

    @Test func messagesShowNoSecret() throws {
        let shown = Reflected(
            Self.requests,
            Self.requests.map { Self.response(to: $0) },
            TransportResponse(
                statusCode: 200,
                headerFields: [.setCookie: "session=\(Self.secret)"],
                url: Self.url,
                body: HTTPBody(Self.json)
            ),
            HTTPBody(Self.json),
            try Endpoint(Sign.signIn(password: Self.secret)),
            Self.options
        )
        #expect(shown.leaks(of: ["planted"]) == [])
        for seen in ["page=2", "X-API-Key: …", "Bearer …", "seen of the server", "text/plain", "POST"] {
            #expect(shown.texts.contains { $0.contains(seen) }, "\(seen)")
        }
    }

    @Test func bodiesAndParametersShowNoSecret() {
        let parameters: RequestParameters = ["password": Self.secret, "nested": ["token": Self.secret]]
        let parts = [
            MultipartPart(Data(Self.secret.utf8), name: "password"),
            MultipartPart(HTTPBody(Data(Self.secret.utf8)), name: "stream"),
        ]
        let shown = Reflected(
            parameters,
            RequestParameters(["password": Self.secret]),
            RequestParameters(percentEncoded: "access_token=\(Self.secret)&page=2"),
            parts,
            [
                RequestBody.data(Self.json), .json(["password": Self.secret]), .form(parameters), .multipart(parts),
                .stream(HTTPBody(Self.json)),
            ],
            ServerSentEvent(data: String(decoding: Self.json, as: UTF8.self)),
            Pagination<Zen, String>.Next.url(Self.url),
            Pagination<Sign, String>.Next.query(["cursor": Self.secret]),
            Pagination<Sign, String>.Next.target(.signIn(password: Self.secret))
        )
        #expect(shown.leaks(of: ["planted"]) == [])
        for seen in ["password", "stream", "page=2", "ada", "signIn"] {
            #expect(shown.texts.contains { $0.contains(seen) }, "\(seen)")
        }
    }

    @Test func errorsShowNoSecret() throws {
        let response = Self.response(to: Self.requests[0])
        let urlError = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: Self.url])
        let coding = EncodingError.invalidValue(
            Self.secret,
            EncodingError.Context(codingPath: [], debugDescription: "It can't be encoded.")
        )
        let refusal = TalynError(.unacceptableStatus, response: response)
        let problem = #"{"title":"token=planted-secret","detail":"password=planted-secret","secret":"planted-secret"}"#
        let shown = Reflected(
            refusal,
            TalynError(.other, underlyingError: AppError(token: Self.secret), response: response),
            TalynError(.invalidRequest, underlyingError: coding),
            TalynError(.transport, underlyingError: TransportError(.timedOut, underlyingError: urlError)),
            TalynError(.body, underlyingError: BodyError.notAFile(Self.url)),
            TalynError(.pagination, underlyingError: PageError.repeated(Self.url.absoluteString)),
            TransportError(
                .other,
                origin: Origin("https://example.com"),
                underlyingError: AppError(token: Self.secret)
            ),
            AuthenticationError(.refreshFailed, underlyingError: refusal),
            CredentialEvent.refreshFailed(AuthenticationError(.refreshFailed, underlyingError: refusal)),
            EnvelopeError(code: "7", message: "token=\(Self.secret)"),
            MappingError.invalidJSON(AppError(token: Self.secret)),
            StreamError.undecodable(.line, number: 1, AppError(token: Self.secret)),
            try #require(ProblemDetails(Data(problem.utf8)))
        )
        #expect(shown.leaks(of: ["planted"]) == [])
        for seen in ["AppError", "refreshFailed", "timedOut", "has ended"] {
            #expect(shown.texts.contains { $0.contains(seen) }, "\(seen)")
        }
    }

    @Test func callsShowNoSecret() async throws {
        struct Keeping: CallObserver {
            let contexts = Recorder<CallContext>()

            func willSend(_ request: OutgoingRequest, context: CallContext) { contexts.record(context) }
        }
        let keeping = Keeping()
        let plugin = AuthenticationPlugin(TokenAuthenticator(), credential: TestToken(text: Self.secret))
        let transport = ClosureTransport { request in
            let text = request.headerFields[.authorization] ?? ""
            return TransportResponse(
                statusCode: 400,
                headerFields: [
                    .contentType: "application/problem+json",
                    HTTPField.Name("Cache-Status")!: "proxy; fwd=miss; detail=\"\(text)\"",
                ],
                body: HTTPBody(Data(#"{"title":"\#(text) is unknown"}"#.utf8))
            )
        }
        let provider = Provider<Sign>(
            baseURL: Self.url,
            transport: transport,
            plugins: [plugin, keeping],
            requestOptions: Self.options
        )
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(.signIn(password: Self.secret))
        }
        let context = try #require(keeping.contexts.events.first)
        let shown = Reflected(
            try #require(error),
            try #require(error?.metrics),
            try #require(error?.response),
            context,
            provider,
            MultiProvider(baseURL: Self.url, transport: transport, plugins: [plugin], requestOptions: Self.options),
            plugin
        )
        #expect(shown.leaks(of: ["planted"]) == [])
        for seen in ["Sign.signIn", "is unknown", "fwd=miss", "AuthenticationPlugin", "X-Org: …"] {
            #expect(shown.texts.contains { $0.contains(seen) }, "\(seen)")
        }
    }

    @Test func longTokenThatTheServerRepeatsIsMaskedBeforeItsTextIsCut() {
        let token = String(repeating: "planted", count: 60)
        let request = OutgoingRequest(
            url: URL(string: "https://example.com")!,
            headerFields: [.authorization: "Bearer \(token)"]
        )
        let response = Response(
            statusCode: 400,
            data: Data(#"{"title":"Refused","detail":"The token \#(token) has ended"}"#.utf8),
            headerFields: [.contentType: "application/problem+json"],
            request: request
        )
        let text = TalynError(.unacceptableStatus, response: response).description
        #expect(text.contains("The token … has ended.") && !text.contains("planted"), "\(text)")
    }

    // MARK: - Repeated secrets

    /// A server decodes a cookie, or writes a password as JSON does, before it repeats it.
    @Test func secretIsMaskedInTheFormsInWhichServersRepeatIt() throws {
        var request = OutgoingRequest(url: URL(string: "https://example.com/")!)
        request.headerFields[.cookie] = "sid=s%3Aq1w2e3r4.Zx%2Bab"
        request.headerFields[.contentType] = "application/json"
        request.body = HTTPBody(Data(#"{"password":"Pa\"ss\\word1"}"#.utf8))
        let redaction = Redaction.default.masking(secretsOf: request)
        let texts = [
            #"{"message":"unknown session s:q1w2e3r4.Zx+ab"}"#, #"{"message":"wrong password: Pa\"ss\\word1"}"#,
            #"{"message":"wrong password: P\u0061\"ss\\word1"}"#,
        ]
        for text in texts {
            let shown = redaction.text(ofBody: Data(text.utf8), contentType: "application/json")
            #expect(!shown.contains("q1w2e3r4") && !shown.contains("word1"), "\(shown)")
        }
    }

    /// Two long cookies, and a text that almost has them everywhere.
    @Test func longSecretsAndALongTextAreNoProduct() throws {
        var request = OutgoingRequest(url: URL(string: "https://example.com/")!)
        let value = String(repeating: "a", count: 4_000)
        request.headerFields[.cookie] = "x=\(value)b; y=\(value)c"
        let redaction = Redaction.default.masking(secretsOf: request)
        let text = String(repeating: "a", count: 100_000)
        #expect(redaction.text(ofBody: Data(text.utf8), contentType: "text/plain").utf8.count < 1_000)
    }
}

#if Logging && Metrics && Tracing && (canImport(CryptoKit) || Crypto)
import Foundation
import HTTPTypes
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Talyn
import TalynAuth
import TalynObservability
import TalynTesting
import TestSupport
import Testing
import Tracing

/// The secrets of a sign-in and of signatures, and every output that tells of calls.
struct PlantedTokenTests {
    private static let mark = "PLANTED"

    private struct Items: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/items" }
    }

    private static func answer(_ request: OutgoingRequest) -> TransportResponse {
        let body =
            switch request.head.path {
            case "/token":
                #"{"access_token":"\#(mark)-access","token_type":"Bearer","refresh_token":"\#(mark)-refresh","id_token":"\#(mark)-id"}"#
            default: "{}"
            }
        let fields: HTTPFields = [.contentType: "application/json"]
        return TransportResponse(
            statusCode: request.head.path == "/items" ? 401 : 200,
            headerFields: fields,
            body: HTTPBody(Data(body.utf8))
        )
    }

    @Test func secretsAreInNoSpanMetricOrLog() async throws {
        let (tracer, metrics, handler) = (InMemoryTracer(), TestMetrics(), InMemoryLogHandler())
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .trace
        let plugins: [any Plugin] = [
            TracingPlugin(tracer: tracer, addsCallSpans: true), MetricsPlugin(factory: metrics, addsTemplates: true),
            LoggingPlugin(logger: logger), NetworkLoggerPlugin(.bodies, to: logger),
        ]
        let origin = Origin { request, _ in Self.answer(request) }
        let key = SigningKey.p256()
        let session = OAuthSession(
            server: AuthorizationServer(
                issuer: "https://login.example.com",
                tokenEndpoint: URL(string: "https://login.example.com/token")!,
                authorizationEndpoint: URL(string: "https://login.example.com/authorize")!
            ),
            client: OAuthClient(id: "app", authentication: .privateKey(key)),
            provider: Provider(transport: origin, plugins: plugins)
        )
        let request = try session.authorizationRequest(redirectURI: URL(string: "app://callback")!)
        let state = try #require(
            URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == "state" }?
                .value
        )
        let callback = URL(string: "app://callback?code=\(Self.mark)-code&state=\(state)")!
        try await session.signIn(request, callback: callback)
        _ = try? await Provider<Items>(transport: origin, plugins: plugins + [OAuthPlugin(session)]).request(Items())

        let credentials = AWSCredentials(
            accessKeyID: "AKID",
            secretAccessKey: "\(Self.mark)-key",
            sessionToken: "\(Self.mark)-session"
        )
        let signing = AWSSigningPlugin(region: "r", service: "s3", credentials: .fixed(credentials))
        _ = try? await Provider<Items>(transport: origin, plugins: plugins + [signing]).request(Items())

        var texts = handler.entries.map { "\($0.message) \($0.metadata)" }
        for span in tracer.finishedSpans {
            texts += ["\(span.operationName)", "\(String(describing: span.status)) \(span.errors)"]
            for attributes in [span.attributes] + span.events.map(\.attributes) {
                attributes.forEach { texts.append("\($0): \($1)") }
            }
        }
        texts += metrics.timers.map { "\($0.dimensions)" } + metrics.recorders.map { "\($0.dimensions)" }
        texts += metrics.meters.map { "\($0.dimensions)" } + metrics.counters.map { "\($0.dimensions)" }
        // A signed text begins with `eyJ`, and a signature follows its name.
        let secrets = [Self.mark, state, "eyJ", "Signature="]
        let leaks = texts.filter { text in secrets.contains { text.contains($0) } }
        #expect(leaks == [])
        #expect(tracer.finishedSpans.count >= 4)
        #expect(texts.contains { $0.contains("grant_type") })
    }
}
#endif

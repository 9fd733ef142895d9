#if Logging && Metrics && Tracing
import Foundation
import HTTPTypes
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Talyn
import TalynObservability
import TalynTesting
import Testing
import Tracing
import TestSupport
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Secrets in each place of a request and its response, and every output that tells of calls.
struct PlantedSecretTests {
    private static let secret = "s3cr3tMark3r"

    /// A place of the request.
    enum Place: String, CaseIterable, TargetType {
        case userInformation, query, authorization, apiKey, cookie, declaredField, declaredQuery, jsonBody, formBody,
            multipartBody
        case authenticator, queryAuthenticator, noPlace

        private static let secret = PlantedSecretTests.secret

        var baseURL: URL {
            URL(string: self == .userInformation ? "https://ada:\(Self.secret)@example.com" : "https://example.com")!
        }

        var path: RequestPath { "/places/\(rawValue, name: "place")" }
        var method: HTTPRequest.Method { .post }

        var query: RequestParameters {
            switch self {
            case .query: ["access_token": Self.secret, "page": 1]
            case .declaredQuery: ["X-Org": Self.secret]
            default: [:]
            }
        }

        var headerFields: HTTPFields {
            switch self {
            case .authorization: [.authorization: "Bearer \(Self.secret)"]
            case .apiKey: [HTTPField.Name("X-Api-Key")!: Self.secret]
            case .cookie: [.cookie: "session=\(Self.secret)"]
            case .declaredField: [HTTPField.Name("X-Org")!: Self.secret]
            default: [:]
            }
        }

        var body: RequestBody {
            switch self {
            case .jsonBody: .json(["user": "ada", "password": Self.secret])
            case .formBody: .form(["user": "ada", "password": Self.secret])
            case .multipartBody: .multipart([MultipartPart(Data(Self.secret.utf8), name: "password")])
            default: .none
            }
        }

        var requestOptions: RequestOptions { RequestOptions { $0.secretHeaderFields = ["X-Org"] } }
    }

    /// A way in which the server answers.
    enum Answer: CaseIterable {
        case body, cookie, redirect, failure, echo, noConnection
        /// The server repeats the credentials in fields and texts with harmless names.
        case repetition
    }

    /// Applies a secret credential.
    private struct Applying: Authenticator {
        let place: Place

        func apply(_ credential: String, to request: inout OutgoingRequest) {
            if place == .authenticator {
                request.headerFields["X-Custom"] = credential
            } else {
                request.url?.append(queryItems: [URLQueryItem(name: "appid", value: credential)])
            }
        }

        func refresh(_ credential: String) -> String { credential }
    }

    private static func response(_ answer: Answer, _ request: OutgoingRequest, _ number: Int) throws
        -> TransportResponse
    {
        let json: HTTPFields = [.contentType: "application/json"]
        switch answer {
        case .body:
            let body = Data(#"{"user": "ada", "access_token": "\#(secret)"}"#.utf8)
            return TransportResponse(statusCode: 200, headerFields: json, body: HTTPBody(body))
        case .cookie:
            let fields: HTTPFields = [.setCookie: "session=\(secret); Path=/"]
            return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data()))
        case .redirect where number == 1:
            let fields: HTTPFields = [.location: "/done?access_token=\(secret)"]
            return TransportResponse(statusCode: 302, headerFields: fields, body: HTTPBody(Data()))
        case .redirect:
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        case .failure:
            let body = Data(#"{"error": "invalid", "client_secret": "\#(secret)"}"#.utf8)
            return TransportResponse(statusCode: 503, headerFields: json, body: HTTPBody(body))
        case .echo:
            let fields = request.headerFields.combined.filter { ["X-Api-Key", "X-Custom"].contains($0.key) }
            let body = try JSONSerialization.data(withJSONObject: ["authorization": fields.values.joined()])
            return TransportResponse(statusCode: 404, headerFields: json, body: HTTPBody(body))
        case .repetition:
            let values = request.headerFields.map(\.value) + [request.head.path ?? ""]
            let text = values.filter { $0.contains(secret) }.joined(separator: ", ")
            let fields: HTTPFields = [
                .contentType: "application/problem+json",
                .wwwAuthenticate: #"Bearer error="invalid_token", error_description="\#(text) has ended""#,
                HTTPField.Name("X-Received")!: text,
            ]
            let body = try JSONSerialization.data(withJSONObject: ["title": "Refused", "detail": "\(text) has ended"])
            return TransportResponse(statusCode: 400, headerFields: fields, body: HTTPBody(body))
        case .noConnection:
            throw TransportError(
                .cannotConnect,
                origin: TalynCore.Origin("https://example.com"),
                underlyingError: URLError(.cannotFindHost)
            )
        }
    }

    @Test(arguments: Place.allCases, Answer.allCases)
    func secretIsInNoOutput(place: Place, answer: Answer) async throws {
        let (tracer, metrics, handler) = (InMemoryTracer(), TestMetrics(), InMemoryLogHandler())
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .trace
        let log = TrafficLog()
        let recorder = RecordingTransport(wrapping: Origin { try Self.response(answer, $0, $1) })
        var plugins: [any Plugin] = [
            TracingPlugin(tracer: tracer, addsCallSpans: true), MetricsPlugin(factory: metrics, addsTemplates: true),
            LoggingPlugin(logger: logger), NetworkLoggerPlugin(.bodies, to: logger), log, immediateRetry,
        ]
        if [.authenticator, .queryAuthenticator].contains(place) {
            plugins.append(AuthenticationPlugin(Applying(place: place), credential: Self.secret))
        }
        let provider = Provider<Place>(transport: recorder, plugins: plugins)
        var texts: [String] = []
        do throws(TalynError) {
            let response = try await provider.request(place)
            texts.append("\(String(describing: response.metrics))")
            texts += Reflected(response, response.metrics as Any, provider).texts
        } catch {
            texts += ["\(error)", "\(String(describing: error.metrics))"]
            texts += Reflected(error, error.metrics as Any, error.response as Any, provider).texts
        }
        let spans = tracer.finishedSpans
        for span in spans {
            texts += ["\(span.operationName)", "\(String(describing: span.status)) \(span.errors)"]
            for attributes in [span.attributes] + span.events.map(\.attributes) {
                attributes.forEach { texts.append("\($0): \($1)") }
            }
        }
        texts += handler.entries.map { "\($0.message) \($0.metadata)" }
        texts += metrics.timers.map { "\($0.dimensions)" } + metrics.recorders.map { "\($0.dimensions)" }
        texts += metrics.meters.map { "\($0.dimensions)" } + metrics.counters.map { "\($0.dimensions)" }
        for recording in [recorder.recording, log.recording] {
            #expect(!recording.isEmpty)
            texts.append(String(decoding: recording.data, as: UTF8.self))
            texts.append(String(decoding: TrafficReport(recording).html, as: UTF8.self))
        }
        #expect(spans.count >= 2 && handler.entries.count >= 2)
        for text in texts { #expect(!text.contains(Self.secret), "\(text)") }
        // The outputs have the rest of the call.
        #expect(texts.contains { $0.contains("POST /places/{place}") })
        #expect(handler.entries.contains { "\($0.metadata)".contains("example.com/places/{place}") })
    }
}
#endif

import Foundation
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynStreams

struct TalynErrorTests {
    private let response = Response(statusCode: 404, data: Data("none".utf8), headerFields: [:])

    @Test func responseAndStatusAreThereIfOneArrived() {
        let errors = [
            TalynError(.decoding, underlyingError: CancellationError(), response: response),
            TalynError(.unacceptableStatus, response: response), TalynError(CancellationError(), response: response),
        ]
        for error in errors {
            #expect(error.response == response)
            #expect(error.statusCode == 404)
        }
        for error in [TalynError(CancellationError()), TalynError(.invalidRequest)] {
            #expect(error.response == nil)
            #expect(error.statusCode == nil)
        }
    }

    @Test(arguments: [
        (TransportError(.timedOut) as any Error, TalynError.Reason.transport),
        (CancellationError(), .transport), (URLError(.timedOut), .transport),
        (NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut), .transport),
        (RequestError.invalidURL("a b"), .invalidRequest),
        (EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "")), .invalidRequest),
        (DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")), .decoding),
        (MappingError.emptyBody, .decoding), (RejectionError(.rateLimited), .rejected),
        (AuthenticationError(.tooManyRefreshes), .authentication), (BodyError.emptyMultipart, .body),
        (StreamError.tooLong(.line, number: 1, limit: 1), .body), (PageError.invalidLink("a"), .pagination),
        (NSError(domain: "test", code: 7), .other), (CocoaError(.fileNoSuchFile), .other),
        (TalynError(.envelope), .envelope),
    ])
    func reasonFollowsFromTheCause(cause: any Error, reason: TalynError.Reason) {
        #expect(TalynError(cause).reason == reason)
    }

    @Test func talynErrorIsNotWrapped() {
        let error = TalynError(.decoding, response: response)
        let again = TalynError(error, response: Response(statusCode: 200, data: Data(), headerFields: [:]))
        #expect(again.reason == .decoding)
        #expect(again.statusCode == 404)
        #expect(again.underlyingError == nil)
    }

    @Test(arguments: [
        (TransportError(.cancelled) as any Error, true, false, false),
        (CancellationError(), true, false, false),
        (URLError(.cancelled), true, false, false),
        (TransportError(.timedOut), false, true, false),
        (URLError(.timedOut), false, true, false),
        (TransportError(.cannotConnect), false, false, true),
        (TransportError(.connectionLost), false, false, true),
        (TransportError(.secureConnectionFailed), false, false, false),
        (URLError(.notConnectedToInternet), false, false, true),
        (NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut), false, true, false),
        (NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled), true, false, false),
        (TransportError(.notConnected), false, false, true),
        (TransportError(.deadlineExceeded), false, true, false),
        (RejectionError(.notConnected), false, false, true),
        (RejectionError(.circuitOpen), false, false, false),
        (TransportError(.responseTooLarge), false, false, false),
        (TransportError(.invalidResponse), false, false, false),
    ])
    func propertiesTellWhatKindOfFailureItIs(
        underlying: any Error,
        isCancelled: Bool,
        isTimedOut: Bool,
        isConnectionFailure: Bool
    ) {
        let error = TalynError(underlying)
        #expect(error.isCancelled == isCancelled)
        #expect(error.isTimedOut == isTimedOut)
        #expect(error.isConnectionFailure == isConnectionFailure)
        #expect((error.transportError != nil) == !(underlying is RejectionError))
    }

    /// A better network doesn't help.
    @Test func failureOfTLSIsNoneOfTheConnection() {
        let errors: [any Error] = [
            TransportError(.secureConnectionFailed), URLError(.serverCertificateUntrusted),
            URLError(.secureConnectionFailed),
        ]
        for error in errors {
            #expect(TalynError(error).isTLSFailure)
            #expect(!TalynError(error).isConnectionFailure)
        }
        for kind in [TransportError.Kind.cannotConnect, .connectionLost, .notConnected, .invalidResponse, .cancelled] {
            #expect(!TalynError(TransportError(kind)).isTLSFailure)
        }
    }

    @Test func transientFailuresMaySucceedLater() {
        func error(_ kind: TransportError.Kind, _ detail: TransportError.Detail? = nil) -> TalynError {
            var failure = TransportError(kind)
            failure.detail = detail
            return TalynError(failure)
        }
        let kinds: [TransportError.Kind] = [
            .notConnected, .cannotConnect, .connectionLost, .timedOut, .secureConnectionFailed,
        ]
        for kind in kinds { #expect(error(kind).isTransient) }
        #expect(TalynError(RejectionError(.notConnected)).isTransient)
        for kind in [TransportError.Kind.deadlineExceeded, .cancelled, .invalidResponse, .tooManyRedirects] {
            #expect(!error(kind).isTransient)
        }
        #expect(!error(.secureConnectionFailed, .untrustedServer).isTransient)
        #expect(!error(.secureConnectionFailed, .refusedClientCertificate).isTransient)
        for (status, isTransient) in [(400, false), (404, false), (429, true), (499, false), (500, true), (503, true)] {
            let error = TalynError(
                .unacceptableStatus,
                response: Response(statusCode: status, data: Data(), headerFields: [:])
            )
            #expect(error.isTransient == isTransient, "\(status)")
        }
    }

    @Test func refusalOfAProxyNamesTheUserOfTheProxy() throws {
        var failure = TransportError(.cannotConnect, origin: Origin("http://a.b"))
        #expect(TalynError(failure).description.contains("host and port of the base URL"))
        failure.detail = .refusedProxyCredential
        #expect(
            TalynError(failure).description.hasSuffix(
                "Set a user and a password that the proxy accepts in the options of the transport."
            )
        )
        failure.detail = .refusedByProxy
        #expect(TalynError(failure).description.contains("Check the user and the password of the proxy"))
        failure.detail = .unsupportedProxyAuthentication
        #expect(TalynError(failure).description.hasSuffix("Use a proxy that asks for no user, or an HTTP proxy."))
        let response = Response(statusCode: 407, data: Data(), headerFields: [:])
        #expect(TalynError(.unacceptableStatus, response: response).description.contains("that the proxy accepts"))
    }

    private struct Wordless: LocalizedError {
        let reason = "hidden cause"
    }

    /// Its values may be secret.
    @Test func errorWithoutATextIsNamed() {
        for error in [TalynError(Wordless()), TalynError(.invalidRequest, underlyingError: Wordless())] {
            #expect(error.description.contains("Wordless."))
            #expect(error.localizedDescription.contains("Wordless."))
            #expect(!error.description.contains("hidden cause"))
        }
    }

    @Test func descriptionNamesPlaceCauseAndRemedy() throws {
        let url = try #require(URL(string: "http://user:secret@127.0.0.1:81/path?token=secret"))
        let error = TalynError(
            TransportError(.cannotConnect, origin: Origin(url), underlyingError: URLError(.cannotConnectToHost))
        )
        #expect(error.description.contains("http://127.0.0.1:81"))
        #expect(error.description.contains("URLError -1004"))
        #expect(error.description.contains("Check the host and port"))
        #expect(!error.description.contains("secret"))
    }

    @Test func errorOfFoundationIsNotPrintedWithItsURL() throws {
        let url = try #require(URL(string: "http://127.0.0.1/path?token=secret"))
        let underlying = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        #expect(
            !TransportError(.timedOut, origin: Origin(url), underlyingError: underlying).description.contains("secret")
        )
        #expect(!TalynError(underlying).description.contains("secret"))
    }

    @Test func bodiesAreNotPrinted() {
        let secret = Response(statusCode: 200, data: Data("secret".utf8), headerFields: [.setCookie: "secret"])
        for error in [
            TalynError(.decoding, response: secret), TalynError(.unacceptableStatus, response: secret),
            TalynError(CancellationError(), response: secret),
        ] {
            #expect(!error.description.contains("secret"))
            #expect(!"\(secret)".contains("secret"))
        }
    }

    @Test func anyErrorHasTheTexts() {
        let errors: [any DescribedError] = [
            TalynError(URLError(.timedOut)), TransportError(.cannotConnect), BodyError.emptyMultipart,
            RejectionError(.circuitOpen), AuthenticationError(.tooManyRefreshes), EnvelopeError(code: "1"),
        ]
        for error in errors {
            #expect((error as any Error).localizedDescription == error.problem)
            #expect("\(error as any Error)".hasPrefix(error.problem))
            #expect((error as any LocalizedError).recoverySuggestion == error.recovery)
        }
    }

    @Test(arguments: [
        ("https://ada:secret@example.com/a", "https://example.com/a"),
        ("https://example.com/a?b=secret&c", "https://example.com/a?b=…&c"),
        ("https://example.com/@a?x=https://u:secret@h/", "https://example.com/@a?x=…"),
        ("no url at all", "no url at all"),
    ])
    func urlIsShownWithoutItsSecrets(url: String, shown: String) {
        #expect(Redaction.strict.url(url) == shown)
    }
}

import Foundation
import Testing

@testable import Talyn

struct TalynErrorTests {
    private let response = Response(statusCode: 404, data: Data("none".utf8), headerFields: [:])

    @Test func responseAndStatusAreThereIfOneArrived() {
        let errors: [TalynError] = [
            .imageMapping(response), .jsonMapping(response), .stringMapping(response), .statusCode(response),
            .objectMapping(CancellationError(), response), .underlying(CancellationError(), response),
        ]
        for error in errors {
            #expect(error.response == response)
            #expect(error.statusCode == 404)
        }
        let without: [TalynError] = [
            .underlying(CancellationError(), nil), .requestMapping("x"), .encodableMapping(CancellationError()),
            .parameterEncoding(CancellationError()),
        ]
        for error in without { #expect(error.response == nil) }
    }

    @Test(arguments: [
        (TransportError(.cancelled) as any Error, true, false, false),
        (CancellationError(), true, false, false),
        (URLError(.cancelled), true, false, false),
        (TransportError(.timedOut), false, true, false),
        (URLError(.timedOut), false, true, false),
        (TransportError(.cannotConnect), false, false, true),
        (TransportError(.connectionLost), false, false, true),
        (TransportError(.secureConnectionFailed), false, false, true),
        (URLError(.notConnectedToInternet), false, false, true),
        (NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut), false, true, false),
        (NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled), true, false, false),
        (TransportError(.notConnected), false, false, true),
        (TransportError(.deadlineExceeded), false, true, false),
        (RefusalError(.notConnected), false, false, true),
        (RefusalError(.circuitOpen), false, false, false),
        (TransportError(.responseTooLarge), false, false, false),
        (TransportError(.invalidResponse), false, false, false),
        (ValidationError.unacceptableStatusCode(404), false, false, false),
    ])
    func propertiesTellWhatKindOfFailureItIs(
        underlying: any Error,
        isCancelled: Bool,
        isTimedOut: Bool,
        isConnectionFailure: Bool
    ) {
        let error = TalynError.underlying(underlying, nil)
        #expect(error.isCancelled == isCancelled)
        #expect(error.isTimedOut == isTimedOut)
        #expect(error.isConnectionFailure == isConnectionFailure)
        #expect((error.transportError != nil) == !(underlying is ValidationError || underlying is RefusalError))
    }

    private struct Wordless: LocalizedError {
        let reason = "hidden cause"
    }

    @Test func errorThatSaysNothingIsPrintedAsItIs() {
        let error = TalynError.underlying(Wordless(), nil)
        #expect(error.description.contains("hidden cause"))
        #expect(error.localizedDescription.contains("hidden cause"))
        #expect(TalynError.encodableMapping(Wordless()).description.contains("hidden cause"))
    }

    @Test func descriptionNamesPlaceCauseAndRemedy() throws {
        let url = try #require(URL(string: "http://user:secret@127.0.0.1:81/path?token=secret"))
        let error = TalynError.underlying(
            TransportError(.cannotConnect, url: url, underlyingError: URLError(.cannotConnectToHost)),
            nil
        )
        #expect(error.description.contains("http://127.0.0.1:81"))
        #expect(error.description.contains("URLError -1004"))
        #expect(error.description.contains("Check the host and port"))
        #expect(!error.description.contains("secret"))
    }

    @Test func errorOfFoundationIsNotPrintedWithItsURL() throws {
        let url = try #require(URL(string: "http://127.0.0.1/path?token=secret"))
        let underlying = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        #expect(!TransportError(.timedOut, url: url, underlyingError: underlying).description.contains("secret"))
        #expect(!TalynError.underlying(underlying, nil).description.contains("secret"))
    }

    @Test func bodiesAreNotPrinted() {
        let secret = Response(statusCode: 200, data: Data("secret".utf8), headerFields: [.setCookie: "secret"])
        for error in [TalynError.jsonMapping(secret), .statusCode(secret), .underlying(CancellationError(), secret)] {
            #expect(!error.description.contains("secret"))
            #expect(!"\(secret)".contains("secret"))
        }
    }

    @Test func asFoundationsErrorItHasTheUnderlyingOne() {
        let error = TalynError.underlying(URLError(.timedOut), nil)
        #expect((error.errorUserInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSURLErrorTimedOut)
        #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == error.errorDescription)
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

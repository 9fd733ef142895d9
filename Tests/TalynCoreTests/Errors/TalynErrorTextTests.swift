import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore

/// The texts of errors: the call, the failure, its cause and a way to mend it, without secrets.
struct TalynErrorTextTests {
    private enum Shop: TargetType {
        case products
        case order(token: String)
        case strict

        var baseURL: URL { URL(string: "https://ada:hunter2@shop.example.com/v1?api_key=hunter2")! }
        var path: RequestPath {
            switch self {
            case .products, .strict: "/products"
            case .order(let token): "/orders/\(token.count)"
            }
        }
        var method: HTTPRequest.Method { if case .order = self { .post } else { .get } }
        var query: RequestParameters { ["page": 2] }
    }

    private struct Product: Decodable, Sendable {
        var name: String
        var maxPrice: Int?
        var madeAt: Date?
    }

    private func failure<Target: TargetType>(
        _ body: String,
        status: Int = 200,
        of target: Target,
        as type: (some Decodable & Sendable).Type
    ) async -> TalynError? {
        let provider = Provider<Target>(answering: { .networkResponse(status, Data(body.utf8)) })
        return await #expect(throws: TalynError.self) { _ = try await provider.request(target, as: type) }
    }

    // MARK: The call

    @Test func textNamesTheTargetTheMethodAndTheURL() async throws {
        let error = try #require(await failure("", status: 503, of: Shop.order(token: "hunter2"), as: Product.self))
        let text = "Shop.order POST https://shop.example.com/v1/orders/{}?api_key=…&page=…: "
        #expect(error.description.hasPrefix(text + "The response with status 503 and 0 bytes"), "\(error)")
        #expect(error.localizedDescription.hasPrefix(text))
        #expect(!error.description.contains("hunter2"))
        #expect(error.context?.target.targetName == "Shop.order")
    }

    @Test func structIsNamedByItsType() async throws {
        struct Login: TargetType {
            var password = "hunter2"
            var baseURL: URL { URL(string: "https://a.b")! }
            var path: RequestPath { "/login" }
        }
        let error = try #require(await failure("", status: 401, of: Login(), as: Product.self))
        #expect(error.description.hasPrefix("Login GET https://a.b/login: "), "\(error)")
        #expect(error.description.hasSuffix("Sign in, or check the credentials of the call."))
    }

    @Test func errorWithoutACallHasNoCallInItsText() {
        #expect(TalynError(.rejected).description == "A plugin rejected the call.")
        let error = TalynError(RejectionError(.circuitOpen))
        #expect(error.description.hasPrefix("The circuit is open"))
    }

    @Test(arguments: [
        (401, "Sign in, or check the credentials of the call."), (404, "Check the path of the target."),
        (302, "Check the redirects of the call"), (304, "set the target's validation to accept the status"),
        (400, "Compare the request"), (422, "Compare the request"), (403, "permissions"), (405, "method"),
        (409, "exists already"), (412, "Read it again"), (415, "Compare the request"), (429, "RateLimitPlugin"),
        (503, "RetryPlugin"), (500, "RetryPlugin"),
    ])
    func statusComesWithAWayToMendIt(status: Int, remedy: String) async {
        let error = await failure("", status: status, of: Shop.products, as: Product.self)
        #expect(error?.recoverySuggestion?.contains(remedy) == true, "\(String(describing: error))")
    }

    @Test func hintPointsToTheBodyOnlyIfItHasMoreToSay() async {
        let hint = "The body of the failure may say more."
        let empty = await failure("", status: 409, of: Shop.products, as: Product.self)
        #expect(empty?.description.contains(hint) == false)
        let full = await failure("full", status: 409, of: Shop.products, as: Product.self)
        #expect(full?.description.contains(hint) == true)
        let problem = TalynError(
            .unacceptableStatus,
            response: Response(
                statusCode: 409,
                data: Data(#"{"title": "Gone"}"#.utf8),
                headerFields: [.contentType: "application/problem+json"]
            )
        )
        #expect(!problem.description.contains(hint))
    }

    @Test func messageOfAnEnvelopeIsShownForAStatus() async {
        struct API: TargetType {
            var baseURL: URL { URL(string: "https://a.b")! }
            var path: RequestPath { "/a" }
            var envelope: ResponseEnvelope? { ResponseEnvelope(error: "errors.0") }
        }
        let body = #"{"errors": [{"message": "Bad syntax"}]}"#
        let provider = Provider<API>(answering: { .networkResponse(400, Data(body.utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(API(), as: Int.self) }
        #expect(error?.failureReason == "The server says: Bad syntax.", "\(String(describing: error))")
    }

    @Test func waitThatTheServerAsksForIsNamed() {
        let response = Response(statusCode: 429, data: Data(), headerFields: [.retryAfter: "30"])
        let error = TalynError(.unacceptableStatus, response: response)
        #expect(error.recoverySuggestion?.hasPrefix("Try again in 30.0 s.") == true, "\(error)")
    }

    @Test(arguments: [
        "No account for ada, token=abc123secret", "password: hunter2", #"{"password": "hunter2"}"#,
        "see https://a.example?api_key=abc123secret",
    ])
    func secretsInTheTextsOfServersAreMasked(text: String) throws {
        let body = try JSONEncoder().encode(["title": "Bad", "detail": text])
        let response = Response(statusCode: 400, data: body, headerFields: [.contentType: "application/problem+json"])
        let errors = [
            TalynError(.unacceptableStatus, response: response), TalynError(EnvelopeError(code: "1", message: text)),
            TalynError(EnvelopeError(code: text)),
        ]
        for error in errors {
            #expect(!error.description.contains("abc123secret") && !error.description.contains("hunter2"), "\(error)")
        }
        #expect(errors[0].description.contains("The server says: Bad."))
    }

    @Test func codeOfAServerStaysShortAndInItsLine() {
        let error = TalynError(
            EnvelopeError(code: "1\n2026-01-01 ERROR forged \(String(repeating: "x", count: 10_000))")
        )
        #expect(error.description.utf8.count < 1_000)
        #expect(!error.description.contains("1\n2026"))
    }

    @Test func errorsOfOthersShowNoValues() {
        enum VaultError: Error { case rejected(token: String) }
        struct Refusal: Error { let token: String }
        struct Described: Error, CustomStringConvertible { let description = "The vault is closed" }
        #expect(TalynError(VaultError.rejected(token: "hush")).description.contains("rejected."))
        #expect(TalynError(Refusal(token: "hush")).description.contains("Refusal."))
        #expect(TalynError(Described()).description.contains("The vault is closed."))
        for error in [VaultError.rejected(token: "hush"), Refusal(token: "hush")] as [any Error] {
            #expect(!TalynError(error).description.contains("hush"))
        }
    }

    @Test func targetOfAClientHasTheNameOfTheClient() {
        #expect(NamedClient.Target.stock(7).targetName == "NamedClient.stock")
    }

    @Test func hintToAcceptAStatusStandsOnlyWhereItCanMakeSense() async {
        for status in [400, 401, 403, 405, 422, 429, 500, 503] {
            let error = await failure("", status: status, of: Shop.products, as: Product.self)
            #expect(error?.recoverySuggestion?.contains("validation") == false, "\(status)")
        }
    }

    @Test(arguments: [
        ("application/problem+json; charset=utf-8", "The server says: Out of credit. Your balance is 30."),
        ("application/json", nil), (nil, nil),
    ])
    func titleAndDetailOfAProblemAreShown(contentType: String?, expected: String?) {
        let body = #"{"title": "Out of credit", "detail": "Your balance\nis 30.", "type": "https://a.example/credit"}"#
        let fields = contentType.map { HTTPFields([HTTPField(name: .contentType, value: $0)]) } ?? [:]
        let error = TalynError(
            .unacceptableStatus,
            response: Response(statusCode: 422, data: Data(body.utf8), headerFields: fields)
        )
        #expect(error.failureReason == expected)
        if let expected { #expect(error.description.contains(" \(expected) Compare the request")) }
    }

    @Test(arguments: ["", "7", "{}", #"{"title": 7}"#, #"{"title": "", "detail": ""}"#])
    func problemWithoutATextAddsNothing(body: String) {
        let response = Response(
            statusCode: 422,
            data: Data(body.utf8),
            headerFields: [.contentType: "application/problem+json"]
        )
        #expect(TalynError(.unacceptableStatus, response: response).failureReason == nil)
    }

    @Test(arguments: [
        ("ftp://a.example/b", "The scheme 'ftp' isn't supported."), ("https:///b", "Its host is missing or invalid."),
    ])
    func urlThatNoTransportCanSendSaysWhy(url: String, expected: String) throws {
        let request = OutgoingRequest(url: try #require(URL(string: url)))
        let error = #expect(throws: TransportError.self) { try request.checkURL() }
        #expect(error?.kind == .unsupportedURL)
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
    }

    @Test func emptySampleIsNamed() async {
        struct Bare: TargetType {
            var baseURL: URL { URL(string: "https://a.b")! }
            var path: RequestPath { "/a" }
        }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Bare>(transport: SampleTransport()).request(Bare(), as: [Int].self)
        }
        #expect(error?.recoverySuggestion?.contains("sampleData") == true, "\(String(describing: error))")
    }

    @Test func failureOfTheTransportKeepsItsCauseAndItsRemedy() async throws {
        let transport = ClosureTransport { _ in
            throw TransportError(.cannotConnect, origin: Origin("https://shop.example.com"))
        }
        let provider = Provider<Shop>(transport: transport)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.products) }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("Shop.products GET https://shop.example.com/v1/products?"))
        #expect(
            description.contains(TransportError(.cannotConnect, origin: Origin("https://shop.example.com")).description)
        )
    }

    @Test func requestThatCannotBeMadeIsExplained() async throws {
        struct Broken: TargetType {
            var baseURL: URL { URL(string: "https://a.b")! }
            var path: RequestPath { "/users/\("")" }
        }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Broken>(transport: SampleTransport()).request(Broken())
        }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("Broken GET: The path '/users/{}' is invalid: a value in it is empty, "))
        #expect(description.hasSuffix("Check the value before the call, or leave that part of the path out."))
        #expect(error?.context == nil)
    }

    // MARK: Decoding

    @Test(arguments: [
        (#"[{"name":"tea"},{}]"#, "The key 'name' is missing at '[1]'.", "Make the property optional"),
        (#"[{"name":7}]"#, "The value at '[0].name' isn't of the type String.", "Compare the type with the JSON"),
        (
            #"[{"name":null}]"#, "The value at '[0].name' is null, and the type String is needed.",
            "Check why the server"
        ),
        (#"{"name":"tea"}"#, "The value at the top level isn't of the type", "Compare the type with the JSON"),
        ("null", "at the top level", "null"),
        ("<html>", "The value at the top level is invalid.", "the server answers with JSON"),
        (#"[{"name":"a","madeAt":"yesterday"}]"#, "'[0].madeAt'", "Set dates in the target's coding"),
        (#"[{"name":"a","madeAt":1700000000}]"#, "'[0].madeAt'", "Set dates in the target's coding"),
    ])
    func decodingErrorNamesPlaceTypeAndRemedy(json: String, cause: String, remedy: String) async throws {
        let error = try #require(await failure(json, of: Shop.products, as: [Product].self))
        #expect(error.reason == .decoding)
        #expect(
            error.description.contains("The response with status 200 and \(json.utf8.count) bytes can't be decoded.")
        )
        #expect(error.failureReason?.contains(cause) == true, "\(error)")
        #expect(error.recoverySuggestion?.contains(remedy) == true, "\(error)")
        #expect(error.description.contains(cause) && error.description.contains(remedy))
    }

    /// A proxy or a sign-in page answers in place of the server, or a server sends no body.
    @Test(arguments: [
        ("text/html; charset=utf-8", "<html>", "The server sent text/html. Check"), ("application/json", "<", "Check"),
        ("application/json", "", "The body is empty. Decode an optional type"),
    ])
    func bodyThatIsNoJSONIsExplained(type: String, body: String, remedy: String) async throws {
        let provider = Provider<Shop>(
            transport: ClosureTransport { _ in
                let fields: HTTPFields = [.contentType: type]
                return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data(body.utf8)))
            }
        )
        let error = await #expect(throws: TalynError.self) { try await provider.request(.products, as: [Product].self) }
        #expect(error?.recoverySuggestion?.hasPrefix(remedy) == true, "\(String(describing: error))")
    }

    @Test func keyThatIsThereInSnakeCaseIsFound() async throws {
        struct Item: Decodable, Sendable { var maxPrice: Int }
        struct List: Decodable, Sendable { var items: [Item] }
        let error = try #require(await failure(#"{"items":[{"max_price":7}]}"#, of: Shop.products, as: List.self))
        #expect(
            error.recoverySuggestion?.contains("The JSON has 'max_price': set keys = .snakeCase") == true,
            "\(error)"
        )
        let other = try #require(await failure(#"{"items":[{"price":7}]}"#, of: Shop.products, as: List.self))
        #expect(other.recoverySuggestion?.contains("snakeCase") == false)
    }

    @Test func valueOfASecretIsNotShown() async throws {
        struct Token: Decodable, Sendable { var password: Int }
        let error = try #require(await failure(#"{"password":"hunter2"}"#, of: Shop.products, as: Token.self))
        #expect(error.description.contains("'password'"))
        #expect(!error.description.contains("hunter2"))
    }

    @Test(arguments: TalynErrorTextTests.reasons)
    func eachReasonHasAText(reason: TalynError.Reason) {
        let text = TalynError(reason).description
        #expect(text.hasSuffix("."))
        #expect(text.count > 15)
    }

    private static let reasons: [TalynError.Reason] = [
        .invalidRequest, .transport, .unacceptableStatus, .decoding, .envelope, .rejected, .authentication, .body,
        .pagination, .other,
    ]
}

/// Has a target as `@Client` writes it.
private struct NamedClient {
    enum Target: TargetType {
        case stock(Int)

        var baseURL: URL { URL(string: "https://a.b")! }
        var path: RequestPath { "/stock" }
    }
}

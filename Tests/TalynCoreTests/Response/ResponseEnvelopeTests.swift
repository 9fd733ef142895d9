import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct ResponseEnvelopeTests {
    private struct Member: Decodable, Equatable, Sendable {
        var name: String
        var joinedAt: Date?
    }

    private let plain = ResponseEnvelope()

    private func response(_ body: String, status: Int = 200) -> Response {
        Response(statusCode: status, data: Data(body.utf8), headerFields: [:])
    }

    // MARK: The payload

    @Test func payloadIsDecoded() throws {
        let response = response(#"{"code": 0, "message": "", "data": {"name": "Ada", "tags": ["a", "b"]}}"#)
        #expect(try response.decode(Member.self, in: plain) == Member(name: "Ada"))
        #expect(try response.decode(String.self, atKeyPath: "tags.1", in: plain) == "b")
    }

    @Test func namesAndCodesAreConfigurable() throws {
        let envelope = ResponseEnvelope(
            code: "result.status",
            message: "result.text",
            data: "content",
            successCodes: ["200", "OK"]
        )
        for code in ["200", "\"200\"", "\"OK\""] {
            let response = response(#"{"result": {"status": \#(code)}, "content": {"name": "Ada"}}"#)
            #expect(try response.decode(Member.self, in: envelope) == Member(name: "Ada"))
        }
        let error = #expect(throws: TalynError.self) {
            try response(#"{"result": {"status": 0, "text": "Too late"}}"#).decode(Member.self, in: envelope)
        }
        #expect(error?.envelopeError == EnvelopeError(code: "0", message: "Too late"))
    }

    @Test func flagIsACode() throws {
        let envelope = ResponseEnvelope(code: "success", message: "error", data: "result", successCodes: ["true"])
        #expect(try response(#"{"success": true, "result": 7}"#).decode(Int.self, in: envelope) == 7)
        let error = #expect(throws: TalynError.self) {
            try response(#"{"success": false, "error": "No"}"#).decode(Int.self, in: envelope)
        }
        #expect(error?.envelopeError == EnvelopeError(code: "false", message: "No"))
    }

    @Test(arguments: [
        #"{"data": 7}"#, #"{"error": null, "data": 7}"#, #"{"error": false, "data": 7}"#, #"{"error": "", "data": 7}"#,
    ])
    func absenceOfTheErrorIsASuccess(body: String) throws {
        #expect(try response(body).decode(Int.self, in: ResponseEnvelope(error: "error")) == 7)
    }

    @Test(arguments: [
        (#"{"error": {"code": -32601, "message": "No such method"}}"#, "-32601", "No such method"),
        (#"{"error": {"message": "No"}, "data": 7}"#, nil, "No"), (#"{"error": {}}"#, nil, nil),
        (#"{"error": true}"#, nil, nil), (#"{"error": "No"}"#, nil, nil), (#"{"error": 0}"#, nil, nil),
    ])
    func errorIsAFailure(body: String, code: String?, message: String?) throws {
        let error = #expect(throws: TalynError.self) {
            try response(body).decode(Int.self, in: ResponseEnvelope(error: "error"))
        }
        #expect(error?.reason == .envelope)
        #expect(error?.envelopeError?.code == code)
        #expect(error?.envelopeError?.message == message)
        // No code can be added to the codes of success.
        #expect(error?.recoverySuggestion == nil)
    }

    @Test func placesOfCodeAndMessageCanBeElsewhere() throws {
        let list = ResponseEnvelope(error: "errors.0", code: "errors.0.extensions.code")
        #expect(try response(#"{"data": 7, "errors": []}"#).decode(Int.self, in: list) == 7)
        let error = #expect(throws: TalynError.self) {
            try response(#"{"data": null, "errors": [{"message": "No", "extensions": {"code": "GONE"}}]}"#)
                .decode(Int.self, in: list)
        }
        #expect(error?.envelopeError?.code == "GONE")
        #expect(error?.description.contains("The server answered with code GONE: No.") == true)
        let flat = ResponseEnvelope(error: "code", code: "code", message: "reason", data: nil)
        #expect(try response(#"{"name": "Ada"}"#).decode(Member.self, in: flat) == Member(name: "Ada"))
        let other = #expect(throws: TalynError.self) {
            try response(#"{"code": 7, "reason": "Full"}"#).decode(Member.self, in: flat)
        }
        #expect(other?.envelopeError?.code == "7")
        #expect(other?.envelopeError?.message == "Full")
    }

    @Test func bodyThatIsNoEnvelopeIsADecodingError() {
        for body in ["", "x", "[", "7"] {
            let error = #expect(throws: TalynError.self) {
                try response(body).decode(Int.self, in: ResponseEnvelope(error: "error"))
            }
            #expect(error?.reason == .decoding, "\(body)")
        }
    }

    @Test func messageAndHintAreSentences() {
        let error = TalynError(EnvelopeError(code: "1", message: "Too late"))
        #expect(
            error.description
                == "The server answered with code 1: Too late. If the code means success, add it to the successCodes of the envelope."
        )
    }

    @Test func payloadMayStandBesideTheCode() throws {
        let envelope = ResponseEnvelope(code: "errcode", message: "errmsg", data: nil)
        let response = response(#"{"errcode": 0, "errmsg": "ok", "name": "Ada"}"#)
        #expect(try response.decode(Member.self, in: envelope) == Member(name: "Ada"))
        #expect(try response.decode(String.self, atKeyPath: "name", in: envelope) == "Ada")
    }

    @Test func strategiesOfTheDecoderApplyToThePayloadAlone() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let envelope = ResponseEnvelope(code: "status_code", message: "status_text", data: "result_data")
        let response = response(#"{"status_code": 0, "result_data": {"name": "Ada", "joined_at": 60}}"#)
        #expect(
            try response.decode(Member.self, in: envelope, using: decoder)
                == Member(name: "Ada", joinedAt: Date(timeIntervalSince1970: 60))
        )
        let error = #expect(throws: TalynError.self) {
            try self.response(#"{"status_code": 9, "status_text": "No"}"#)
                .decode(Member.self, in: envelope, using: decoder)
        }
        #expect(error?.envelopeError == EnvelopeError(code: "9", message: "No"))
    }

    @Test func payloadBesideTheCodeIsDecodedAsTheDecoderWould() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let envelope = ResponseEnvelope(data: nil)
        let response = response(#"{"code": "0", "first_name": "Ada"}"#)
        let names = try response.decode([String: String].self, in: envelope, using: decoder)
        #expect(names == (try decoder.decode([String: String].self, from: response.data)))
        #expect(names["first_name"] == "Ada")
    }

    @Test(arguments: [#"{"code": 0}"#, #"{"code": 0, "data": null}"#])
    func missingPayloadIsAcceptedByTypesWithoutContent(body: String) throws {
        #expect(try response(body).decode(Member?.self, in: plain) == nil)
        #expect(try response(body).decode(EmptyResult.self, in: plain) == EmptyResult())
        #expect(try response(body).decode(Member?.self, atKeyPath: "user", in: plain) == nil)
        let error = #expect(throws: TalynError.self) { try response(body).decode(Member.self, in: plain) }
        #expect(error?.envelopeError == nil)
        #expect(error?.response?.data == Data(body.utf8))
    }

    @Test func missingPayloadIsNamed() {
        let error = #expect(throws: TalynError.self) { try response(#"{"code": 0}"#).decode(Member.self, in: plain) }
        #expect(error?.description.contains("key path 'data'") == true, "\(String(describing: error))")
    }

    // MARK: Failures

    @Test func otherCodeIsAnErrorForAnyPayload() throws {
        let error = #expect(throws: TalynError.self) {
            try response(#"{"data": {"name": "Ada"}, "message": "Log in", "code": 40101}"#).decode(
                Member.self,
                in: plain
            )
        }
        #expect(error?.reason == .envelope)
        let underlying = try #require(error?.underlyingError as? EnvelopeError)
        #expect(underlying.code == "40101")
        #expect(underlying.message == "Log in")
        #expect(error?.statusCode == 200)
        #expect(error?.localizedDescription.contains("Log in") == true)
    }

    @Test(arguments: [
        (#"{"code": 1}"#, EnvelopeError(code: "1")),
        (#"{"code": 1, "message": null}"#, EnvelopeError(code: "1")),
        (#"{"code": 1, "message": {"en": "No"}}"#, EnvelopeError(code: "1")),
        (#"{"code": "E_GONE", "message": "Gone"}"#, EnvelopeError(code: "E_GONE", message: "Gone")),
        (
            #"{"code": 12345678901234567890, "message": "No"}"#,
            EnvelopeError(code: "12345678901234567890", message: "No")
        ),
        (#"{"code": 401.1, "message": "No"}"#, EnvelopeError(code: "401.1", message: "No")),
        (#"{"code": -1, "message": ""}"#, EnvelopeError(code: "-1", message: "")),
        (#"{"code": "0000"}"#, EnvelopeError(code: "0000")), (#"{"code": true}"#, EnvelopeError(code: "true")),
    ])
    func codeAndMessageAreRead(body: String, expected: EnvelopeError) {
        let error = #expect(throws: TalynError.self) { try response(body).decode(EmptyResult.self, in: plain) }
        #expect(error?.envelopeError == expected)
    }

    @Test(arguments: ["", "<html>", "[]", "7", #"{"data": {}}"#, #"{"code": {}}"#, #"{"code": null, "data": {}}"#])
    func bodyWithoutAnEnvelopeIsAMappingError(body: String) {
        let error = #expect(throws: TalynError.self) { try response(body).decode(EmptyResult.self, in: plain) }
        #expect(error?.reason == .decoding)
        #expect(error?.envelopeError == nil)
    }

    // MARK: Targets

    private enum Shop: TargetType {
        case member, strict

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/member" }
        var envelope: ResponseEnvelope? { ResponseEnvelope(message: "msg") }
        var validation: StatusValidation { self == .strict ? .successCodes : .any }
    }

    private struct Find<Result: Decodable & Sendable>: DecodableTargetType {
        typealias ResultType = Result

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/member" }
        var envelope: ResponseEnvelope? { ResponseEnvelope() }
        var keyPath: String?
    }

    private func answering(_ status: Int, _ body: String) -> @Sendable () -> Sample {
        { .networkResponse(status, Data(body.utf8)) }
    }

    @Test func targetThatNamesAnEnvelopeGivesThePayload() async throws {
        let body = answering(200, #"{"code": 0, "data": {"name": "Ada"}}"#)
        #expect(try await Provider<Shop>(answering: body).request(.member, as: Member.self) == Member(name: "Ada"))
        #expect(try await Provider<Find<Member>>(answering: body).request(Find()) == Member(name: "Ada"))
        #expect(try await Provider<Find<String>>(answering: body).request(Find(keyPath: "name")) == "Ada")
        let multi = MultiProvider(answering: body)
        #expect(try await multi.request(Find<Member>()) == Member(name: "Ada"))
        #expect(try await multi.request(Shop.member, as: Member.self) == Member(name: "Ada"))
    }

    @Test func targetThatNamesAnEnvelopeFailsByItsCode() async {
        let body = answering(200, #"{"code": 7, "msg": "No", "message": "No"}"#)
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Shop>(answering: body).request(.member, as: Member?.self)
        }
        #expect(error?.envelopeError == EnvelopeError(code: "7", message: "No"))
        let typed = await #expect(throws: TalynError.self) {
            try await Provider<Find<EmptyResult>>(answering: body).request(Find())
        }
        #expect(typed?.envelopeError == EnvelopeError(code: "7", message: "No"))
    }

    @Test func failureByStatusHasCodeAndMessageToo() async {
        let provider = Provider<Shop>(answering: answering(401, #"{"code": 7, "msg": "Log in"}"#))
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict, as: Member.self) }
        #expect(error?.statusCode == 401)
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.envelopeError == EnvelopeError(code: "7", message: "Log in"))
    }

    @Test func envelopeOfAnAcceptedStatusIsRead() async {
        let provider = Provider<Shop>(answering: answering(401, #"{"code": 7, "msg": "Log in"}"#))
        let error = await #expect(throws: TalynError.self) { try await provider.request(.member, as: Member.self) }
        #expect(error?.statusCode == 401)
        #expect(error?.reason == .envelope)
        #expect(error?.envelopeError == EnvelopeError(code: "7", message: "Log in"))
    }

    @Test func failureByStatusWithoutAnEnvelopeHasNoEnvelopeError() async {
        let provider = Provider<Shop>(answering: answering(502, "<html>"))
        let error = await #expect(throws: TalynError.self) { try await provider.request(.member, as: Member.self) }
        #expect(error?.statusCode == 502)
        #expect(error?.envelopeError == nil)
    }

    @Test func emptyBodyIsAcceptedByTypesWithoutContent() async throws {
        let nothing = answering(204, "")
        #expect(try await Provider<Find<EmptyResult>>(answering: nothing).request(Find()) == EmptyResult())
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Find<Member>>(answering: nothing).request(Find())
        }
        #expect(error?.underlyingError is MappingError)
    }

    @Test func codesMayBeTextsOrNumbers() async throws {
        struct Cart: Decodable, Equatable, Sendable { var number: Int }
        struct Shop: TargetType {
            var baseURL: URL { URL(string: "https://shop.example.com/api")! }
            var path: RequestPath { "/cart" }
            var envelope: ResponseEnvelope? { ResponseEnvelope(message: "msg", successCodes: ["0", "OK"]) }
        }
        let loggedOut = Provider<Shop>(answering: answering(200, #"{"code": "40101", "msg": "Log in"}"#))
        let error = await #expect(throws: TalynError.self) { try await loggedOut.request(Shop(), as: Cart.self) }
        #expect(error?.reason == .envelope)
        #expect(error?.envelopeError == EnvelopeError(code: "40101", message: "Log in"))
        let shop = Provider<Shop>(answering: answering(200, #"{"code": "OK", "data": {"number": 7}}"#))
        #expect(try await shop.request(Shop(), as: Cart.self) == Cart(number: 7))
    }
}

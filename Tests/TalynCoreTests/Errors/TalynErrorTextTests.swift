import Foundation
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
        #expect(error.context?.target.caseName == "Shop.order")
    }

    @Test func structIsNamedByItsType() async throws {
        struct Login: TargetType {
            var password = "hunter2"
            var baseURL: URL { URL(string: "https://a.b")! }
            var path: RequestPath { "/login" }
        }
        let error = try #require(await failure("", status: 401, of: Login(), as: Product.self))
        #expect(error.description.hasPrefix("Login GET https://a.b/login: "), "\(error)")
        #expect(error.description.hasSuffix("Check the credentials of the call."))
    }

    @Test func errorWithoutACallHasNoCallInItsText() {
        #expect(TalynError(.rejected).description == "A plugin rejected the call.")
        let error = TalynError(RejectionError(.circuitOpen))
        #expect(error.description.hasPrefix("The circuit is open"))
    }

    @Test(arguments: [
        (401, "Check the credentials of the call."), (404, "Check the path of the target."),
        (302, "Check the redirects of the call"), (503, "set the target's validation to accept it"),
    ])
    func statusComesWithAWayToMendIt(status: Int, remedy: String) async {
        let error = await failure("", status: status, of: Shop.products, as: Product.self)
        #expect(error?.recoverySuggestion?.contains(remedy) == true, "\(String(describing: error))")
    }

    @Test func failureOfTheTransportKeepsItsCauseAndItsRemedy() async throws {
        let transport = ClosureTransport { _ in throw TransportError(.cannotConnect, origin: "https://shop.example.com")
        }
        let provider = Provider<Shop>(transport: transport)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.products) }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("Shop.products GET https://shop.example.com/v1/products?"))
        #expect(description.contains(TransportError(.cannotConnect, origin: "https://shop.example.com").description))
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
        (#"[{"name":null}]"#, "The value at '[0].name' is null, and the type String is needed.", "optional"),
        (#"{"name":"tea"}"#, "The value at the top level isn't of the type", "Compare the type with the JSON"),
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

import Foundation
import TalynTransfers
import TestSupport
import Testing

@testable import TalynCore

struct DecodableTargetTests {
    private struct FindUser: DecodableTargetType {
        typealias ResultType = User

        var name = "ada"
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/users/\(name)" }
        var sampleData: Data { Data(#"{"name":"\#(name)"}"#.utf8) }

        static let ada = FindUser()
    }

    private struct Count: DecodableTargetType {
        typealias ResultType = Int

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/count" }
        var keyPath: String? { "meta.total_count" }
        var sampleData: Data { Data(#"{"meta": {"total_count": 7}}"#.utf8) }
    }

    private struct Log: DecodableTargetType {
        struct Entry: Decodable, Equatable {
            var writtenAt: Date
        }

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/log" }
        var coding: CodingOptions {
            CodingOptions {
                $0.keys = .snakeCase
                $0.dates = .secondsSince1970
            }
        }
        var sampleData: Data { Data(#"[{"written_at": 60}]"#.utf8) }

        typealias ResultType = [Entry]
    }

    private struct Delete<Result: Decodable & Sendable>: DecodableTargetType {
        typealias ResultType = Result

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/users/ada" }
        var method: HTTPRequest.Method { .delete }
    }

    private struct Motto: DecodableTargetType {
        struct Refused: Error {}

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/motto" }

        func decode(_ response: Response) throws -> String {
            let text = try response.decode(String.self)
            if text == "refuse" { throw Refused() }
            return text
        }
    }

    private struct Strict: DecodableTargetType {
        typealias ResultType = User

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/strict" }
        var validation: StatusValidation { .codes([404]) }
    }

    private let provider = Provider<FindUser>(transport: SampleTransport())

    @Test func callGivesTheResult() async throws {
        let user = try await provider.request(.ada)
        #expect(user == User(name: "ada"))
    }

    @Test func responseIsReturnedWhenItsTypeIsNamed() async throws {
        let response: Response = try await provider.request(.ada)
        #expect(response.statusCode == 200)
        #expect(try await provider.request(.ada, as: String.self) == #"{"name":"ada"}"#)
        #expect(try await provider.request(.ada, as: String.self, atKeyPath: "name") == "ada")
    }

    @Test func targetSaysWhereAndHowToDecode() async throws {
        #expect(try await Provider<Count>(transport: SampleTransport()).request(Count()) == 7)
        let entries = try await Provider<Log>(transport: SampleTransport()).request(Log())
        #expect(entries == [Log.Entry(writtenAt: Date(timeIntervalSince1970: 60))])
    }

    @Test func untypedCallUsesTheTargetsDecoderToo() async throws {
        let provider = Provider<Log>(transport: SampleTransport())
        #expect(try await provider.request(Log(), as: [Log.Entry].self).count == 1)
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(Log(), as: [Log.Entry].self, using: JSONDecoder())
        }
        #expect(error?.underlyingError is DecodingError)
    }

    @Test func emptyBodyIsAcceptedByTypesWithoutContent() async throws {
        let none: @Sendable () -> Sample = { .networkResponse(204, Data()) }
        #expect(try await Provider<Delete<EmptyResult>>(answering: none).request(Delete()) == EmptyResult())
        #expect(try await Provider<Delete<User?>>(answering: none).request(Delete()) == nil)
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Delete<User>>(answering: none).request(Delete())
        }
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.statusCode == 204)
    }

    @Test func emptyResultAcceptsAnyBody() async throws {
        for body in ["null", "{}", "[1]", "\"done\"", "OK", "<html>"] {
            let provider = Provider<Delete<EmptyResult>>(answering: { .networkResponse(200, Data(body.utf8)) })
            #expect(try await provider.request(Delete()) == EmptyResult())
        }
    }

    @Test func targetMayDecodeOtherThings() async throws {
        let motto = Provider<Motto>(answering: { .networkResponse(200, Data("Keep it simple.".utf8)) })
        #expect(try await motto.request(Motto()) == "Keep it simple.")
        let notText = Provider<Motto>(answering: { .networkResponse(200, Data([0xff])) })
        let ours = await #expect(throws: TalynError.self) { try await notText.request(Motto()) }
        #expect(ours?.reason == .decoding)
        #expect(ours?.underlyingError is MappingError)
        let refused = Provider<Motto>(answering: { .networkResponse(200, Data("refuse".utf8)) })
        let error = await #expect(throws: TalynError.self) { try await refused.request(Motto()) }
        #expect(error?.reason == .decoding)
        #expect(error?.underlyingError is Motto.Refused)
    }

    @Test func errorsBodyIsNotDecodedToTheResult() async {
        let provider = Provider<FindUser>(answering: { .networkResponse(404, Data(#"{"name":"nobody"}"#.utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(.ada) }
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.statusCode == 404)
    }

    @Test func validationOfTheTargetDecidesAloneIfThereIsOne() async throws {
        let provider = Provider<Strict>(answering: { .networkResponse(404, Data(#"{"name":"nobody"}"#.utf8)) })
        #expect(try await provider.request(Strict()) == User(name: "nobody"))
    }

    @Test func optionalResultIsReadFromADownloadedFile() async throws {
        struct FindNobody: DecodableTargetType {
            typealias ResultType = User?

            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: RequestPath { "/users/ada" }
        }
        let directory = try TemporaryDirectory()
        let provider = Provider<FindNobody>(answering: { .networkResponse(200, Data(#"{"name":"ada"}"#.utf8)) })
        let file = directory.url.appendingPathComponent("a")
        let response = try await provider.download(FindNobody(), to: file).response()
        #expect(try FindNobody().decode(response) == User(name: "ada"))
    }
}

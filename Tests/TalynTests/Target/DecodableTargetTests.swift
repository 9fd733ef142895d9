import Foundation
import Testing

@testable import Talyn

struct DecodableTargetTests {
    private struct FindUser: DecodableTargetType {
        typealias ResultType = User

        var name = "ada"
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/users/\(name)" }
        var sampleData: Data { Data(#"{"name":"\#(name)"}"#.utf8) }

        static let ada = FindUser()
    }

    private struct Count: DecodableTargetType {
        typealias ResultType = Int

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/count" }
        var keyPath: String? { "meta.total_count" }
        var sampleData: Data { Data(#"{"meta": {"total_count": 7}}"#.utf8) }
    }

    private struct Log: DecodableTargetType {
        struct Entry: Decodable, Equatable {
            var writtenAt: Date
        }

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/log" }
        var decoder: JSONDecoder {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dateDecodingStrategy = .secondsSince1970
            return decoder
        }
        var sampleData: Data { Data(#"[{"written_at": 60}]"#.utf8) }

        typealias ResultType = [Entry]
    }

    private struct Delete<Result: Decodable & Sendable>: DecodableTargetType {
        typealias ResultType = Result

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/users/ada" }
        var method: HTTPRequest.Method { .delete }
    }

    private struct Motto: DecodableTargetType {
        struct Refused: Error {}

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/motto" }

        func decode(_ response: Response) throws -> String {
            let text = try response.mapString()
            if text == "refuse" { throw Refused() }
            return text
        }
    }

    private struct Strict: DecodableTargetType {
        typealias ResultType = User

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/strict" }
        var validationType: ValidationType { .customCodes([404]) }
    }

    private let provider = Provider<FindUser>(stubClosure: Provider.immediatelyStub)

    @Test func callGivesTheResult() async throws {
        let user = try await provider.request(.ada)
        #expect(user == User(name: "ada"))
    }

    @Test func whoNamesTheResponseGetsIt() async throws {
        let response: Response = try await provider.request(.ada)
        #expect(response.statusCode == 200)
        #expect(try await provider.request(.ada).mapString() == #"{"name":"ada"}"#)
        #expect(try await provider.request(.ada, as: String.self, atKeyPath: "name") == "ada")
    }

    @Test func completionHandlerGetsTheResult() {
        let recorder = Recorder<String>()
        provider.request(.ada) { result in
            if case .success(let user) = result { recorder.record("user \(user.name)") }
        }
        provider.request(.ada) { recorder.record("\($0)".contains("User(") ? "value" : "response") }
        provider.request(.ada) { (result: Result<Response, TalynError>) in recorder.record(result.text) }
        #expect(recorder.events == ["user ada", "value", "200"])
    }

    @Test func completionHandlerWithProgressGetsBoth() async throws {
        let recorder = Recorder<String>()
        let progress: ProgressBlock = { recorder.record("progress \($0.progress)") }
        provider.request(.ada, progress: progress) { result in
            if case .success(let user) = result { recorder.record("user \(user.name)") }
        }
        #expect(recorder.events == ["progress 1.0", "user ada"])
    }

    @Test func completionHandlerRunsOnItsQueue() async {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "typed")
        queue.setSpecific(key: key, value: true)
        let isOnQueue = await withCheckedContinuation { continuation in
            _ = provider.request(.ada, callbackQueue: queue) { (_: Result<User, TalynError>) in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isOnQueue)
    }

    @Test func targetSaysWhereAndHowToDecode() async throws {
        #expect(try await Provider<Count>(stubClosure: Provider.immediatelyStub).request(Count()) == 7)
        let entries = try await Provider<Log>(stubClosure: Provider.immediatelyStub).request(Log())
        #expect(entries == [Log.Entry(writtenAt: Date(timeIntervalSince1970: 60))])
    }

    @Test func untypedCallUsesTheTargetsDecoderToo() async throws {
        let provider = Provider<Log>(stubClosure: Provider.immediatelyStub)
        #expect(try await provider.request(Log(), as: [Log.Entry].self).count == 1)
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(Log(), as: [Log.Entry].self, using: JSONDecoder())
        }
        #expect(error?.underlyingError is DecodingError)
    }

    @Test func emptyBodyIsNoValueForThoseWhoNeedNone() async throws {
        let none: @Sendable () -> EndpointSampleResponse = { .networkResponse(204, Data()) }
        #expect(try await Provider<Delete<EmptyResult>>(answering: none).request(Delete()) == EmptyResult())
        #expect(try await Provider<Delete<User?>>(answering: none).request(Delete()) == nil)
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Delete<User>>(answering: none).request(Delete())
        }
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.statusCode == 204)
    }

    @Test func emptyResultTakesWhateverThereIs() async throws {
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
        guard case .stringMapping? = ours else {
            Issue.record("\(String(describing: ours)) is not what the mapping threw")
            return
        }
        let refused = Provider<Motto>(answering: { .networkResponse(200, Data("refuse".utf8)) })
        let error = await #expect(throws: TalynError.self) { try await refused.request(Motto()) }
        guard case .objectMapping(is Motto.Refused, _)? = error else {
            Issue.record("\(String(describing: error)) is not the target's own error")
            return
        }
    }

    @Test func errorsBodyIsNotDecodedToTheResult() async {
        let provider = Provider<FindUser>(answering: { .networkResponse(404, Data(#"{"name":"nobody"}"#.utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(.ada) }
        guard case .statusCode(let response)? = error else {
            Issue.record("\(String(describing: error)) is no statusCode")
            return
        }
        #expect(response.statusCode == 404)
    }

    @Test func validationOfTheTargetDecidesAloneIfThereIsOne() async throws {
        let provider = Provider<Strict>(answering: { .networkResponse(404, Data(#"{"name":"nobody"}"#.utf8)) })
        #expect(try await provider.request(Strict()) == User(name: "nobody"))
    }
}

import Foundation
import Talyn
import TalynStubs
import Testing

/// `HTTPFields` traps at 65,535 fields.
struct HeaderFieldLimitTests {
    private static func fields(_ count: Int) -> [(name: String, value: String)] {
        (0..<count).map { (name: "a\($0)", value: "") }
    }

    @Test(arguments: [0, 1, 10_000])
    func soManyAreTaken(count: Int) throws {
        #expect(try HTTPFields(limiting: Self.fields(count)).count == count)
    }

    @Test(arguments: [10_001, 65_535, 70_000])
    func moreAreRefused(count: Int) throws {
        let error = #expect(throws: HeaderFieldLimitError.self) { try HTTPFields(limiting: Self.fields(count)) }
        #expect(error?.localizedDescription == "The message has more than 10000 header fields.")
    }

    @Test func stubsRefuseARequestThatHasMore() async throws {
        let stubs = StubSet()
        stubs.on(.any, .status(204))
        var request = OutgoingRequest(url: try #require(URL(string: "https://a.example")))
        let fields = Self.fields(10_001).map { HTTPField(name: HTTPField.Name($0.name)!, value: $0.value) }
        request.headerFields = HTTPFields(fields)
        await #expect(throws: HeaderFieldLimitError.self) { try await stubs.send(request) }
    }

    @Test func anAnswerTakesNoMoreThanThat() async throws {
        let stubs = StubSet()
        let fields = try HTTPFields(limiting: Self.fields(10_000))
        stubs.on(.any, StubAnswer.status(204, headerFields: fields).adding(.accept, "a"))
        let request = OutgoingRequest(url: try #require(URL(string: "https://a.example")))
        await #expect(throws: HeaderFieldLimitError.self) { try await stubs.send(request) }
    }
}

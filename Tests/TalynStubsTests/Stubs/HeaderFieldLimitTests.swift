import Foundation
import TalynCore
import TalynStubs
import Testing
import _TalynSupport

/// `HTTPFields` traps at 65,535 fields.
struct HeaderFieldLimitTests {
    private static func fields(_ count: Int) -> HTTPFields {
        HTTPFields((0..<count).map { HTTPField(name: HTTPField.Name("a\($0)")!, value: "") })
    }

    @Test func stubsRefuseARequestThatHasMore() async throws {
        let stubs = StubSet()
        stubs.on(.any, .status(204))
        var request = OutgoingRequest(url: try #require(URL(string: "https://a.example")))
        request.headerFields = Self.fields(10_001)
        await #expect(throws: HeaderFieldLimitError.self) { try await stubs.send(request) }
    }

    @Test func anAnswerTakesNoMoreThanThat() async throws {
        let stubs = StubSet()
        stubs.on(.any, StubAnswer.status(204, headerFields: Self.fields(10_000)).adding(.accept, "a"))
        let request = OutgoingRequest(url: try #require(URL(string: "https://a.example")))
        await #expect(throws: HeaderFieldLimitError.self) { try await stubs.send(request) }
    }
}

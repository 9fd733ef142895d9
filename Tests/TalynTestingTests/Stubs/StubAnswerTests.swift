import Foundation
import TalynTesting
import TestSupport
import Testing

struct StubAnswerTests {
    @Test func answerThatCannotBeMadeFailsTheCall() async {
        let stubs = StubSet()
        stubs.on(
            .target(Hub.zen),
            .file(URL(fileURLWithPath: "/nowhere/a.json")),
            .resource("nothing.json", in: .main),
            .json(Double.infinity),
            .answer { _ in throw CocoaError(.featureUnsupported) }
        )
        let github = Provider<Hub>(transport: stubs)
        var errors: [TalynError] = []
        for _ in 0..<4 {
            await #expect(throws: TalynError.self) { try await github.request(.zen) }.map { errors.append($0) }
        }
        #expect(errors.count == 4)
        #expect(errors[0].underlyingError is BodyError)
        #expect(errors[1].underlyingError is MissingResourceError)
        #expect(errors[2].underlyingError is EncodingError)
        #expect(errors[3].underlyingError is CocoaError)
    }
}

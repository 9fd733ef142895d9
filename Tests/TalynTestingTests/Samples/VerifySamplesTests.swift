import Foundation
import Talyn
import TalynTesting
import TestSupport
import Testing

struct VerifySamplesTests {
    struct Profile: DecodableTargetType {
        typealias ResultType = Login
        let sample: String
        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/profile" }
        var sampleData: Data { Data(sample.utf8) }
    }

    @Test func trueSamplesPass() async {
        #expect(await verifySamples(of: [Hub.user("ada"), .user("grace")], as: Login.self).isEmpty)
        #expect(await verifySamples(of: [Profile(sample: #"{"login": "ada"}"#)]).isEmpty)
    }

    @Test func sampleThatDoesNotDecodeFailsTheTest() async {
        var failed: [Hub] = []
        let line = #line + 2
        await withKnownIssue {
            failed = await verifySamples(of: [Hub.user("ada"), .zen], as: Login.self)
        } matching: { issue in
            "\(issue.comments)".contains("The sample of Hub.zen is invalid") && issue.sourceLocation?.line == line
        }
        #expect(failed == [.zen])
        await withKnownIssue { await verifySamples(of: [Profile(sample: #"{"name": "ada"}"#)]) }
    }

    @Test func sampleThatFailsValidationFailsTheTest() async {
        struct Created: TargetType {
            var baseURL: URL { URL(string: "https://api.github.com")! }
            var path: RequestPath { "/users" }
            var validation: StatusValidation { .codes([201]) }
            var sampleData: Data { Data(#"{"login": "ada"}"#.utf8) }
        }
        var failed: [Created] = []
        await withKnownIssue { failed = await verifySamples(of: [Created()], as: Login.self) }
        #expect(failed.count == 1)
    }
}

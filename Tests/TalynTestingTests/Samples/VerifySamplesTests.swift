import Foundation
import Talyn
import TalynTesting
import Testing

struct VerifySamplesTests {
    struct Profile: DecodableTargetType {
        typealias ResultType = Login
        let sample: String
        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: String { "/profile" }
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
            "\(issue.comments)".contains("The sample of Hub.zen is none") && issue.sourceLocation?.line == line
        }
        #expect(failed == [.zen])
        await withKnownIssue { await verifySamples(of: [Profile(sample: #"{"name": "ada"}"#)]) }
    }

    @Test func sampleThatFailsValidationFailsTheTest() async {
        var failed: [Hub] = []
        await withKnownIssue {
            failed = await verifySamples(of: [.user("ada")], as: Login.self) { Endpoint($0, sampleStatusCode: 500) }
        }
        #expect(failed == [.user("ada")])
    }
}

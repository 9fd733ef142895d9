import Foundation
import TalynCore
import Testing

@testable import TalynRecordings

struct TargetLabelTests {
    enum Service: TargetType {
        case plain
        case named(name: String)
        case pair(String, Int)

        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "" }
    }

    struct Fetch: TargetType {
        let password: String
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "" }
    }

    @Test(arguments: [
        (Service.plain, "plain"), (.named(name: "secret"), "named"), (.pair("secret", 1), "pair"),
    ])
    func saysTheCaseAndNotItsValues(target: Service, name: String) {
        #expect(
            TargetLabel(target)
                == TargetLabel(type: "TargetLabelTests.Service", case: name, module: "TalynRecordingsTests")
        )
    }

    @Test func labelOfAStructIsItsType() {
        #expect(
            TargetLabel(Fetch(password: "secret"))
                == TargetLabel(type: "TargetLabelTests.Fetch", case: nil, module: "TalynRecordingsTests")
        )
    }
}

import Foundation
import Talyn
import TalynTesting
import XCTest

private enum GitHub: TargetType, Hashable {
    case zen
    case user(String)

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: RequestPath { if case .user(let name) = self { "/users/\(name)" } else { "/zen" } }
}

private struct Account: Codable {
    var login: String
}

private let github = Provider<GitHub>()

/// What the pages show of XCTest: each line of theirs stands here.
final class XCTestExamples: XCTestCase {
    func testShowsTheName() async throws {
        try await withStubs { stubs in
            stubs.on(.get("/users/ada"), .json(["login": "ada"]))
            let account = try await github.request(.user("ada"), as: Account.self)
            XCTAssertEqual(account.login, "ada")
        }
    }

    func testShowsTheZen() async throws {
        let stubs = makeStubs()
        stubs.on(.target(GitHub.zen), .text("Keep it simple."))
        let zen = try await Provider<GitHub>(transport: stubs).request(.zen, as: String.self)
        XCTAssertEqual(zen, "Keep it simple.")
    }
}

/// Has no tests: the switch would hold for all others.
final class ForbiddenLiveCalls: XCTestCase {
    override class func setUp() {
        forbidLiveCalls()
    }
}

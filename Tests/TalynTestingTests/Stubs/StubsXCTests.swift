import Talyn
import TalynTesting
import TestSupport
import XCTest

final class StubsXCTests: XCTestCase {
    private let shared = Provider<Hub>()

    func testAsynchronousTestIsStubbed() async throws {
        try await withStubs { stubs in
            stubs.on(.get("/users/ada"), .json(["login": "ada"]))
            let account = try await shared.request(.user("ada"), as: Login.self)
            XCTAssertEqual(account.login, "ada")
        }
    }

    func testSetOfAProviderIsVerified() async throws {
        let stubs = makeStubs()
        stubs.on(.get("/zen"), .text("Keep it simple."))
        let github = Provider<Hub>(transport: stubs)
        let text = try await github.request(.zen, as: String.self)
        XCTAssertEqual(text, "Keep it simple.")
    }
}

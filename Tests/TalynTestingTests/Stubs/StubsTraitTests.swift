import Talyn
import TalynTesting
import TestSupport
import Testing

/// A provider as apps have it: one for all, that no test has made.
private let shared = Provider<Hub>(plugins: [CoalescingPlugin()])

struct StubsTraitTests {
    @Test(.stubs) func reachesAProviderThatTheTestDidNotMake() async throws {
        StubSet.current.on(.target(Hub.zen), .text("a"))
        #expect(try await shared.request(.zen, as: String.self) == "a")
        #expect(StubSet.current.requests.count == 1)
    }

    @Test(.stubs { $0.fallback(.get("/zen"), .text("given")) })
    func registersBeforeTheTest() async throws {
        #expect(try await shared.request(.zen, as: String.self) == "given")
    }

    @Test(.stubs) func reachesTasks() async throws {
        StubSet.current.on(.target(Hub.zen), .text("a"))
        async let child = shared.request(.zen, as: String.self)
        let task = Task { try await shared.request(.zen, as: String.self) }
        #expect(try await child == "a")
        #expect(try await task.value == "a")
    }

    @Test(.stubs) func partOfATestHasStubsOfItsOwn() async throws {
        StubSet.current.on(.target(Hub.zen), .text("whole"))
        let part = try await withStubs { stubs in
            stubs.on(.target(Hub.zen), .text("part"))
            return try await shared.request(.zen, as: String.self)
        }
        #expect(part == "part")
        #expect(try await shared.request(.zen, as: String.self) == "whole")
    }

    @Test func setOfAProviderIsAskedBeforeThatOfTheTest() async throws {
        let stubs = StubSet()
        stubs.on(.target(Hub.zen), .text("own"))
        try await withStubs { bound in
            bound.fallback(.any, .text("bound"))
            let own = try await Provider<Hub>(transport: stubs).request(.zen, as: String.self)
            let other = try await Provider<Hub>().request(.zen, as: String.self)
            #expect([own, other] == ["own", "bound"])
        }
    }

    /// A thousand tests at the same time, each with another answer for the same URL, and all by the same provider.
    @Test(.hammer, .stubs, arguments: 0..<1000) func contradictingStubsDoNotMeet(number: Int) async throws {
        StubSet.current.on(.get("/zen"), .text("\(number)"), times: .exactly(2))
        await Task.yield()
        let first = try await shared.request(.zen, as: String.self)
        await Task.yield()
        let second = try await shared.request(.zen, as: String.self)
        #expect([first, second] == ["\(number)", "\(number)"])
    }

    /// The same in one test, with calls that wait for each other.
    @Test(.hammer) func contradictingStubsOfTasksDoNotMeet() async throws {
        let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<1000 {
                group.addTask {
                    try await withStubs { stubs in
                        stubs.on(.get("/zen")) { _ in
                            await Task.yield()
                            return .text("\(number)")
                        }
                        return (number, try await shared.request(.zen, as: String.self))
                    }
                }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        #expect(texts.count == 1000)
        #expect(texts.allSatisfy { "\($0.key)" == $0.value })
    }

    @Suite(.stubs { $0.fallback(.get("/zen"), .text("of the suite")) })
    struct OfASuite {
        @Test func testHasTheStubsOfItsSuite() async throws {
            #expect(try await shared.request(.zen, as: String.self) == "of the suite")
        }

        @Test(.stubs { $0.on(.target(Hub.zen), .text("of the test")) })
        func testAddsStubs() async throws {
            #expect(try await shared.request(.zen, as: String.self) == "of the test")
        }
    }
}

/// What fails a test, and where.
struct StubReportTests {
    @Test func unstubbedCallFailsWhereItIsWritten() async throws {
        let line = #line + 3
        await withKnownIssue {
            await withStubs { stubs in
                _ = try? await shared.request(.zen)
            }
        } matching: { issue in
            issue.sourceLocation?.line == line && "\(issue.comments)".contains("No stub answers Hub.zen")
                && issue.sourceLocation?.fileID == #fileID
        }
    }

    @Test func unusedStubFailsWhereItIsWritten() async throws {
        let line = #line + 3
        await withKnownIssue {
            await withStubs { stubs in
                stubs.on(.target(Hub.zen), .text("a"))
                await Task.yield()
            }
        } matching: { issue in
            issue.sourceLocation?.line == line
                && "\(issue.comments)".contains("Hub.zen is expected to be called at least once, but was never called")
        }
    }

    @Test func wrongCountFailsWhereTheStubIsWritten() async throws {
        let line = #line + 3
        await withKnownIssue {
            await withStubs { stubs in
                stubs.on(.target(Hub.zen), .text("a"), times: .exactly(3))
                _ = try? await shared.request(.zen)
            }
        } matching: { issue in
            issue.sourceLocation?.line == line && "\(issue.comments)".contains("3 times, but was called once")
        }
    }

    @Test func wrongOrderFailsWhereTheCallIsWritten() async throws {
        let line = #line + 5
        await withKnownIssue {
            await withStubs(inOrder: true) { stubs in
                stubs.on(.target(Hub.user("ada")), .sample)
                stubs.on(.target(Hub.zen), .text("a"))
                _ = try? await shared.request(.zen)
                _ = try? await shared.request(.user("ada"))
                _ = try? await shared.request(.zen)
            }
        } matching: { issue in
            issue.sourceLocation?.line == line && "\(issue.comments)".contains("comes too early")
        }
    }

    @Test func streamFailsWhereItIsWritten() async throws {
        let line = #line + 3
        await withKnownIssue {
            await withStubs { stubs in
                _ = try? await shared.stream(.zen).open()
            }
        } matching: { issue in
            issue.sourceLocation?.line == line
        }
    }

    @Test func callAfterTheEndFailsTheTestYet() async {
        await withKnownIssue {
            let (gate, opening) = AsyncStream.makeStream(of: Void.self)
            let late = await withStubs { _ in
                Task {
                    for await _ in gate {}
                    _ = try? await shared.request(.zen)
                }
            }
            opening.finish()
            await late.value
        } matching: { issue in
            "\(issue.comments)".contains("No stub answers Hub.zen")
        }
    }

    @Test func currentStubsOutsideOfAnyFailTheTest() {
        withKnownIssue {
            _ = StubSet.current
        } matching: {
            "\($0.comments)".contains("No stubs are bound")
        }
    }

    @Test func setOfAProviderFailsWhenItIsVerified() async {
        let stubs = StubSet()
        stubs.on(.target(Hub.zen), .text("a"))
        withKnownIssue { stubs.verify() }
        _ = try? await Provider<Hub>(transport: stubs).request(.zen)
        stubs.verify()
    }
}

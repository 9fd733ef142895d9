import Foundation
import TalynTesting
import TestSupport
import Testing

private typealias Support = RecordingSupport
private typealias Shop = RecordingSupport.Shop

struct RecordingTraitTests {
    /// A recording that is there before the tests that have it.
    private enum Prepared {
        static let recordings: URL = {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-trait-tests")
            let entries = [1, 2].map {
                Support.entry("GET", "https://shop.example.com/v1/items?page=\($0)", text: "[\($0)]")
            }
            for name in [
                "two", "RecordingTraitTests.aTraitTakesTheNameOfTheTest", "suite.testsOfASuiteHaveFilesOfTheirOwn",
                "suites.B.a", "suites.C.a",
            ] {
                let file = directory.appendingPathComponent("Recordings/\(name).har")
                try? (try? Recording(Support.har(entries[0], entries[1])))?.save(to: file)
            }
            return directory.appendingPathComponent("Recordings")
        }()
    }

    private static func callBoth() async throws {
        let provider = Provider<Shop>()
        #expect(try await provider.request(.items(page: 1), as: String.self) == "[1]")
        #expect(try await provider.request(.items(page: 2), as: String.self) == "[2]")
    }

    @Test(.recording("two", directory: Prepared.recordings)) func aTraitAnswersTheCallsOfATest() async throws {
        try await Self.callBoth()
    }

    @Test(.recording("two", directory: Prepared.recordings), arguments: [1, 2]) func casesShareARecording(page: Int)
        async throws
    {
        let text = try await Provider<Shop>().request(.items(page: page), as: String.self)
        #expect(text == "[\(page)]")
    }

    @Test(.recording(directory: Prepared.recordings)) func aTraitTakesTheNameOfTheTest() async throws {
        try await Self.callBoth()
    }

    @Suite(.recording("suite", directory: Prepared.recordings)) struct OfASuite {
        @Test func testsOfASuiteHaveFilesOfTheirOwn() async throws { try await RecordingTraitTests.callBoth() }
    }

    /// The same names in suites of a suite are different files.
    @Suite(.recording("suites", directory: Prepared.recordings)) struct OfNestedSuites {
        struct B {
            @Test func a() async throws { try await RecordingTraitTests.callBoth() }
        }

        struct C {
            @Test func a() async throws { try await RecordingTraitTests.callBoth() }
        }
    }
}

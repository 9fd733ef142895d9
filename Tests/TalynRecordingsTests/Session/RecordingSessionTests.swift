import Foundation
import TalynCore
import TalynStubs
import TestSupport
import Testing
import _TalynSupport

@testable import TalynRecordings

private typealias Support = RecordingSupport
private typealias Shop = RecordingSupport.Shop

struct RecordingSessionTests {
    private static func call(_ session: RecordingSession, _ targets: Shop...) async throws {
        let provider = Provider<Shop>(transport: session)
        for target in targets { _ = try await provider.request(target) }
    }

    /// A file in which these calls are recorded.
    private static func file(of targets: Shop..., answer: String = "[]") async throws -> URL {
        let file = try Support.temporaryFile()
        let session = try RecordingSession(file: file, mode: .rerecord, live: Support.answer(answer))
        let provider = Provider<Shop>(transport: session)
        for target in targets { _ = try await provider.request(target) }
        #expect(try session.end(isPassed: true).isEmpty)
        return file
    }

    @Test func recordedEntriesAreReplayed() async throws {
        let file = try await Self.file(of: .item(id: "a"), .items(page: 1))
        defer { Support.remove(file) }
        let session = try RecordingSession(file: file, mode: .replay, live: Support.answer("[]"))
        try await Self.call(session, .items(page: 1), .item(id: "a"))
        #expect(try session.end(isPassed: true).isEmpty)
    }

    @Test func anEntryThatIsNotUsedIsAProblem() async throws {
        let file = try await Self.file(of: .item(id: "a"), .items(page: 1))
        defer { Support.remove(file) }
        let session = try RecordingSession(file: file, mode: .replay, live: Support.answer("[]"))
        try await Self.call(session, .items(page: 1))
        let problems = try session.end(isPassed: true)
        #expect(problems.count == 1)
        #expect(
            problems.first?.text.contains(
                "entry 0, RecordingSupport.Shop.item, GET https://shop.example.com/v1/items/a"
            )
                == true
        )
        #expect(try session.end(isPassed: false).isEmpty)
    }

    @Test func aCallThatNoEntryAnswersIsAProblemEvenIfTheTestDoesNotMind() async throws {
        let file = try await Self.file(of: .item(id: "a"))
        defer { Support.remove(file) }
        let session = try RecordingSession(file: file, mode: .replay, live: Support.answer("[]"))
        try? await Self.call(session, .item(id: "b"))
        #expect(session.failures.map(\.remedy) == [.recordMissing])
        let problems = try session.end(isPassed: true)
        #expect(
            problems.count == 1 && problems.first?.text.contains("has no entry for RecordingSupport.Shop.item") == true
        )
    }

    @Test(arguments: [true, false])
    func aBodyThatIsNotWholeIsAProblemEvenIfTheTestDoesNotMind(isThere: Bool) async throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        if isThere {
            let recorder = RecordingTransport(wrapping: Support.answer("[1, 2]"), maximumBodySize: 3)
            _ = try await Provider<Shop>(transport: recorder).request(.items(page: 1))
            try recorder.recording.save(to: file)
        } else {
            let entry = Support.entry().replacingOccurrences(of: #""text": "[]""#, with: #""_x": 1"#)
            try Recording(Support.har(entry)).save(to: file)
        }
        let session = try RecordingSession(file: file, mode: .replay, live: Support.answer("[]"))
        try? await Self.call(session, .items(page: 1))
        let problems = try session.end(isPassed: true)
        let expected = isThere ? "has only the first 3 bytes of its body" : "has no body in the file"
        #expect(problems.count == 1 && problems.first?.text.contains(expected) == true, "\(problems)")
    }

    @Test(arguments: [RecordingMode.rerecord, .recordMissing])
    func aFileIsWrittenByOneSessionAtATime(mode: RecordingMode) async throws {
        let file = try await Self.file(of: .item(id: "a"))
        defer { Support.remove(file) }
        let session = try RecordingSession(file: file, mode: mode, live: Support.answer("[2]"))
        let directory = file.deletingLastPathComponent()
        let relative = directory.appendingPathComponent("../\(directory.lastPathComponent)/\(file.lastPathComponent)")
        for file in [file, relative] {
            let error = #expect(throws: RecordingError.self) {
                try RecordingSession(file: file, mode: .rerecord, live: Support.answer("[3]"))
            }
            #expect(error == .inUse(file))
            #expect(error?.description.contains(file.path) == true)
            #expect(error?.recoverySuggestion == "Give each test its own recording.")
        }
        _ = try RecordingSession(file: file, mode: .replay, live: Support.answer("[]"))
        try await Self.call(session, .item(id: "b"))
        #expect(try session.end(isPassed: true).isEmpty)
        _ = try RecordingSession(file: file, mode: mode, live: Support.answer("[]"))
        _ = try RecordingSession(file: file, mode: mode, live: Support.answer("[]"))
        #expect(try Recording(contentsOf: file).entries.last?.body == Data("[2]".utf8))
        #expect(session.isLive)
    }

    /// Each XCTest of `swift test --parallel` has a process of its own.
    @Test func aFileIsWrittenByOneProcessAtATime() async throws {
        let file = try await Self.file(of: .item(id: "a"))
        defer { Support.remove(file) }
        let lock = try OpenFile(forLocking: FileClaim.lock(of: file.resolvingSymlinksInPath().path))
        #expect(lock.lock())
        #expect(throws: RecordingError.inUse(file)) {
            try RecordingSession(file: file, mode: .recordMissing, live: Support.answer("[2]"))
        }
        lock.unlock()
        _ = try RecordingSession(file: file, mode: .recordMissing, live: Support.answer("[2]"))
    }

    @Test func aFileThatIsMissingSaysHowToRecordIt() throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        for mode in [RecordingMode.replay, .check] {
            let error = #expect(throws: RecordingError.self) {
                try RecordingSession(file: file, mode: mode, live: Support.answer("[]"))
            }
            #expect(error?.recoverySuggestion?.contains("record it first") == true)
            #expect(error?.remedy == .recordMissing)
        }
    }

    @Test func missingEntriesAreAdded() async throws {
        let file = try await Self.file(of: .item(id: "a"), answer: "[1]")
        defer { Support.remove(file) }
        let session = try RecordingSession(file: file, mode: .recordMissing, live: Support.answer("[2]"))
        #expect(session.isLive)
        try await Self.call(session, .item(id: "a"), .item(id: "b"))
        #expect(try session.end(isPassed: true).isEmpty)
        let recording = try Recording(contentsOf: file)
        #expect(recording.entries.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == ["[1]", "[2]"])
    }

    /// An entry refers to a page of its file (HAR 1.2).
    @Test(arguments: ["", #""pages": [{"id": "p", "title": "t"}], "#, #""pages": null, "#, "recorded"])
    func pagesOfAllEntriesAreInTheFile(pages: String) async throws {
        let file = try await Self.file(of: .item(id: "a"))
        defer { Support.remove(file) }
        if pages != "recorded" {
            let entry = Support.entry().dropFirst()
            let reference = pages.contains("[") ? #""pageref": "p", "# : ""
            try Data(#"{"log": {\#(pages)"entries": [{\#(reference)\#(entry)]}}"#.utf8).write(to: file)
        }
        let session = try RecordingSession(file: file, mode: .recordMissing, live: Support.answer("[2]"))
        try await Self.call(session, .item(id: "b"))
        #expect(try session.end(isPassed: true).isEmpty)
        let log = try #require(try JSONNode(json: try Data(contentsOf: file))["log"])
        let identifiers = (log["pages"]?.elements ?? []).compactMap { $0["id"]?.text }
        let references = (log["entries"]?.elements ?? []).compactMap { $0["pageref"]?.text }
        #expect(references.contains("recording"))
        #expect(Set(references).isSubset(of: identifiers))
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test func onlyATestThatPassedReplacesTheFile() async throws {
        let file = try await Self.file(of: .item(id: "a"), answer: "[1]")
        defer { Support.remove(file) }
        for isPassed in [false, true] {
            let session = try RecordingSession(file: file, mode: .rerecord, live: Support.answer("[2]"))
            try await Self.call(session, .item(id: "a"))
            #expect(try session.end(isPassed: isPassed).isEmpty)
            let body = try Recording(contentsOf: file).entries.first?.body
            #expect(body == Data((isPassed ? "[2]" : "[1]").utf8))
        }
    }

    @Test func aCheckTellsDriftAndLeavesTheFile() async throws {
        let file = try await Self.file(of: .item(id: "a"), .items(page: 1), answer: #"[{"name": "a"}]"#)
        defer { Support.remove(file) }
        let before = try Data(contentsOf: file)
        let same = try RecordingSession(
            file: file,
            mode: .check,
            live: Support.answer(#"[{"name": "b"}, {"name": "c"}]"#)
        )
        try await Self.call(same, .item(id: "a"), .items(page: 1))
        #expect(try same.end(isPassed: true).isEmpty)
        let other = try RecordingSession(file: file, mode: .check, live: Support.answer(#"[{"name": 7, "x": null}]"#))
        try await Self.call(other, .item(id: "a"), .item(id: "b"))
        let text = try other.end(isPassed: true).map(\.text).joined()
        for line in [
            "RecordingSupport.Shop.item, GET https://shop.example.com/v1/items/a: '[].name' is number, and was string",
            "RecordingSupport.Shop.item, GET https://shop.example.com/v1/items/a: '[].x' is new: null",
            "RecordingSupport.Shop.item, GET https://shop.example.com/v1/items/b: nothing like it was recorded",
            "RecordingSupport.Shop.items, GET https://shop.example.com/v1/items?page=1: it was recorded, and has not been made",
        ] {
            #expect(text.contains(line), "\(line) in \(text)")
        }
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func aCheckOfATestThatFailedTellsNothingOfRequestsThatItDidNotMake() async throws {
        let file = try await Self.file(of: .item(id: "a"), .items(page: 1), answer: #"[{"name": "a"}]"#)
        defer { Support.remove(file) }
        let same = try RecordingSession(file: file, mode: .check, live: Support.answer(#"[{"name": "b"}]"#))
        try await Self.call(same, .item(id: "a"))
        #expect(try same.end(isPassed: false).isEmpty)
        let other = try RecordingSession(file: file, mode: .check, live: Support.answer(#"[{"name": 7}]"#))
        try await Self.call(other, .item(id: "a"))
        let text = try other.end(isPassed: false).map(\.text).joined()
        #expect(text.contains("'[].name' is number, and was string"))
        #expect(!text.contains("has not been made"))
    }

    @Test func aCheckDoesNotMindHowOftenACallIsMadeIfTheLastEntryRepeats() async throws {
        let file = try await Self.file(of: .stream, .stream, .stream, .item(id: "a"))
        defer { Support.remove(file) }
        func problems(_ count: Int, repeatsLast: Bool) async throws -> String {
            let session = try RecordingSession(
                file: file,
                mode: .check,
                live: Support.answer("[]"),
                repeatsLast: repeatsLast
            )
            try await Self.call(session, .item(id: "a"))
            for _ in 0..<count { try await Self.call(session, .stream) }
            return try session.end(isPassed: true).map(\.text).joined()
        }
        for count in [1, 2, 3, 4, 7] { #expect(try await problems(count, repeatsLast: true) == "") }
        #expect(try await problems(0, repeatsLast: true).contains("it was recorded, and has not been made"))
        #expect(try await problems(2, repeatsLast: false).contains("it was recorded, and has not been made"))
        #expect(try await problems(4, repeatsLast: false).contains("nothing like it was recorded"))
    }

    @Test func theEnvironmentTakesThePlaceOfTheMode() throws {
        let variable = RecordingMode.environmentVariable
        #expect(try RecordingMode.fromEnvironment([:]) == nil)
        #expect(try RecordingMode.fromEnvironment([variable: ""]) == nil)
        #expect(try RecordingMode.fromEnvironment([variable: "missing"]) == .recordMissing)
        #expect(try RecordingMode.fromEnvironment([variable: "rerecord"]) == .rerecord)
        #expect(throws: RecordingModeError.self) { try RecordingMode.fromEnvironment([variable: "always"]) }
    }
}

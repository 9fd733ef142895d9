import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynRecordings
@testable import TalynStubs

private typealias Support = RecordingSupport

/// Clients as `@Client` writes them: each has a type `Target`.
private enum GitHubClient {
    enum Target: TargetType {
        case item(id: String)

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/items/1" }
    }
}

private enum GitLabClient {
    enum Target: TargetType {
        case item(id: String)

        var baseURL: URL { URL(string: "https://gitlab.com")! }
        var path: RequestPath { "/items/1" }
    }
}

/// Another client of GitHub's server.
private enum MirrorClient {
    enum Target: TargetType {
        case item(id: String)

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/items/1" }
    }
}

/// The origin and the full name of a target in replay.
struct ReplayOriginTests {
    /// Records what each client gets: its own name.
    private static func recording() async throws -> Recording {
        func record(_ text: String, with target: any TargetType) async throws -> [Recording.Entry] {
            let recorder = RecordingTransport(wrapping: Support.answer(text))
            _ = try await Self.text(of: target, from: recorder)
            return try Recording(recorder.recording.data).entries
        }
        let hub = try await record("hub", with: GitHubClient.Target.item(id: "1"))
        let lab = try await record("lab", with: GitLabClient.Target.item(id: "1"))
        let mirror = try await record("mirror", with: MirrorClient.Target.item(id: "1"))
        return Recording(entries: hub + lab + mirror, file: nil)
    }

    private static func text(of target: any TargetType, at url: URL? = nil, from transport: some Transport) async throws
        -> String
    {
        var request = try OutgoingRequest("GET", (url ?? target.baseURL).absoluteString + target.path.percentEncoded)
        request.target = target
        return String(decoding: try await transport.send(request).read().body, as: UTF8.self)
    }

    @Test func eachClientGetsItsOwnEntriesInAnyOrder() async throws {
        for ignoresOrigin in [false, true] {
            let replay = ReplayTransport(try await Self.recording(), ignoresOrigin: ignoresOrigin)
            #expect(try await Self.text(of: MirrorClient.Target.item(id: "1"), from: replay) == "mirror")
            #expect(try await Self.text(of: GitLabClient.Target.item(id: "1"), from: replay) == "lab")
            #expect(try await Self.text(of: GitHubClient.Target.item(id: "1"), from: replay) == "hub")
        }
    }

    @Test(arguments: ["http://api.github.com", "https://api.github.com:8443", "https://127.0.0.1"])
    func anotherOriginIsAnotherRequestUnlessItIsIgnored(origin: String) async throws {
        let recording = try await Self.recording()
        let target = GitHubClient.Target.item(id: "1")
        let error = await #expect(throws: RecordingError.self) {
            try await Self.text(of: target, at: URL(string: origin), from: ReplayTransport(recording))
        }
        let text = error?.description ?? ""
        #expect(text.contains("Its origin is https://api.github.com; with 'ignoresOrigin: true'"), "\(text)")
        let replay = ReplayTransport(recording, ignoresOrigin: true)
        #expect(try await Self.text(of: target, at: URL(string: origin), from: replay) == "hub")
    }

    @Test func theUsualPortIsTheSameOrigin() async throws {
        let replay = ReplayTransport(try await Self.recording())
        let url = URL(string: "https://API.github.com:443")
        #expect(try await Self.text(of: GitHubClient.Target.item(id: "1"), at: url, from: replay) == "hub")
    }

    @Test func aSessionAndACheckMayIgnoreTheOrigin() async throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        try await Self.recording().save(to: file)
        let target = GitHubClient.Target.item(id: "1")
        let url = URL(string: "http://127.0.0.1:9")
        let session = try RecordingSession(file: file, mode: .replay, live: Support.answer("hub"), ignoresOrigin: true)
        #expect(try await Self.text(of: target, at: url, from: session) == "hub")
        for (ignoresOrigin, isNew) in [(true, false), (false, true)] {
            let check = try RecordingSession(
                file: file,
                mode: .check,
                live: Support.answer("hub"),
                ignoresOrigin: ignoresOrigin
            )
            _ = try await Self.text(of: target, at: url, from: check)
            let problems = try check.end(isPassed: true).map(\.text).joined()
            #expect(problems.contains("nothing like it was recorded") == isNew, "\(problems)")
        }
    }

    // MARK: Names

    /// An entry with these members under `_talyn`.
    private static func entry(_ own: String, _ text: String, origin: String = "https://api.github.com") -> String {
        let entry = Support.entry("GET", "\(origin)/items/1", text: text)
        return entry.replacingOccurrences(of: #"{"startedDateTime""#, with: #"{"_talyn": {\#(own)}, "startedDateTime""#)
    }

    @Test func aRecordingOfAnEarlierVersionAnswersByTheLastPartOfTheName() async throws {
        let own = #""target": "Target", "case": "item""#
        let hub = Self.entry(own, "hub")
        let lab = Self.entry(own, "lab", origin: "https://gitlab.com")
        let recording = try Recording(Support.har(lab, hub))
        #expect(recording.entries.map(\.targetName) == ["Target.item", "Target.item"])
        let replay = ReplayTransport(recording)
        #expect(try await Self.text(of: GitHubClient.Target.item(id: "1"), from: replay) == "hub")
        #expect(try await Self.text(of: GitLabClient.Target.item(id: "1"), from: replay) == "lab")
        let other = ReplayTransport(try Recording(Support.har(Self.entry(#""target": "Other", "case": "item""#, ""))))
        await #expect(throws: RecordingError.self) {
            try await Self.text(of: GitHubClient.Target.item(id: "1"), from: other)
        }
    }

    @Test func theModuleCountsOnlyWhereTwoHaveATypeOfTheName() async throws {
        let moved = Self.entry(#""target": "GitHubClient.Target", "module": "Other", "case": "item""#, "other")
        let own = Self.entry(
            #""target": "GitHubClient.Target", "module": "TalynRecordingsTests", "case": "item""#,
            "own"
        )
        let target = GitHubClient.Target.item(id: "1")
        let one = ReplayTransport(try Recording(Support.har(moved)))
        #expect(try await Self.text(of: target, from: one) == "other")
        let two = ReplayTransport(try Recording(Support.har(moved, own)))
        #expect(try await Self.text(of: target, from: two) == "own")
        await #expect(throws: RecordingError.self) { try await Self.text(of: target, from: two) }
    }

    @Test func aRecordingHasTheFullNameAndTheModule() async throws {
        let entry = try #require(try await Self.recording().entries.first)
        #expect(entry.targetName == "GitHubClient.Target.item")
        #expect(entry.target?.module == "TalynRecordingsTests")
    }

    @Test func theNameOfALocalTypeIsTheSameInEachRun() {
        enum Local: TargetType {
            case one
            var baseURL: URL { URL(string: "https://a.example")! }
            var path: RequestPath { "" }
        }
        struct Generic<Value>: TargetType {
            var baseURL: URL { URL(string: "https://a.example")! }
            var path: RequestPath { "" }
        }
        #expect("\(TargetLabel(Local.one))" == "ReplayOriginTests.Local.one")
        let generic = "\(TargetLabel(Generic<Local>()))"
        #expect(generic.hasPrefix("ReplayOriginTests.Generic<") && generic.hasSuffix("Local>"), "\(generic)")
        #expect(!generic.contains("unknown context"))
        #expect(TargetLabel(type: "A.B<C.D>", case: nil).short.type == "B<C.D>")
    }
}

import Foundation
import Testing

@testable import Talyn

struct SampleResponsesTests {
    private func provider(_ samples: SampleResponses) -> Provider<Zen> {
        Provider<Zen>(stubClosure: Provider.immediatelyStub, samples: samples)
    }

    private static func text(_ text: String) -> EndpointSampleResponse {
        .networkResponse(200, Data(text.utf8))
    }

    @Test func registeredSampleComesBeforeTheTargets() async throws {
        var samples = SampleResponses()
        samples.register(.networkResponse(201, Data("registered".utf8)), for: Season.summer)
        let provider = Provider<Season>(stubClosure: Provider.immediatelyStub, samples: samples)
        let response = try await provider.request(.summer)
        #expect(response.statusCode == 201)
        #expect(try response.mapString() == "registered")
        #expect(try await provider.request(.winter).mapString() == "from the target")
    }

    @Test func registeredSampleComesBeforeTheEndpointClosures() async throws {
        var samples = SampleResponses()
        samples.register(for: Zen.self) { target in
            if case .user = target { Self.text("registered") } else { nil }
        }
        let provider = Provider<Zen>(
            endpointClosure: { Endpoint($0, sampleStatusCode: 418) },
            stubClosure: Provider.immediatelyStub,
            samples: samples
        )
        #expect(try await provider.request(.user("ada")).mapString() == "registered")
        #expect(try await provider.request(.zen).statusCode == 418)
    }

    @Test func whatWasRegisteredLastIsAskedFirst() async throws {
        var samples = SampleResponses()
        samples.register(for: Season.self) { _ in Self.text("any") }
        samples.register(Self.text("first"), for: Season.summer)
        samples.register(Self.text("second"), for: Season.summer)
        let provider = Provider<Season>(stubClosure: Provider.immediatelyStub, samples: samples)
        #expect(try await provider.request(.summer).mapString() == "second")
        #expect(try await provider.request(.winter).mapString() == "any")
    }

    @Test func sampleIsAskedForEachAttempt() async throws {
        struct Retrying: Plugin {
            func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response
            {
                let response = try await next(endpoint)
                return response.statusCode == 503 ? try await next(endpoint) : response
            }
        }
        let statuses = Locked([503, 200])
        var samples = SampleResponses()
        samples.register(for: Zen.self) { _ in .networkResponse(statuses.withLock { $0.removeFirst() }, Data()) }
        let provider = Provider<Zen>(
            stubClosure: Provider.immediatelyStub,
            plugins: [Retrying()],
            samples: samples
        )
        #expect(try await provider.request(.zen).statusCode == 200)
    }

    @Test func liveCallsDoNotAsk() async throws {
        var samples = SampleResponses()
        samples.register(for: Zen.self) { _ in Self.text("registered") }
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in TransportResponse(statusCode: 299, body: HTTPBody(Data())) },
            samples: samples
        )
        #expect(try await provider.request(.zen).statusCode == 299)
    }

    @Test func samplesAreAValue() async throws {
        var one = SampleResponses()
        one.register(Self.text("one"), for: Season.summer)
        var two = one
        two.register(Self.text("two"), for: Season.summer)
        let first = Provider<Season>(stubClosure: Provider.immediatelyStub, samples: one)
        let second = Provider<Season>(stubClosure: Provider.immediatelyStub, samples: two)
        #expect(try await first.request(.summer).mapString() == "one")
        #expect(try await second.request(.summer).mapString() == "two")
    }

    @Test func wrappedTargetsAreKnownByTheirOwnType() async throws {
        var samples = SampleResponses()
        samples.register(Self.text("summer"), for: Season.summer)
        samples.register(for: Zen.self) { _ in Self.text("zen") }
        let provider = MultiProvider(stubClosure: MultiProvider.immediatelyStub, samples: samples)
        #expect(try await provider.request(Season.summer).mapString() == "summer")
        #expect(try await provider.request(Season.winter).mapString() == "from the target")
        #expect(try await provider.request(MultiTarget(MultiTarget(Zen.zen))).mapString() == "zen")
    }

    // MARK: Files

    /// A directory with the file `user.json`, which serves as a bundle too.
    private func directory() throws -> URL {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("samples-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(#"{"login":"ada"}"#.utf8).write(to: directory.appendingPathComponent("user.json"))
        return directory
    }

    @Test func fileIsASample() async throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("user.json")
        guard case .networkResponse(404, let data) = try EndpointSampleResponse.file(file, statusCode: 404) else {
            Issue.record("the file is not the body")
            return
        }
        #expect(data == Data(#"{"login":"ada"}"#.utf8))
    }

    @Test func resourceIsASample() async throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let bundle = try #require(Bundle(url: directory))
        let provider = TypedTargetExamples.samples(in: bundle)
        #expect(try await provider.request(.target(GitHub.user("ada")), as: Account.self) == Account(login: "ada"))
        #expect(try await provider.request(.target(Season.summer)).mapString() == "Keep it simple.")
        #expect(try await provider.request(.target(GitHub.repositories(of: "ada", page: 1))).mapString() == "[]")
    }

    @Test func missingFileIsNamed() throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let fileError = #expect(throws: SampleError.self) {
            try EndpointSampleResponse.file(directory.appendingPathComponent("nobody.json"))
        }
        #expect(fileError?.description.contains("nobody.json") == true)
        let bundle = try #require(Bundle(url: directory))
        let resourceError = #expect(throws: SampleError.self) {
            try EndpointSampleResponse.resource("nobody.json", in: bundle)
        }
        #expect(resourceError?.description.contains("nobody.json") == true)
    }

    @Test func errorOfAClosureFailsTheCall() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        var samples = SampleResponses()
        samples.register(for: Zen.self) { _ in try .file(file) }
        let error = await #expect(throws: TalynError.self) { try await provider(samples).request(.zen) }
        #expect(error?.description.contains(file.lastPathComponent) == true, "\(String(describing: error))")
    }
}

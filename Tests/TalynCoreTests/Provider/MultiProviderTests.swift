import Foundation
import TalynStreams
import TalynTransfers
import TestSupport
import Testing

@testable import TalynCore

struct MultiProviderTests {
    private struct Find: DecodableTargetType {
        typealias ResultType = User

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/users/ada" }
        var sampleData: Data { Data(#"{"name":"ada"}"#.utf8) }
    }

    private struct Seen: CallObserver {
        let recorder: Recorder<String>

        func willSend(_ request: OutgoingRequest, context: CallContext) {
            recorder.record("\(type(of: context.target))")
        }
    }

    private let provider = MultiProvider(transport: SampleTransport())

    @Test func targetsOfAnyTypeAreCalled() async throws {
        #expect(try await provider.request(Zen.zen, as: String.self) == "Keep it simple.")
        let user = try await provider.request(Find())
        #expect(user == User(name: "ada"))
        let response: Response = try await provider.request(Find())
        #expect(response.statusCode == 200)
        #expect(try await provider.request(Zen.user("grace"), as: User.self) == User(name: "grace"))
    }

    @Test func targetsWhoseTypeIsNotKnownAreCalled() async throws {
        let targets: [any TargetType] = [Zen.zen, Find()]
        for target in targets {
            #expect(try await provider.request(target).statusCode == 200)
        }
    }

    @Test func providerOfOneTypeMakesTheOtherCalls() async throws {
        let zen = provider.provider(for: Zen.self)
        #expect(try await zen.stream(.zen).open().response.statusCode == 200)
        #expect(try await zen.transfer(.zen).response().statusCode == 200)
        #expect(try await provider.provider(for: Find.self).request(Find()).name == "ada")
    }

    @Test func pluginsSeeTheTargetsThemselves() async throws {
        let recorder = Recorder<String>()
        let provider = MultiProvider(transport: SampleTransport(), plugins: [Seen(recorder: recorder)])
        _ = try await provider.request(Zen.zen)
        _ = try await provider.request(Find())
        _ = try await provider.request(Zen.zen, as: EmptyResult.self)
        #expect(recorder.events == ["Zen", "Find", "Zen"])
    }
}

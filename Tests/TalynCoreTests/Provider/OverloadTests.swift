import Foundation
import TestSupport
import Testing

@testable import TalynCore

// What apps wrote before there was anything of the kind here: their methods have to win.
extension Provider {
    fileprivate func request(_ target: Target) async throws -> Response {
        Response(statusCode: 299, data: Data("the app's".utf8), headerFields: [:])
    }
}

extension Provider where Target: DecodableTargetType {
    fileprivate func request(_ target: Target) async throws -> Target.ResultType {
        throw OverloadTests.Chosen()
    }
}

extension MultiProvider {
    fileprivate func request(_ target: some TargetType) async throws -> Response {
        Response(statusCode: 299, data: Data("the app's".utf8), headerFields: [:])
    }
}

struct OverloadTests {
    struct Chosen: Error {}

    private struct Find: DecodableTargetType {
        typealias ResultType = User

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/users/ada" }
    }

    @Test func methodOfTheAppWins() async throws {
        #expect(try await Provider<Zen>(transport: SampleTransport()).request(.zen).statusCode == 299)
        await #expect(throws: Chosen.self) {
            let user = try await Provider<Find>(transport: SampleTransport()).request(Find())
            _ = user.name
        }
        let multi = MultiProvider(transport: SampleTransport())
        #expect(try await multi.request(Zen.zen).statusCode == 299)
    }
}

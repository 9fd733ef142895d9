#if Tools && (os(macOS) || os(Linux))
import Foundation
import HTTPBin
import Talyn
import Testing
import TestSupport

/// The route for server-sent events of the server that tests call.
@Suite(.sockets)
struct HTTPBinEventsTests {
    private struct Events: TargetType {
        let baseURL: URL
        let count: Int
        let last: Int

        var path: RequestPath { "/events/\(count)" }
        var headerFields: HTTPFields { [.named("Last-Event-ID"): "\(last)"] }
        var requestOptions: RequestOptions { .patient }
    }

    @available(Hummingbird, *)
    @Test(
        arguments: [
            (5, 0, ["1", "2", "3"]), (5, 3, ["4", "5"]), (5, 5, []), (5, 9, []), (2, -7, ["1", "2"]),
            (5, .min, ["1", "2", "3"]), (.max, .max - 1, ["\(Int.max)"]), (.max, .max, []), (0, 0, []),
        ] as [(Int, Int, [String])]
    )
    func connectionContinuesAfterTheLastEvent(count: Int, last: Int, ids: [String]) async throws {
        try await HTTPBinServer.withServer { url in
            let response = try await Provider<Events>().request(Events(baseURL: url, count: count, last: last))
            #expect(response.statusCode == (ids.isEmpty ? 204 : 200))
            let lines = String(decoding: response.data, as: UTF8.self).split(separator: "\n")
            #expect(lines.filter { $0.hasPrefix("id: ") } == ids.map { "id: \($0)" })
        }
    }
}
#endif

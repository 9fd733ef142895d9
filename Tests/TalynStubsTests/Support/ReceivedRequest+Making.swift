import Foundation
import TalynCore
import TestSupport
import _TalynSupport

@testable import TalynStubs

extension TalynStubs.ReceivedRequest {
    /// The request of a target, as a stub gets it.
    static func of(_ target: Hub) async throws -> TalynStubs.ReceivedRequest {
        let stubs = StubSet()
        stubs.fallback(.any, .status(200))
        _ = try await Provider<Hub>(transport: stubs).request(target)
        return stubs.requests[0]
    }

    /// A request that no target made.
    static func line(_ line: String, headers: [String: String] = [:], body: String = "") -> TalynStubs.ReceivedRequest {
        let words = line.split(separator: " ")
        let request = OutgoingRequest(
            method: HTTPRequest.Method(String(words[0]))!,
            url: URL(string: String(words[1]))!,
            headerFields: HTTPFields(headers)
        )
        return ReceivedRequest(target: nil, request, body: Data(body.utf8))
    }
}

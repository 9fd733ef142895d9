import Foundation
import TalynCore

extension TransportResponse {
    /// Status and body.
    func read() async throws -> (status: Int, body: Data) {
        var data = Data()
        for try await chunk in body { data.append(chunk) }
        return (statusCode, data)
    }
}

#if Tools && os(Linux)
import Foundation
import TalynCore
import _TalynSupport

/// An authorization server that replaces refresh tokens, and ends the sign-in if an old one comes again (RFC 9700, section 4.14.2).
final class TokenServer: Transport {
    struct State {
        /// The refresh token that counts; nil after an old one came again.
        var current: String?
        var count = 0
        /// The refresh tokens of the requests of a race.
        var requests: [String] = []
        /// The old refresh tokens that came again.
        var reused: [String] = []
    }

    let state = Locked(State())

    /// Begins a sign-in.
    func makeRefreshToken() -> String {
        state.withLock { state in
            state.count += 1
            let token = "refresh-\(state.count)"
            state.current = token
            return token
        }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var data = Data()
        if let body = request.body { for try await chunk in body { data.append(chunk) } }
        let fields = String(decoding: data, as: UTF8.self).split(separator: "&")
        let token = fields.first { $0.hasPrefix("refresh_token=") }?.dropFirst("refresh_token=".count) ?? ""
        state.withLock { $0.requests.append(String(token)) }
        // Another process has time to come.
        try await Task.sleep(for: .milliseconds(20))
        let answer = state.withLock { renew(&$0, String(token)) }
        return TransportResponse(
            statusCode: answer == nil ? 400 : 200,
            headerFields: [.contentType: "application/json"],
            body: HTTPBody(Data((answer ?? #"{"error":"invalid_grant"}"#).utf8))
        )
    }

    private func renew(_ state: inout State, _ token: String) -> String? {
        guard let current = state.current else { return nil }
        guard token == current else {
            state.reused.append(token)
            state.current = nil
            return nil
        }
        state.count += 1
        state.current = "refresh-\(state.count)"
        return
            #"{"access_token":"access-\#(state.count)","token_type":"Bearer","expires_in":3600,"refresh_token":"refresh-\#(state.count)"}"#
    }
}
#endif

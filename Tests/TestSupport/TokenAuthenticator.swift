package import Foundation
package import TalynCore
import TalynPlugins

/// A token that expires.
package struct TestToken: Sendable, Equatable {
    package var text: String
    package var expiry: Date

    package init(text: String, expiry: Date = .distantFuture) {
        self.text = text
        self.expiry = expiry
    }
}

/// The error of a test's authenticator.
package struct NoTokenError: Error {
    package var token: String

    package init(token: String = "hunter2") {
        self.token = token
    }
}

/// Sends bearer tokens, and gets new ones from a closure.
package struct TokenAuthenticator: Authenticator {
    private let refreshing: @Sendable (TestToken) async throws -> TestToken

    package init(
        refreshing: @escaping @Sendable (TestToken) async throws -> TestToken = { _ in throw NoTokenError() }
    ) {
        self.refreshing = refreshing
    }

    package func apply(_ token: TestToken, to request: inout OutgoingRequest) {
        request.headerFields[.authorization] = "Bearer \(token.text)"
    }

    package func needsRefresh(_ token: TestToken, at date: Date) -> Bool {
        token.expiry <= date
    }

    package func refresh(_ token: TestToken) async throws -> TestToken {
        try await refreshing(token)
    }
}

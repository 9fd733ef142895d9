import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct CredentialEventTests: AuthenticationTests {
    let refreshes = Recorder<String>()
    let server = TokenServer()

    /// The names of the next events.
    private func names(_ count: Int, of events: AsyncStream<CredentialEvent>) async -> [String] {
        var names: [String] = []
        for await event in events {
            switch event {
            case .replaced: names.append("replaced")
            case .removed: names.append("removed")
            case .refreshed: names.append("refreshed")
            case .refreshFailed(let error): names.append("failed \(error.isRefusal)")
            @unknown default: names.append("unknown")
            }
            if names.count == count { break }
        }
        return names
    }

    private func refusal(_ status: Int) -> TalynError {
        TalynError(.unacceptableStatus, response: Response(statusCode: status, data: Data(), headerFields: [:]))
    }

    @Test func signInRefreshAndSignOutAreEvents() async throws {
        let plugin = plugin(nil)
        let events = plugin.events
        plugin.credential = TestToken(text: "old")
        _ = try await provider(plugin).request(.zen)
        plugin.credential = nil
        #expect(await names(3, of: events) == ["replaced", "refreshed", "removed"])
    }

    @Test(arguments: [
        (400, true), (401, true), (403, true), (407, false), (408, false), (421, false), (425, false), (429, false),
        (500, false),
    ])
    func failedRefreshSaysWhetherTheServerRefused(status: Int, isRefusal: Bool) async {
        let plugin = plugin { [self] _ in throw refusal(status) }
        let events = plugin.events
        #expect(await provider(plugin).result(.zen).authenticationError?.isRefusal == isRefusal)
        #expect(await names(1, of: events) == ["failed \(isRefusal)"])
    }

    @Test(arguments: [(400, true), (503, false)])
    func adviceToSignInStandsOnlyAfterARefusal(status: Int, isRefusal: Bool) async {
        let plugin = plugin { [self] _ in throw refusal(status) }
        let error = await provider(plugin).result(.zen).authenticationError
        #expect(error?.description.contains("Sign in again") == isRefusal, "\(String(describing: error))")
    }

    @Test func refreshThatFailsForAnotherReasonIsNoRefusal() async {
        let plugin = plugin { _ in throw NoTokenError() }
        let events = plugin.events
        _ = await provider(plugin).result(.zen)
        #expect(await names(1, of: events) == ["failed false"])
    }

    @Test func resultOfARefreshThatNoLongerCountsIsNoEvent() async {
        let slot = Watched<AuthPlugin?>(nil)
        let plugin = plugin { _ in
            slot.value?.credential = TestToken(text: "new")
            throw NoTokenError()
        }
        slot.update { $0 = plugin }
        let events = plugin.events
        _ = await provider(plugin).result(.zen)
        plugin.credential = nil
        #expect(await names(2, of: events) == ["replaced", "removed"])
        slot.update { $0 = nil }
    }

    @Test func eachReaderGetsAllEventsUntilThePluginEnds() async {
        var plugin: AuthPlugin? = plugin(nil)
        let (first, second) = (plugin?.events, plugin?.events)
        #expect(first != nil && second != nil)
        plugin?.credential = TestToken(text: "a")
        plugin = nil
        for case let events? in [first, second] {
            var count = 0
            for await _ in events { count += 1 }
            #expect(count == 1)
        }
    }
}

import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

@Suite("AWS credentials from a source that hangs")
struct AWSCredentialLimitTests {
    private static let request = OutgoingRequest(method: .get, url: URL(string: "https://sts.example.com/")!)

    private static func plugin(
        _ clock: ManualClock,
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_000_000) },
        _ load: @escaping @Sendable (_ number: Int) async throws -> AWSCredentials?
    ) -> AWSSigningPlugin {
        let count = Locked(0)
        let source = AWSCredentialSource {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return try await load(number)
        }
        return AWSSigningPlugin(
            region: "r",
            service: "sts",
            credentials: source,
            payload: .signed,
            clock: clock,
            now: now
        )
    }

    static func keyID(_ plugin: AWSSigningPlugin) async throws -> String? {
        let value = try await plugin.signed(request).headerFields[.authorization]
        return value?.components(separatedBy: "Credential=").last?.components(separatedBy: "/").first
    }

    @Test(
        "calls fail after a minute, even if the source ignores its cancellation, and the next call asks it again",
        .bug("https://github.com/awslabs/aws-c-auth/issues/182", "IMDSv2 credentials provider hangs forever")
    )
    func callsFailAtLimit() async throws {
        let clock = ManualClock()
        let isOpen = Watched(false)
        let plugin = Self.plugin(clock) { number in
            if number == 1 { await Task.detached { await isOpen.wait { $0 } }.value }
            return AWSCredentials(accessKeyID: "K\(number)", secretAccessKey: "s")
        }
        let call = Task { try await Self.keyID(plugin) }
        await clock.sleeper(for: .seconds(60))
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: SignatureError.self) { _ = try await call.value }
        #expect(error?.reason == .noCredentials)
        #expect(error?.problem == "The source of AWS credentials gave none within a minute.")
        #expect(try await Self.keyID(plugin) == "K2")
        // What comes too late doesn't replace what is newer.
        isOpen.update { $0 = true }
        for _ in 0..<100 {
            await Task.yield()
            #expect(try await Self.keyID(plugin) == "K2")
        }
    }

    @Test("credentials without an expiration are loaded anew after five minutes, also if the date was set back")
    func dateIsSetBack() async throws {
        let clock = ManualClock()
        let date = Locked(Date(timeIntervalSince1970: 1_000_000))
        let plugin = Self.plugin(clock, now: { date.withLock { $0 } }) { number in
            AWSCredentials(accessKeyID: "K\(number)", secretAccessKey: "s")
        }
        #expect(try await Self.keyID(plugin) == "K1")
        date.withLock { $0 -= 86_400 }
        clock.advance(by: .seconds(299))
        #expect(try await Self.keyID(plugin) == "K1")
        clock.advance(by: .seconds(1))
        while try await Self.keyID(plugin) == "K1" { await Task.yield() }
    }

    @Test("a renewal that hangs is cancelled after a minute, and calls with valid credentials ask for another")
    func renewalEndsAtLimit() async throws {
        let clock = ManualClock()
        let date = Locked(Date(timeIntervalSince1970: 1_000_000))
        let isCancelled = Watched(false)
        let plugin = Self.plugin(clock, now: { date.withLock { $0 } }) { number in
            if number == 2 {
                await Watched(false).wait { $0 }
                isCancelled.update { $0 = true }
                throw CancellationError()
            }
            let end = Date(timeIntervalSince1970: number == 1 ? 1_001_000 : 1_005_000)
            return AWSCredentials(accessKeyID: "K\(number)", secretAccessKey: "s", expiration: end)
        }
        #expect(try await Self.keyID(plugin) == "K1")
        date.withLock { $0 += 800 }
        #expect(try await Self.keyID(plugin) == "K1")
        await clock.sleeper(for: .seconds(60))
        clock.advance(by: .seconds(60))
        await isCancelled.wait { $0 }
        #expect(try await Self.keyID(plugin) == "K1")
        date.withLock { $0 += 6 }
        while try await Self.keyID(plugin) == "K1" { await Task.yield() }
        #expect(try await Self.keyID(plugin) == "K3")
    }
}
#endif

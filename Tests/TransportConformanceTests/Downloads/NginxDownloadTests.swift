#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynTransfers

/// Downloads from a server that many people use, over connections that are cut again and again.
@Suite(.serialized, .sockets, .enabled(if: Nginx.isInstalled, "\(Nginx.absence)"))
struct NginxDownloadTests {
    private let root: TemporaryDirectory
    private let directory: TemporaryDirectory
    private let target: URL

    init() throws {
        root = try TemporaryDirectory()
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    /// A file of random bytes.
    private func served(_ count: Int, seed: UInt64) throws -> Data {
        var random = SeededGenerator(seed: seed)
        var content = Data(capacity: count + 8)
        while content.count < count { withUnsafeBytes(of: random.next()) { content.append(contentsOf: $0) } }
        content = content.prefix(count)
        _ = try root.file("file", content)
        return content
    }

    private func cuts(_ count: Int, below limit: Int, seed: UInt64) -> [CuttingProxy.Cut] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            CuttingProxy.Cut(after: Int.random(in: 0..<limit, using: &random), isReset: Bool.random(using: &random))
        }
    }

    @Test(arguments: TransportUnderTest.all, [1, 2] as [UInt64])
    func hundredCutsLeaveNoTrace(_ transport: TransportUnderTest, seed: UInt64) async throws {
        let content = try served(6_000_000, seed: seed)
        let cuts = cuts(100, below: 100_000, seed: seed)
        try await Nginx.withServer(serving: root.url) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: cuts) { proxy in
                // A cut may come before the first byte of the body.
                let plugin = RetryPlugin.jumping { $0.maximumAttempts = 1_000 }
                let provider = transport.provider(plugins: [plugin])
                let response = try await provider.downloaded(
                    Probe(proxy.baseURL, "/file"),
                    to: DownloadDestination(target)
                )
                #expect(try Data(contentsOf: target) == content)
                #expect(proxy.cutCount == 100)
                #expect(try directory.names == ["target"])
                let attempts = try #require(response.metrics?.attempts)
                #expect(attempts.count == 101)
                // Nothing was sent twice.
                #expect(attempts.map(\.receivedBytes).reduce(0, +) == 6_000_000)
                #expect(attempts.dropFirst().allSatisfy { $0.reason != nil })
            }
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func newVersionIsTakenAsAWhole(_ transport: TransportUnderTest) async throws {
        _ = try served(500_000, seed: 1)
        try await Nginx.withServer(serving: root.url) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: [.init(after: 100_000), .init(after: 0)]) {
                proxy in
                let destination = DownloadDestination(target) { $0.keepsPartialFile = true }
                let probe = Probe(proxy.baseURL, "/file")
                await #expect(throws: TalynError.self) {
                    try await transport.provider().downloaded(probe, to: destination)
                }
                #expect(try directory.names.count == 2)
                let content = try served(400_000, seed: 2)
                let response = try await transport.provider().downloaded(probe, to: destination)
                #expect(try Data(contentsOf: target) == content)
                #expect(response.statusCode == 200)
                #expect(response.metrics?.attempts.first?.request?.headerFields[.range] != nil)
            }
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func fileThatIsCompleteIsOnlyLookedAt(_ transport: TransportUnderTest) async throws {
        let content = try served(500_000, seed: 1)
        try await Nginx.withServer(serving: root.url) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: [.init(after: 100_000), .init(after: 0)]) {
                proxy in
                let destination = DownloadDestination(target) { $0.keepsPartialFile = true }
                let probe = Probe(proxy.baseURL, "/file")
                await #expect(throws: TalynError.self) {
                    try await transport.provider().downloaded(probe, to: destination)
                }
                try content.write(to: directory.url.appendingPathComponent(".target.talyn-part"))
                let response = try await transport.provider().downloaded(probe, to: destination)
                #expect(response.metrics?.attempts.map(\.receivedBytes) == [1])
                #expect(try Data(contentsOf: target) == content)
            }
        }
    }
}
#endif

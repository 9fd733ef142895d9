#if canImport(Glibc)
import Foundation
import Glibc
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

/// Calls in a process that has few descriptors or no room for files. Each test runs in a process of its own, since limits
/// hold for a whole process.
@Suite(.sockets) struct ResourceLimitTests {
    /// The server is in this process, whose limit is as usual.
    @Test func twoThousandCallsToASilentServerNeedFewDescriptors() async throws {
        _ = try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            await #expect(processExitsWith: .success) { [baseURL = server.baseURL as URL] in
                setLimit(RLIMIT_NOFILE, to: 256)
                let sent = SentCalls()
                let provider = TransportUnderTest.all[0].provider(plugins: [sent])
                let calls = Task {
                    await withTaskGroup(of: String.self) { group in
                        for _ in 0..<2_000 {
                            group.addTask {
                                await Result { () async throws(TalynError) in
                                    try await provider.request(Probe(baseURL))
                                }.text
                            }
                        }
                        return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
                    }
                }
                await sent.wait(for: 2_000)
                calls.cancel()
                let results = await calls.value
                #expect(results == ["cancelled": 2_000], "\(results)")
            }
        }
    }

    @Test func downloadWithoutRoomOnTheDiskFailsAndLeavesNoFile() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            setLimit(RLIMIT_FSIZE, to: 1_000_000)
            let directory = try TemporaryDirectory()
            let target = directory.url.appendingPathComponent("target")
            let file = ServedFile(4_000_000)
            try await FaultServer.withServer(script: { file.answer(to: $0) }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await TransportUnderTest.all[0].provider()
                        .downloaded(Probe(server.baseURL), to: DownloadDestination(target))
                }
                #expect(error.map(String.init(describing:))?.contains("File too large") == true)
            }
            #expect(try directory.names == [])
        }
    }
}

/// Tells when a number of calls is with the transport.
private final class SentCalls: CallObserver {
    private let counts = AsyncStream.makeStream(of: Void.self)

    func willSend(_ request: OutgoingRequest, context: CallContext) {
        counts.continuation.yield()
    }

    func wait(for count: Int) async {
        var iterator = counts.stream.makeAsyncIterator()
        for _ in 0..<count { await iterator.next() }
    }
}

/// Lowers a limit of this process.
private func setLimit(_ resource: __rlimit_resource, to value: rlim_t) {
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    let status = setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    precondition(status == 0, "The limit can't be set.")
}
#endif

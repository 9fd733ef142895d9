import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

/// Digests of files that arrive in parts.
@Suite(.sockets) struct DownloadDigestOverSocketsTests {
    private let directory: TemporaryDirectory
    private let target: URL

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    #if canImport(CryptoKit) || Crypto
    @Test(arguments: TransportUnderTest.all)
    func wholeOfAResumedFileIsChecked(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        // Of nothing that one could send.
        let digest = try ContentDigest(.sha256, hex: "0000000000000000000000000000000000000000000000000000000000000000")
        let part = directory.url.appendingPathComponent(".target.talyn-part")
        let busy = InTurn([false, true, false, false])
        let script: FaultServer.Script = { request in
            if busy.next() { return [.answer(503)] }
            return file.answer(to: request, cutAt: request.range == nil && busy.count == 1 ? 1_000 : nil)
        }
        try await FaultServer.withServer(script: script) { server in
            let destination = DownloadDestination(target) {
                $0.keepsPartialFile = true
                $0.digest = digest
            }
            let probe = Probe(server.baseURL)
            let provider = transport.provider()
            await #expect(throws: TalynError.self) { try await provider.downloaded(probe, to: destination) }
            // Somebody writes into it.
            try Data(count: 1_000).write(to: part)
            let error = await #expect(throws: TalynError.self) {
                try await provider.downloaded(probe, to: destination)
            }
            guard case .digestMismatch(digest.description, let actual)? = error?.underlyingError as? BodyError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.requests.last?.range == "bytes=1000-")
            #expect(try directory.names == [])
            // What it has then is another file than the server's.
            let other = await #expect(throws: TalynError.self) { try await provider.downloaded(probe, to: destination) }
            guard case .digestMismatch(_, let right)? = other?.underlyingError as? BodyError else {
                Issue.record("\(String(describing: other))")
                return
            }
            #expect(right != actual)
            var good = destination
            good.digest = try ContentDigest(.sha256, hex: String(right.dropFirst("sha-256 ".count)))
            _ = try await provider.downloaded(probe, to: good)
            #expect(try Data(contentsOf: target) == file.content)
        }
    }
    #endif

    #if canImport(CryptoKit) || Crypto
    /// Of "abc", as FIPS 180-4 has it.
    private static let digest = "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:"

    /// That of the content is not that of the file, where it is only a part.
    @Test func digestOfAPartIsNotThatOfTheFile() async throws {
        let file = ServedFile(3_000, ["ETag": "\"v1\"", "Content-Digest": Self.digest])
        let whole = ServedFile(3_000)
        let script: FaultServer.Script = {
            $0.range == nil ? whole.answer(to: $0, cutAt: 1_000) : file.answer(to: $0)
        }
        try await FaultServer.withServer(script: script) { server in
            _ = try await TransportUnderTest.all[0].provider().downloaded(
                Probe(server.baseURL),
                to: DownloadDestination(target)
            )
            #expect(try Data(contentsOf: target) == file.content)
        }
    }

    /// It was told with the first part, and not with the last.
    @Test func digestIsRememberedForTheVersion() async throws {
        let wrong = ["ETag": "\"v1\"", "Repr-Digest": Self.digest]
        let (told, untold) = (ServedFile(3_000, wrong), ServedFile(3_000))
        let script: FaultServer.Script = {
            $0.range == nil ? told.answer(to: $0, cutAt: 1_000) : untold.answer(to: $0)
        }
        try await FaultServer.withServer(script: script) { server in
            let error = await #expect(throws: TalynError.self) {
                try await TransportUnderTest.all[0].provider().downloaded(
                    Probe(server.baseURL),
                    to: DownloadDestination(target)
                )
            }
            guard case .digestMismatch? = error?.underlyingError as? BodyError else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
    #endif
}

#if AsyncHTTPClient && os(Linux)
import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

/// Servers that send anything: every call completes, once, and the process goes on.
@Suite(.serialized, .sockets) struct HostileServerTests {
    private static let transport = TransportUnderTest.asyncHTTPClient

    /// Whole responses, which chance cuts, repeats and changes.
    private static let seeds: [[UInt8]] = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.1 204 No Content\r\nSet-Cookie: a=1; Path=/; Max-Age=9\r\n\r\n",
        "HTTP/1.1 301 Moved\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"a\", nonce=\"b\", qop=\"auth\"\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n\u{1f}\u{8b}\u{8}aaaaaaaaaaaaaaaa",
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\nuntil the end", "HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n",
    ].map { Array($0.utf8) }

    private static let tokens: [[UInt8]] = [
        "\r\n", "\r\n\r\n", "\n", "\0", ":", " ", "HTTP/1.1 ", "HTTP/2 ", "099", "000", "100", "304", "999", "-1",
        "9223372036854775807", "18446744073709551616", "Content-Length: 1\r\n", "Transfer-Encoding: chunked\r\n",
        "Connection: close\r\n", "Content-Encoding: deflate\r\n", "ffffffffffffffff\r\n", "\u{feff}", "\u{ff}",
    ].map { Array($0.utf8) }

    private static func response(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(place + Int.random(in: 0...12, using: &random), bytes.count)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
            case 1: bytes.replaceSubrange(place..<end, with: tokens.randomElement(using: &random) ?? [])
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default: bytes.append(contentsOf: (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
        }
        return bytes
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func responsesOfChanceFailOrSucceed(seed: UInt64) async throws {
        let random = Locked(SeededGenerator(seed: seed))
        let script: FaultServer.Script = { request in
            guard request.target != "/fine" else { return [.answer(200, [:], "fine")] }
            let (bytes, cut) = random.withLock { random in
                let bytes = Self.response(&random)
                return (bytes, Int.random(in: 0...bytes.count, using: &random))
            }
            return [.sendBytes(Array(bytes[..<cut])), .sendBytes(Array(bytes[cut...])), .close]
        }
        try await FaultServer.withServer(script: script) { server in
            let methods: [HTTPRequest.Method] = [.get, .head, .post]
            for index in 0..<150 {
                let method = methods[index % 3]
                let probe = Probe(server.baseURL, "/", method, body: method == .post ? Data("a".utf8) : nil)
                do throws(TalynError) {
                    let response = try await Self.transport.call(probe)
                    #expect(100...999 ~= response.statusCode)
                } catch {
                    #expect(error.transportError != nil, "\(String(reflecting: error))")
                }
            }
            // Over a connection of its own: the server may be about to close those that are left.
            let response = try await Self.transport.provider { _ in }.request(Probe(server.baseURL, "/fine"))
            #expect(try response.decode(String.self) == "fine")
        }
    }

    /// No request asked for another protocol (RFC 9110, section 15.2.2). Its bytes belong to no response.
    @Test func agreementToAnotherProtocolEndsTheConnection() async throws {
        let agreement = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        let script: FaultServer.Script = { _ in [.send(agreement), .sendBytes([0x81, 0x02, 0x68, 0x69]), .hang] }
        try await FaultServer.withServer(script: script) { server in
            let response = try await Self.transport.call(Probe(server.baseURL))
            #expect(response.statusCode == 101)
            #expect(response.data.isEmpty)
            await server.connectionsClosed(atLeast: 1)
        }
    }

    @Test func thousandsOfEarlyHintsArePassedOver() async throws {
        let hints = Array(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 500).utf8)
        let steps = Array(repeating: FaultServer.Step.sendBytes(hints), count: 10) + [.answer(200, [:], "fine")]
        try await FaultServer.withServer(script: { _ in steps }) { server in
            let response = try await Self.transport.call(Probe(server.baseURL))
            #expect(try response.decode(String.self) == "fine")
        }
    }

    @Test func endlessBodyEndsAtTheLimit() async throws {
        let piece = FaultServer.Step.sendBytes([UInt8](repeating: 7, count: 65_536))
        let script: FaultServer.Script = { _ in
            [.send("HTTP/1.1 200 OK\r\n\r\n")] + Array(repeating: piece, count: 200) + [.hang]
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = Self.transport.provider()
            let options = RequestOptions { $0.maximumResponseSize = 1_000_000 }
            let error = await #expect(throws: TalynError.self) {
                try await provider.request(Probe(server.baseURL), options: options)
            }
            #expect(error?.transportError?.kind == .responseTooLarge)
            await server.connectionsClosed(atLeast: 1)
        }
    }

    @Test func callsThatAreCancelledAtRandomCompleteOnce() async throws {
        let script: FaultServer.Script = { request in
            [.head(length: 10), .send("some"), .send(request.target.hasSuffix("0") ? "" : " bytes")]
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = Self.transport.provider()
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 as Range<UInt64> {
                    group.addTask {
                        var random = SeededGenerator(seed: worker)
                        for index in 0..<25 {
                            let call = Task {
                                await Result { () async throws(TalynError) in
                                    try await provider.request(Probe(server.baseURL, "/\(index % 10)"))
                                }
                            }
                            for _ in 0..<random.next() % 200 { await Task.yield() }
                            call.cancel()
                            let result = await call.value
                            if case .success(let response) = result { #expect(response.data.count == 10) }
                        }
                    }
                }
            }
            // The transport still works.
            let response = try await provider.request(Probe(server.baseURL, "/1"))
            #expect(response.data.count == 10)
        }
    }
}
#endif

#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// HTTP/2 servers that send frames of any kind at any time: every call completes, and the process goes on.
@Suite(.serialized, .sockets) struct HostileFramesTests {
    /// Sends a frame of chance on a stream.
    private static func sendFrame(
        _ connection: FrameConnection,
        on stream: UInt32,
        _ random: inout SeededGenerator
    ) {
        let isEnd = Int.random(in: 0..<3, using: &random) == 0
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<4: connection.sendHead("200", on: stream, isEnd: isEnd)
        case 4:
            let status = ["100", "101", "103", "204", "304", "401", "500"].randomElement(using: &random) ?? "200"
            connection.sendHead(status, on: stream, isEnd: isEnd)
        case 5: connection.sendHead("200", [("content-length", "2")], on: stream, isEnd: isEnd)
        case 6..<10: connection.sendData("ok".utf8, on: stream, isEnd: isEnd)
        case 10: connection.sendData([], on: stream, isEnd: isEnd)
        case 11: connection.sendTrailers([("x-trailer", "a")], on: stream)
        case 12: connection.sendReset(stream, code: UInt32.random(in: 0...14, using: &random))
        case 13: connection.sendWindowUpdate(UInt32.random(in: 0...70_000, using: &random), on: isEnd ? 0 : stream)
        case 14:
            let streams: [UInt32] = [0, stream - 1, stream, 1 << 31 - 1]
            let last = streams.randomElement(using: &random) ?? 0
            connection.sendGoAway(last: last, code: UInt32.random(in: 0...13, using: &random))
        case 15: connection.send(.ping, payload: [UInt8](repeating: 1, count: isEnd ? 7 : 8))
        case 16: connection.send(.priority, stream: stream, payload: [0, 0, 0, 0, 1])
        case 17: connection.send(.pushPromise, flags: 4, stream: stream, payload: [0, 0, 0, 2, 0x82])
        case 18: connection.send(.continuation, flags: 4, stream: stream, payload: [0x88])
        case 19: connection.send(.headers, flags: 0, stream: stream, payload: [0x88])
        case 20: connection.sendHead("200", on: stream + (isEnd ? 1 : 2))
        case 21: connection.sendSettings([(4, UInt32.random(in: 0...100_000, using: &random))])
        case 22: connection.send(.data, flags: 8, stream: stream, payload: [200, 1, 2])
        default: connection.close()
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func framesOfChanceFailOrAnswerTheCall(seed: UInt64) async throws {
        let random = Locked(SeededGenerator(seed: seed))
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers || frame.kind == .data && frame.flags & 1 == 0 else { return }
            random.withLock { random in
                let count = Int.random(in: 1...6, using: &random)
                for _ in 0..<count { Self.sendFrame(connection, on: frame.stream, &random) }
            }
            // No call waits for more.
            connection.later { $0.close() }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let upload = RequestBody.multipart([MultipartPart(provider: .data(Data(count: 40_000)), name: "a")])
            for index in 0..<300 {
                // A call that the frames leave without an answer ends by its timeout, and that counts as an end.
                let probes = [
                    Probe(server.baseURL, timeout: 20), Probe(server.baseURL, "/", .head, timeout: 20),
                    Probe(server.baseURL, "/", .post, body: Data("a".utf8), timeout: 20),
                    Probe(server.baseURL, "/", .put, body: upload, timeout: 20),
                ]
                do throws(TalynError) {
                    let response = try await provider.request(probes[index % 4])
                    #expect(100...999 ~= response.statusCode)
                } catch {
                    #expect(error.transportError != nil, "\(String(reflecting: error))")
                    #expect(!error.isCancelled, "\(String(reflecting: error))")
                }
            }
        }
    }
}
#endif

#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Frames of a server, byte by byte.
struct WebSocketFrameReaderTests {
    private typealias Event = WebSocketFrameReader.Event

    /// Reads bytes in pieces of a size.
    private func read(
        _ bytes: [UInt8],
        piece: Int,
        limit: Int = 1 << 20
    ) -> (events: [Event], failure: WebSocketError.Kind?, rest: Int) {
        var reader = WebSocketFrameReader(maximumMessageSize: limit)
        var buffer = ByteBuffer()
        var events: [Event] = []
        var rest = bytes[...]
        do throws(WebSocketError) {
            while !rest.isEmpty {
                buffer.writeBytes(rest.prefix(piece))
                rest = rest.dropFirst(piece)
                while let event = try reader.next(in: &buffer) { events.append(event) }
            }
            return (events, nil, buffer.readableBytes)
        } catch {
            return (events, error.kind, buffer.readableBytes)
        }
    }

    private func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        switch payload.count {
        case ...125: [first, UInt8(payload.count)] + payload
        case ...0xFFFF: [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
        default: [first, 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) } + payload
        }
    }

    @Test(arguments: [1, 2, 3, 7, 100_000])
    func messagesAreTheSameInAnyPieces(_ piece: Int) {
        let text = Array("Grüße, 世界 🌍".utf8)
        let large = [UInt8](repeating: 7, count: 70_000)
        let bytes =
            frame(0x01, Array(text[..<3])) + frame(0x89, [1, 2]) + frame(0x00, []) + frame(0x80, Array(text[3...]))
            + frame(0x82, large) + frame(0x8A, []) + frame(0x81, []) + frame(0x88, [0x03, 0xE9] + Array("bye".utf8))
        let result = read(bytes, piece: piece)
        #expect(result.failure == nil && result.rest == 0)
        #expect(
            result.events == [
                .ping(ByteBuffer(bytes: [1, 2])), .message(.text("Grüße, 世界 🌍")), .message(.data(Data(large))),
                .pong(ByteBuffer()), .message(.text("")), .close(WebSocketClose(.goingAway, reason: "bye")),
            ]
        )
    }

    @Test func invalidTextFailsAtItsByte() {
        // The frame has ten bytes, and the fourth is invalid.
        let result = read([0x81, 10, 0x61, 0x62, 0x63, 0xFF], piece: 1)
        #expect(result.failure == .invalidText)
    }

    @Test func largeMessageFailsAtItsHeader() {
        #expect(read([0x82, 127, 0, 0, 0, 0, 0, 0x10, 0, 1], piece: 1).failure == .messageTooLarge)
        let fragments = frame(0x02, [1, 2, 3]) + frame(0x00, [4, 5]) + [0x80, 1]
        #expect(read(fragments, piece: 1, limit: 5).failure == .messageTooLarge)
        #expect(read(frame(0x02, [1, 2, 3]) + frame(0x80, [4, 5]), piece: 1, limit: 5).failure == nil)
    }

    @Test(arguments: Array(0...1_100) + [1_999, 2_000, 2_999, 3_000, 4_999, 5_000, 65_535])
    func closeCodesAreThoseOfTheRegistry(_ code: Int) {
        let bytes = frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)])
        let isValid = (1_000...1_003).contains(code) || (1_007...1_014).contains(code) || (3_000...4_999).contains(code)
        #expect((read(bytes, piece: 1).failure == nil) == isValid)
    }

    @Test func randomBytesGiveTheSameInAnyPieces() {
        var random = SystemRandomNumberGenerator()
        let firsts: [UInt8] = [0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x88, 0x89, 0x8A, 0xC1, 0x83]
        for _ in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let payload = (0..<Int.random(in: 0...140, using: &random)).map { _ in
                    UInt8.random(in: 0x20...0x82, using: &random)
                }
                bytes += frame(firsts.randomElement(using: &random) ?? 0, payload)
            }
            if Bool.random(using: &random) { bytes = bytes.dropLast(Int.random(in: 0...3, using: &random)) }
            let whole = read(bytes, piece: .max)
            let pieces = read(bytes, piece: Int.random(in: 1...9, using: &random))
            #expect(whole.events == pieces.events && whole.failure == pieces.failure, "\(bytes)")
        }
    }

    // MARK: Frames of the client

    /// The frames of a message, unmasked.
    private func payloads(_ message: WebSocketMessage, maximum: Int) -> [(first: UInt8, payload: [UInt8])] {
        WebSocketFrames.frames(of: message, maximumSize: maximum).map { frame in
            var frame = frame
            let first = frame.readInteger(as: UInt8.self) ?? 0
            let second = frame.readInteger(as: UInt8.self) ?? 0
            #expect(second & 0x80 != 0)
            var length = Int(second & 0x7F)
            if length == 126 { length = Int(frame.readInteger(as: UInt16.self) ?? 0) }
            if length == 127 { length = Int(frame.readInteger(as: UInt64.self) ?? 0) }
            let key = frame.readBytes(length: 4) ?? []
            #expect(length == frame.readableBytes)
            return (first, (frame.readBytes(length: length) ?? []).enumerated().map { $1 ^ key[$0 % 4] })
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 125, 126, 65_535, 65_536, 200_000])
    func payloadsAreMaskedWithoutLoss(_ count: Int) {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let whole = payloads(.data(data), maximum: .max)
        #expect(whole.map(\.first) == [0x82] && whole.first?.payload == Array(data))
        let pieces = payloads(.data(data), maximum: 1_000)
        #expect(pieces.flatMap(\.payload) == Array(data))
        #expect(pieces.first.map { $0.first & 0xF } == 0x2)
        #expect(pieces.dropFirst().allSatisfy { $0.first & 0xF == 0 })
        #expect(pieces.map { $0.first & 0x80 != 0 } == Array(repeating: false, count: pieces.count - 1) + [true])
    }

    @Test func longReasonIsCutBetweenScalars() {
        let close = WebSocketClose(.normalClosure, reason: String(repeating: "ü", count: 100))
        #expect(close.reasonBytes.count == 122)
        #expect(String(decoding: close.reasonBytes, as: UTF8.self) == String(repeating: "ü", count: 61))
        #expect(WebSocketClose(reason: String(repeating: "x", count: 123)).reasonBytes.count == 123)
    }
}
#endif

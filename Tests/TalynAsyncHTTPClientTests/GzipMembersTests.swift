#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Bodies of several gzip members (RFC 1952, section 2.2).
struct GzipMembersTests {
    private static func packed(_ text: String) -> [UInt8] {
        Array(BodyCompression.gzip(minimumSize: 0).encode(Data(text.utf8)) ?? Data())
    }

    private static let texts = ["hello ", "", "to all", " of you"]
    private static let members = texts.flatMap { packed($0) }

    /// A stored block (RFC 1951, section 3.2.4) shows the bytes that begin a member.
    private static let storedText: [UInt8] = [0x1F, 0x8B, 0x08, 0x1F, 0x8B, 0x1F, 0x1F, 0x8B, 0x08, 0x00, 0x1F]

    private static var storedMember: [UInt8] {
        let length = UInt8(storedText.count)
        // Only the header of this member is used.
        var member = Array(packed("a")[..<10])
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in storedText {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
        }
        checksum = ~checksum
        let trailer = [checksum, UInt32(length)].flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        member += [1, length, 0, ~length, 0xFF]
        member += storedText
        return member + trailer
    }

    /// Keeps the events behind the decompressor.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        var heads = 0
        var ends = 0
        var content: [UInt8] = []
        var errors: [any Error] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: heads += 1
            case .body(let part): content += part.readableBytesView
            case .end: ends += 1
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { errors.append(error) }
    }

    /// Stands for the connection guard.
    private final class Before: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        var members: GzipMembers?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head = unwrapInboundIn(data) { members.take()?.follow(context, after: self) }
            context.fireChannelRead(data)
        }
    }

    private func read(
        _ bodies: [[ArraySlice<UInt8>]],
        coding: String? = "gzip",
        limit: NIOHTTPDecompression.DecompressionLimit = .none
    ) throws -> Collector {
        let (before, collector) = (Before(), Collector())
        before.members = GzipMembers(.enabled(limit: limit))
        #expect(before.members != nil)
        let channel = EmbeddedChannel(handlers: [before, NIOHTTPResponseDecompressor(limit: limit), collector])
        defer { _ = try? channel.finish() }
        let headers = HTTPHeaders(coding.map { [("Content-Encoding", $0)] } ?? [])
        for pieces in bodies {
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
            try channel.writeInbound(HTTPClientResponsePart.head(head))
            for piece in pieces { try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(bytes: piece))) }
            try channel.writeInbound(HTTPClientResponsePart.end(nil))
        }
        return collector
    }

    @Test func membersAreOneContentHoweverTheyArrive() throws {
        let expected = Array(Self.texts.joined().utf8)
        for cut in 1..<Self.members.count {
            let collector = try read([[Self.members[..<cut], Self.members[cut...]]])
            #expect(collector.content == expected, "\(cut)")
            #expect(collector.errors.isEmpty)
            #expect(collector.heads == 1)
        }
        for size in 1...12 {
            let pieces = stride(from: 0, to: Self.members.count, by: size).map {
                Self.members[$0..<min($0 + size, Self.members.count)]
            }
            // The next response of the connection is whole, too.
            let collector = try read([pieces, [Self.packed("next")[...]], pieces])
            #expect(collector.content == expected + Array("next".utf8) + expected, "\(size)")
            #expect(collector.errors.isEmpty)
            #expect(collector.heads == 3)
            #expect(collector.ends == 3)
        }
    }

    @Test func contentMayHaveTheBytesThatBeginAMember() throws {
        let bytes = Self.storedMember + Self.storedMember
        for size in 1...bytes.count {
            let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            let collector = try read([pieces])
            #expect(collector.content == Self.storedText + Self.storedText, "\(size)")
            #expect(collector.errors.isEmpty, "\(size)")
        }
    }

    @Test(arguments: [nil, "br"]) func contentWithoutGzipIsUnchanged(coding: String?) throws {
        #expect(try read([[Self.members[...]]], coding: coding).content == Self.members)
    }

    @Test(arguments: [[1, 2, 3], [0], [0x1F], [0x1F, 0x8B], [0x1F, 0x8B, 9], [0x1F, 0x8B, 8, 0xFF]] as [[UInt8]])
    func otherBytesAfterAMemberAreAnError(_ rest: [UInt8]) throws {
        let bytes = Self.packed("hello") + rest
        for cut in 1..<bytes.count {
            let collector = try read([[bytes[..<cut], bytes[cut...]]])
            #expect(collector.content == Array("hello".utf8), "\(cut)")
            #expect(!collector.errors.isEmpty, "\(cut)")
        }
    }

    @Test func lastMemberMustBeWhole() throws {
        for missing in 1..<Self.packed(" of you").count - 4 {
            let errors = try read([[Self.members.dropLast(missing)]]).errors
            #expect(errors.count == 1, "\(missing)")
            #expect(errors.first as? NIOHTTPDecompression.ExtraDecompressionError == .truncatedData, "\(missing)")
        }
    }

    /// NIO counts for each member anew.
    @Test func limitHoldsForAllMembersTogether() throws {
        let members = (0..<10).flatMap { _ in Self.packed(String(repeating: "a", count: 100)) }
        #expect(try read([[members[...]]], limit: .size(1_000)).errors.isEmpty)
        let collector = try read([[members[...]]], limit: .size(999))
        #expect(collector.errors.map { $0 as? NIOHTTPDecompression.DecompressionError } == [.limit])
        #expect(try read([[members[...]]], limit: .ratio(200)).errors.isEmpty)
        #expect(try !read([[members[...]]], limit: .ratio(2)).errors.isEmpty)
    }

    @Test func eachLimitOfTheClientIsKnown() {
        let limits: [NIOHTTPDecompression.DecompressionLimit] = [.none, .size(1), .ratio(1)]
        for limit in limits { #expect(GzipMembers(.enabled(limit: limit)) != nil) }
        #expect(GzipMembers(.disabled) == nil)
    }

    @Test(.sockets) func callGetsAllMembers() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.members.count)\r\n\r\n"
        let script: FaultServer.Script = { _ in [.sendBytes(Array(head.utf8) + Self.members)] }
        try await FaultServer.withServer(script: script) { server in
            let provider = Provider<Probe>(transport: AsyncHTTPClientTransport())
            for _ in 0..<2 {
                let text = try await provider.request(Probe(server.baseURL), as: String.self)
                #expect(text == Self.texts.joined())
            }
            #expect(server.connectionCount == 1)
        }
    }
}
#endif

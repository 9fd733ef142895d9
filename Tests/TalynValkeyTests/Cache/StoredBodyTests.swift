#if Valkey
import Foundation
import HTTPTypes
import TalynCache
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

struct StoredBodyTests {
    private static let text = Data(String(repeating: "An answer that repeats itself. ", count: 2_000).utf8)

    private static func read(_ data: Data, _ length: Int, upTo limit: Int = 1 << 20) -> Data? {
        StoredBody.body(in: data, length: Int64(length), upTo: limit)
    }

    @Test func isSmallerAndReadAgain() throws {
        let stored = StoredBody.data(of: Self.text, isCoded: false)
        #expect(stored.count < Self.text.count / 20)
        #expect(Self.read(stored, Self.text.count) == Self.text)
        // A slice has other indices.
        #expect(Self.read((Data([0]) + stored).dropFirst(), Self.text.count) == Self.text)
    }

    @Test func staysAsItIsIfItWouldNotBecomeSmaller() throws {
        var generator = SeededGenerator(seed: 1)
        let noise = Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        for (body, isCoded) in [(noise, false), (Self.text, true), (Data("short".utf8), false), (Data(), false)] {
            let stored = StoredBody.data(of: body, isCoded: isCoded)
            #expect(stored == Data([1]) + body)
            #expect(Self.read(stored, body.count) == body)
        }
    }

    @Test func noMoreThanTheLengthIsDecompressed() throws {
        let zeros = Data(count: 50 << 20)
        let stored = StoredBody.data(of: zeros, isCoded: false)
        #expect(stored.count < 100_000)
        #expect(Self.read(stored, 1_000) == nil)
        // The head says the true length, which is more than the store accepts.
        #expect(Self.read(stored, zeros.count) == nil)
        #expect(Self.read(stored, zeros.count, upTo: 50 << 20)?.count == zeros.count)
    }

    @Test func damagedBytesAreNoBody() throws {
        let stored = StoredBody.data(of: Self.text, isCoded: false)
        let length = Self.text.count
        var flipped = stored
        flipped[stored.count / 2] ^= 1
        for data in [
            Data(), Data([2]), Data([3]) + stored, stored.dropLast(), stored.dropLast(20), stored + Data([0]), flipped,
        ] {
            #expect(Self.read(data, length) == nil)
        }
        #expect(Self.read(stored, length - 1) == nil)
        #expect(Self.read(stored, length + 1) == nil)
        #expect(Self.read(stored, -1) == nil)
        #expect(StoredBody.body(in: stored, length: .max, upTo: .max) == nil)
        #expect(StoredBody.body(in: stored, length: 1, upTo: -1) == nil)
    }
}

/// Bodies that a server keeps compressed.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct CompressedResponseTests {
    @available(Valkey, *)
    @Test(arguments: [5_000, 200_000], [true, false])
    func takesLessMemoryAndIsRead(length: Int, isEncrypted: Bool) async throws {
        let origin = CountingOrigin(
            [.cacheControl: "max-age=60", .eTag: "\"1\""],
            body: String(repeating: "a", count: length)
        )
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { $0.caching(origin) { if isEncrypted { $0.encryption = .test } } }
            #expect(try await processes[0].text().count == length)
            #expect(try await processes[1].text().count == length)
            // A confirmed response keeps its body.
            origin.move(by: 61)
            #expect(try await processes[1].text().count == length)
            #expect(try await processes[0].text().count == length)
            #expect(origin.requests.count == 2)
            let sizes = try await fleet.clients[0].eval(
                script: """
                    local size = 0
                    for _, key in ipairs(redis.call('KEYS', '*')) do
                      local kind = redis.call('TYPE', key).ok
                      if kind == 'string' then size = size + redis.call('STRLEN', key) end
                      if kind == 'hash' then for _, value in ipairs(redis.call('HVALS', key)) do size = size + #value end end
                    end
                    return size
                    """
            ).decode(as: Int.self)
            #expect(sizes < 1_500)
        }
    }

    @available(Valkey, *)
    @Test func aBodyOfAnotherVersionIsFetchedAgain() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"], body: String(repeating: "a", count: 50_000))
        try await Fleet.run(1) { fleet async throws in
            let process = fleet.servers[0].caching(origin)
            _ = try await process.text()
            let keys = try await fleet.clients[0].keys(pattern: "*:body:*").decode(as: [String].self)
            #expect(keys.count == 1)
            // The form of later versions.
            for key in keys { _ = try await fleet.clients[0].setrange(ValkeyKey(key), offset: 32, value: "\u{7F}") }
            #expect(try await process.text().count == 50_000)
            #expect(origin.requests.count == 2)
        }
    }
}
#endif

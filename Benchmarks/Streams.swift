#if Tools
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Talyn

/// Bodies that pass by and are only counted, in both directions.
enum Streams {
    /// How much is given at once of a body that is made up on the way.
    private static let piece = 65_536

    /// 100 MB, again and again, as a provider's transport gives them.
    static func receive(_ url: String, _ stack: TalynClient.Stack, _ seconds: Double) async throws -> Sample {
        guard let url = URL(string: url + "-100mb") else { throw UnexpectedAnswer() }
        let transport = stack.transport
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            let response = try await transport.send(OutgoingRequest(url: url))
            var count = 0
            for try await chunk in response.body { count += chunk.count }
            guard count == 100_000_000 else { throw UnexpectedAnswer() }
        } while stopwatch.lap(100)
        return stopwatch.sample(growsFromStart: true)
    }

    /// 100 MB, again and again, as AsyncHTTPClient gives them by itself.
    static func receiveRaw(_ url: String, _ seconds: Double) async throws -> Sample {
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            var request = HTTPClientRequest(url: url + "-100mb")
            request.headers.add(name: "User-Agent", value: "Talyn")
            request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
            let response = try await RawAsyncHTTPClient.client.execute(request, timeout: .seconds(600))
            var count = 0
            for try await buffer in response.body { count += buffer.readableBytes }
            guard count == 100_000_000 else { throw UnexpectedAnswer() }
        } while stopwatch.lap(100)
        return stopwatch.sample(growsFromStart: true)
    }

    /// 1 GB, once, by a reader that waits for two seconds after the first chunk.
    static func receiveLate(_ url: String, _ stack: TalynClient.Stack) async throws -> Sample {
        guard let url = URL(string: url + "-1gb") else { throw UnexpectedAnswer() }
        var stopwatch = Stopwatch(seconds: 0)
        let response = try await stack.transport.send(OutgoingRequest(url: url))
        var count = 0
        for try await chunk in response.body {
            if count == 0 { try await Task.sleep(for: .seconds(2)) }
            count += chunk.count
        }
        guard count == 1_000_000_000 else { throw UnexpectedAnswer() }
        _ = stopwatch.lap(1000)
        return stopwatch.sample(growsFromStart: true)
    }

    /// 1 GB of a sequence, once.
    static func send(_ url: String, _ stack: TalynClient.Stack) async throws -> Sample {
        try await send(HTTPBody(Pieces(count: 1_000_000_000), length: 1_000_000_000), url, stack)
    }

    /// So many bytes of a file, once.
    static func sendFile(_ url: String, _ stack: TalynClient.Stack, _ count: UInt64) async throws -> Sample {
        let scratch = try Scratch()
        try scratch.makeFile(count)
        return try await send(HTTPBody(contentsOf: scratch.file), url, stack)
    }

    private static func send(_ body: HTTPBody, _ url: String, _ stack: TalynClient.Stack) async throws -> Sample {
        guard let url = URL(string: url) else { throw UnexpectedAnswer() }
        var request = OutgoingRequest(url: url)
        request.method = .put
        request.body = body
        let transport = stack.transport
        var stopwatch = Stopwatch(seconds: 0)
        let response = try await transport.send(request)
        guard response.statusCode == 200 else { throw UnexpectedAnswer() }
        _ = stopwatch.lap(Int((body.length ?? 0) / 1_000_000))
        return stopwatch.sample(growsFromStart: true)
    }

    /// 1 GB of a sequence, once, as AsyncHTTPClient sends it by itself.
    static func sendRaw(_ url: String) async throws -> Sample {
        try await sendRaw(.stream(Buffers(count: 1_000_000_000), length: .known(Int64(1_000_000_000))), url)
    }

    /// 1 GB of a file, once, as AsyncHTTPClient sends it by itself.
    static func sendFileRaw(_ url: String) async throws -> Sample {
        let scratch = try Scratch()
        try scratch.makeFile(1_000_000_000)
        let buffers = FileBuffers(file: scratch.file)
        return try await sendRaw(.stream(buffers, length: .known(Int64(1_000_000_000))), url)
    }

    private static func sendRaw(_ body: HTTPClientRequest.Body, _ url: String) async throws -> Sample {
        var request = HTTPClientRequest(url: url)
        request.method = .PUT
        request.headers.add(name: "User-Agent", value: "Talyn")
        request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
        request.body = body
        var stopwatch = Stopwatch(seconds: 0)
        let response = try await RawAsyncHTTPClient.client.execute(request, timeout: .seconds(600))
        guard response.status == .ok else { throw UnexpectedAnswer() }
        _ = stopwatch.lap(1000)
        return stopwatch.sample(growsFromStart: true)
    }

    /// The same bytes, until there are enough of them.
    private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
        static let bytes = Data(repeating: UInt8(ascii: "x"), count: piece)

        var count: Int

        func makeAsyncIterator() -> Pieces { self }

        mutating func next() async throws -> Data? {
            guard count > 0 else { return nil }
            defer { count -= piece }
            return count < piece ? Self.bytes.prefix(count) : Self.bytes
        }
    }

    /// The same, as buffers: made of the same data, since what is sent comes from somewhere.
    private struct Buffers: AsyncSequence, AsyncIteratorProtocol, Sendable {
        var count: Int

        func makeAsyncIterator() -> Buffers { self }

        mutating func next() async throws -> ByteBuffer? {
            guard count > 0 else { return nil }
            defer { count -= piece }
            return ByteBuffer(bytes: Pieces.bytes.prefix(count))
        }
    }

    /// The content of a file.
    private struct FileBuffers: AsyncSequence, Sendable {
        struct AsyncIterator: AsyncIteratorProtocol {
            let handle: FileHandle

            mutating func next() async throws -> ByteBuffer? {
                try handle.read(upToCount: 4 * piece).map { ByteBuffer(bytes: $0) }
            }
        }

        typealias Element = ByteBuffer

        let file: URL

        func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(handle: (try? FileHandle(forReadingFrom: file)) ?? .nullDevice)
        }
    }
}
#endif

#if Tools && os(Linux)
import Foundation
import HTTPTypes
import Talyn

/// A representation. Its content tells the request that it is for, and its version.
struct Representation: Hashable {
    let number: Int
    let accept: String
    let user: String
    let version: Int

    init(number: Int, accept: String, user: String, version: Int) {
        self.number = number
        self.accept = accept
        self.user = user
        self.version = version
    }

    /// The representation with a content; nil if the content isn't that of a representation.
    init?(content: Data) {
        let line = String(decoding: content.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4, let number = Int(words[0]), let version = Int(words[3]) else { return nil }
        self.init(number: number, accept: words[1], user: words[2], version: version)
        guard content == self.content else { return nil }
    }

    /// Some contents are short, some are longer than a chunk.
    private static let lengths = [100, 10_000, 40_000, 300_000]

    private var line: Data { Data("\(number) \(accept) \(user) \(version)\n".utf8) }

    var content: Data {
        let length = Self.lengths[number % Self.lengths.count]
        var content = Data(capacity: length + 100)
        while content.count < length { content += line }
        return content
    }

    var entityTag: String { "\"\(number)-\(accept)-\(user)-\(version)\"" }
}

/// An origin in memory whose representations change several times a second, at the same time in all processes.
struct CacheLoadOrigin: Transport {
    private static let controls = ["max-age=1", "max-age=0, stale-while-revalidate=1", "max-age=60", "no-cache"]

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let request = request
        let number = request.url.flatMap { Int($0.lastPathComponent) } ?? 0
        let representation = Representation(
            number: number,
            accept: request.headerFields[.accept] ?? "-",
            user: request.headerFields[.authorization] ?? "-",
            version: Int(Date().timeIntervalSince1970 * 4)
        )
        let content = representation.content
        var fields: HTTPFields = [
            .cacheControl: Self.controls[number % Self.controls.count], .vary: "Accept",
            .eTag: representation.entityTag,
        ]
        if request.headerFields[.ifNoneMatch] == representation.entityTag {
            return TransportResponse(statusCode: 304, headerFields: fields, body: HTTPBody(Data()))
        }
        let condition = request.headerFields[.ifRange]
        guard let range = request.headerFields[.range].flatMap({ Self.range($0, in: content.count) }),
            condition == nil || condition == representation.entityTag
        else {
            fields[.contentLength] = String(content.count)
            return response(200, fields, request.method == .head ? Data() : content)
        }
        fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)"
        return response(206, fields, content[range])
    }

    private static func range(_ field: String, in length: Int) -> Range<Int>? {
        let numbers = field.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
        guard let first = numbers.first, first < length else { return nil }
        return first..<min(numbers.dropFirst().first.map { $0 + 1 } ?? length, length)
    }

    /// A response in chunks, as those of clients are.
    private func response(_ statusCode: Int, _ fields: HTTPFields, _ content: Data) -> TransportResponse {
        let chunks = stride(from: content.startIndex, to: content.endIndex, by: 65_536).map { start in
            content[start..<min(start + 65_536, content.endIndex)]
        }
        let stream = AsyncStream<Data> { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        let body = HTTPBody(stream, length: Int64(content.count))
        return TransportResponse(statusCode: statusCode, headerFields: fields, body: body)
    }
}
#endif

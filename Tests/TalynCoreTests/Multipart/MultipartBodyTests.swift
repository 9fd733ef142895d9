import Foundation
import HTTPTypes
import TalynURLSession
import TestSupport
import Testing

@testable import TalynCore

struct MultipartBodyTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func body(_ parts: [MultipartPart], boundary: String = "b") throws -> HTTPBody {
        try MultipartBody(parts, boundary: MultipartBoundary(boundary)).body
    }

    private func bytes(_ body: HTTPBody) async throws -> Data {
        var bytes = Data()
        for try await chunk in body { bytes.append(chunk) }
        return bytes
    }

    private func text(_ parts: [MultipartPart]) async throws -> String {
        String(decoding: try await bytes(body(parts)), as: UTF8.self)
    }

    private func failure(_ parts: [MultipartPart]) async -> BodyError? {
        do {
            _ = try await bytes(body(parts))
            return nil
        } catch {
            return error as? BodyError
        }
    }

    // MARK: Parts

    @Test func fieldHasNeitherFileNameNorType() async throws {
        let text = try await text([MultipartPart(content: .data(Data("Ada".utf8)), name: "author")])
        #expect(text == "--b\r\nContent-Disposition: form-data; name=\"author\"\r\n\r\nAda\r\n--b--\r\n")
    }

    @Test func fieldMayHaveAType() async throws {
        let part = MultipartPart(content: .data(Data("{}".utf8)), name: "a", contentType: "application/json")
        #expect(
            try await text([part])
                == "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: application/json\r\n\r\n{}"
                + "\r\n--b--\r\n"
        )
    }

    @Test func partMayHaveFurtherHeaderFields() async throws {
        var part = MultipartPart(content: .data(Data("Ada".utf8)), name: "a")
        part.headerFields[.contentLanguage] = "en"
        part.headerFields[.contentDisposition] = "attachment"
        #expect(
            try await text([part])
                == "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Language: en\r\n\r\nAda\r\n--b--\r\n"
        )
    }

    @Test func fileHasItsNameAndType() async throws {
        let file = try directory.file("a photo.JPG", "pixels")
        #expect(
            try await text([MultipartPart(content: .file(file), name: "photo")])
                == "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a photo.JPG\"\r\n"
                + "Content-Type: image/jpeg\r\n\r\npixels\r\n--b--\r\n"
        )
    }

    @Test func givenNameAndTypeReplaceThoseOfTheFile() async throws {
        let file = try directory.file("a.jpg", "pixels")
        let part = MultipartPart(content: .file(file), name: "p", fileName: "b.png", contentType: "image/x-own")
        let text = try await text([part])
        #expect(text.contains("filename=\"b.png\"\r\nContent-Type: image/x-own\r\n"))
    }

    @Test func fileNameGivesTheTypeOfDataAndStreams() async throws {
        let data = MultipartPart(content: .data(Data()), name: "d", fileName: "a.pdf")
        let stream = MultipartPart(HTTPBody(InputStream(data: Data()), length: 0), name: "s", fileName: "noidea")
        let text = try await text([data, stream])
        #expect(text.contains("filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n"))
        #expect(text.contains("filename=\"noidea\"\r\nContent-Type: application/octet-stream\r\n"))
    }

    @Test func quotesAreEscapedAndOtherTextIsNot() async throws {
        let part = MultipartPart(content: .data(Data()), name: #"a"b\c"#, fileName: "Grüße; \"x\"%22.txt")
        let text = try await text([part])
        #expect(text.contains(#"form-data; name="a%22b\c"; filename="Grüße; %22x%22%22.txt""#))
    }

    // MARK: Length and memory

    @Test func smallDataIsOnePiece() throws {
        let part = MultipartPart(content: .data(Data(count: 9_000_000)), name: "a")
        let body = try body([part])
        #expect(try #require(body.data).count > 9_000_000)
        #expect(body.length == body.data.map { Int64($0.count) })
    }

    @Test func largeDataIsAStreamOfKnownLength() async throws {
        let part = MultipartPart(content: .data(Data(count: 6_000_000)), name: "a")
        let body = try body([part, part])
        #expect(body.data == nil)
        #expect(body.isReplayable)
        let first = try await bytes(body)
        #expect(body.length == Int64(first.count))
        #expect(try await bytes(body) == first)
    }

    @Test func filesAreReadInPieces() async throws {
        let content = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = try directory.file("a.bin", content)
        let body = try body([MultipartPart(content: .file(file), name: "a")])
        #expect(body.isReplayable)
        var received = Data()
        for try await chunk in body {
            #expect(chunk.count <= 262_144)
            received.append(chunk)
        }
        #expect(body.length == Int64(received.count))
        #expect(try ParsedPart.parse(received, boundary: "b").map(\.content) == [content])
    }

    @Test func emptyFilesAndStreamsAreParts() async throws {
        let parts = [
            MultipartPart(content: .file(try directory.file("empty")), name: "a"),
            MultipartPart(HTTPBody(InputStream(data: Data()), length: 0), name: "b"),
            MultipartPart(content: .data(Data()), name: "c"),
        ]
        let received = try await bytes(body(parts))
        #expect(try ParsedPart.parse(received, boundary: "b").map(\.content) == [Data(), Data(), Data()])
    }

    private static let noise: Data = {
        var random = SeededGenerator(seed: 1)
        return Data((0..<800_001).map { _ in UInt8.random(in: 0...255, using: &random) })
    }()

    /// What is read back is what was put in, whatever the parts are and hold.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func randomPartsAreReadBack(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let boundary = try MultipartBoundary("x'()+_,-./:=? y")
        var contents: [Data] = []
        var parts: [MultipartPart] = []
        for index in 0..<Int.random(in: 1...8, using: &random) {
            let size =
                [0, 1, 100, 65_535, 65_536, 65_537, 262_144, 262_145, 700_000].randomElement(using: &random) ?? 0
            var content = Self.noise[Int.random(in: 0...100_000, using: &random)...].prefix(size)
            // What looks like a delimiter and isn't.
            if size > 100 {
                content.replaceSubrange(content.startIndex..<content.startIndex + 10, with: Data("\r\n--x'()+_".utf8))
            }
            let provider: MultipartPart.Content
            switch Int.random(in: 0..<3, using: &random) {
            case 0: provider = .data(content)
            case 1: provider = .file(try directory.file("\(index)", content))
            default: provider = .stream(StreamedUpload(HTTPBody(InputStream(data: content), length: Int64(size))))
            }
            contents.append(content)
            parts.append(MultipartPart(content: provider, name: "part \(index)"))
        }
        let body = try MultipartBody(parts, boundary: boundary).body
        let received = try await bytes(body)
        #expect(body.length == Int64(received.count))
        let parsed = try ParsedPart.parse(received, boundary: boundary.text)
        #expect(parsed.map(\.content) == contents)
        for (index, part) in parsed.enumerated() {
            #expect(part.headers.first?.hasPrefix("Content-Disposition: form-data; name=\"part \(index)\"") == true)
        }
    }

    // MARK: Bad input

    @Test func noPartsAreRefused() async {
        #expect(await failure([]) == .emptyMultipart)
    }

    @Test(arguments: ["a\rb", "a\nb", "a\r\nb", "a\u{0}b"])
    func lineBreaksAreRefused(_ text: String) async {
        let data = MultipartPart.Content.data(Data())
        let good = MultipartPart(content: data, name: "good")
        #expect(
            await failure([good, MultipartPart(content: data, name: text)])
                == .forbiddenCharacter(in: "name", part: 1)
        )
        #expect(
            await failure([MultipartPart(content: data, name: "a", fileName: text)])
                == .forbiddenCharacter(in: "file name", part: 0)
        )
        #expect(
            await failure([MultipartPart(content: data, name: "a", contentType: text)])
                == .forbiddenCharacter(in: "media type", part: 0)
        )
    }

    @Test func directoryAndDeviceAreRefused() async throws {
        let missing = directory.url.appendingPathComponent("missing")
        #expect(
            await failure([MultipartPart(content: .file(missing), name: "a")]) == .cannotRead(missing, .ENOENT)
        )
        #expect(
            await failure([MultipartPart(content: .file(directory.url), name: "a")]) == .notAFile(directory.url)
        )
        let device = URL(fileURLWithPath: "/dev/zero")
        #expect(await failure([MultipartPart(content: .file(device), name: "a")]) == .notAFile(device))
        let remote = try #require(URL(string: "https://example.com/a"))
        #expect(await failure([MultipartPart(content: .file(remote), name: "a")]) == .notAFile(remote))
    }

    @Test(arguments: [0, 99, 101, 262_144, 1_000_000, UInt64.max])
    func streamOfAnotherLengthFails(declared: UInt64) async {
        let part = MultipartPart(
            HTTPBody(InputStream(data: Data(count: 100)), length: Int64(clamping: declared)),
            name: "a"
        )
        let error = await failure([part])
        if declared < 100 {
            #expect(error == .longerThanDeclared(expected: Int64(declared)))
        } else {
            #expect(error == .shorterThanDeclared(expected: Int64(clamping: declared), actual: 100))
        }
    }

    /// What comes out before the failure is never as long as the whole, which would pass for it.
    @Test(arguments: [300_000, 262_144])
    func longStreamFailsBeforeItsLastBytes(declared: UInt64) async throws {
        let stream = InputStream(data: Data(count: Int(declared) + 1))
        let body = try body([MultipartPart(HTTPBody(stream, length: Int64(declared)), name: "a")])
        var received = 0
        let error = await #expect(throws: BodyError.self) {
            for try await chunk in body { received += chunk.count }
        }
        #expect(error == .longerThanDeclared(expected: Int64(declared)))
        #expect(received < Int(declared))
    }

    @Test func fileThatChangesMeanwhileFails() async throws {
        let file = try directory.file("a", "12345")
        let body = try body([MultipartPart(content: .file(file), name: "a")])
        try Data("1234".utf8).write(to: file)
        #expect(
            await #expect(throws: BodyError.self) { try await bytes(body) }
                == .shorterThanDeclared(expected: 5, actual: 4)
        )
        try Data("123456".utf8).write(to: file)
        #expect(await #expect(throws: BodyError.self) { try await bytes(body) } == .longerThanDeclared(expected: 5))
    }

    @Test func streamCanBeReadOnce() async throws {
        let stream = InputStream(data: Data("12345".utf8))
        let parts = [MultipartPart(HTTPBody(stream, length: 5), name: "a")]
        let body = try body(parts)
        #expect(!body.isReplayable)
        _ = try await bytes(body)
        #expect(await #expect(throws: BodyError.self) { try await bytes(body) } == .streamAlreadyUsed)
        #expect(await failure(parts) == .streamAlreadyUsed)
        #expect(stream.streamStatus == .closed)
    }

    @Test func streamThatNobodyReadsToItsEndIsClosed() async throws {
        let stream = InputStream(data: Data(count: 1_000_000))
        let body = try body([MultipartPart(HTTPBody(stream, length: 1_000_000), name: "a")])
        var iterator: HTTPBody.AsyncIterator? = body.makeAsyncIterator()
        _ = try await iterator?.next()
        _ = try await iterator?.next()
        #expect(stream.streamStatus == .open)
        iterator = nil
        #expect(stream.streamStatus == .closed)
    }

    @Test func streamThatCannotBeReadFails() async throws {
        let missing = directory.url.appendingPathComponent("missing").path
        let stream = try #require(InputStream(fileAtPath: missing))
        #expect(await failure([MultipartPart(HTTPBody(stream, length: 5), name: "a")]) == .streamFailed)
    }
}

import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynTransfers

/// What another user, or something else, has put beside the destination of a download.
@Suite(.serialized) struct PlantedFileTests {
    private let directory: TemporaryDirectory
    private let target: URL
    private let part: URL
    private let state: URL
    private static let content = Data("content".utf8)
    private static let isRoot = geteuid() == 0

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
        part = directory.url.appendingPathComponent(".target.talyn-part")
        state = directory.url.appendingPathComponent(".target.talyn-part-state")
    }

    private var kept: DownloadDestination { DownloadDestination(target) { $0.keepsPartialFile = true } }

    /// A server whose first answer breaks off after three bytes. After that it is gone for one request.
    private func provider(_ ranges: Recorder<String?> = Recorder()) -> Provider<Zen> {
        let transport = ClosureTransport { request in
            let range = request.headerFields[.range]
            ranges.record(range)
            let count = ranges.events.count
            if count == 2 { throw TransportError(.cannotConnect) }
            var fields: HTTPFields = [.eTag: "\"v1\"", .contentLength: "7"]
            if range != nil {
                fields[.contentLength] = "4"
                fields[.contentRange] = "bytes 3-6/7"
            }
            let body = HTTPBody(isReplayable: false) {
                var chunks = [range == nil ? Self.content : Self.content.dropFirst(3)]
                if count == 1 { chunks = [Self.content.prefix(3)] }
                return {
                    if let chunk = chunks.popLast() { return chunk }
                    if count == 1 { throw TransportError(.connectionLost) }
                    return nil
                }
            }
            return TransportResponse(statusCode: range == nil ? 200 : 206, headerFields: fields, body: body)
        }
        return Provider(transport: transport)
    }

    /// A provider whose next call would go on with three bytes.
    private func failed(_ ranges: Recorder<String?>) async throws -> Provider<Zen> {
        let provider = provider(ranges)
        await #expect(throws: TalynError.self) { try await provider.downloaded(.zen, to: kept) }
        #expect(try Data(contentsOf: part) == Self.content.prefix(3))
        return provider
    }

    private func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func expectWholeFile() throws {
        #expect(try Data(contentsOf: target) == Self.content)
        #expect(try directory.names == ["target"])
        let attributes = try FileManager.default.attributesOfItem(atPath: target.path)
        #expect(attributes[.ownerAccountID] as? Int == Int(geteuid()))
    }

    // MARK: The decision

    @Test func onlyAPlainFileOfTheUsersOwnIsUsed() {
        func isPrivate(_ mode: mode_t, owner: uid_t = 501, names: Int = 1) -> Bool {
            OpenFile.isPrivate(mode: mode, owner: owner, names: names, to: 501)
        }
        #expect(isPrivate(S_IFREG | 0o600))
        #expect(!isPrivate(S_IFREG | 0o600, owner: 502))
        #expect(!isPrivate(S_IFREG | 0o600, owner: 0))
        #expect(!isPrivate(S_IFREG | 0o600, names: 2))
        for mode in [0o644, 0o444, 0o755] as [mode_t] {
            #expect(isPrivate(S_IFREG | mode))
        }
        for mode in [0o620, 0o602, 0o666, 0o664, 0o777] as [mode_t] {
            #expect(!isPrivate(S_IFREG | mode))
        }
        for kind in [S_IFDIR, S_IFIFO, S_IFLNK, S_IFSOCK, S_IFCHR] as [mode_t] {
            #expect(!isPrivate(kind | 0o600))
        }
    }

    // MARK: Partial files

    /// What may stand in the place of the partial file.
    enum Planted: CaseIterable, Sendable {
        case writable, foreign, foreignAndEmpty, link, danglingLink, pipe, secondName
    }

    @Test(arguments: Planted.allCases.filter { isRoot || ![.foreign, .foreignAndEmpty].contains($0) })
    func plantedFileIsReplaced(_ planted: Planted) async throws {
        let ranges = Recorder<String?>()
        let provider = try await failed(ranges)
        let elsewhere = try TemporaryDirectory()
        let other = try elsewhere.file("other", "evil")
        let inode = try FileManager.default.attributesOfItem(atPath: part.path)[.systemFileNumber] as? Int
        switch planted {
        case .writable: #expect(chmod(part.path, 0o666) == 0)
        case .foreign: #expect(chown(part.path, 12_345, 12_345) == 0)
        case .foreignAndEmpty:
            #expect(truncate(part.path, 0) == 0)
            #expect(chown(part.path, 12_345, 12_345) == 0)
        case .link, .danglingLink:
            try FileManager.default.removeItem(at: part)
            let place = planted == .link ? other : elsewhere.url.appendingPathComponent("none")
            try FileManager.default.createSymbolicLink(at: part, withDestinationURL: place)
        case .pipe:
            try FileManager.default.removeItem(at: part)
            #expect(mkfifo(part.path, 0o600) == 0)
        case .secondName: try FileManager.default.linkItem(at: part, to: elsewhere.url.appendingPathComponent("name"))
        }
        _ = try await provider.downloaded(.zen, to: kept)
        #expect(ranges.events.last == .some(nil))
        try expectWholeFile()
        let placed = try FileManager.default.attributesOfItem(atPath: target.path)[.systemFileNumber] as? Int
        if planted == .secondName { #expect(placed != inode) }
        #expect(try Data(contentsOf: other) == Data("evil".utf8))
        #expect(try elsewhere.names == (planted == .secondName ? ["name", "other"] : ["other"]))
    }

    @Test(arguments: Planted.allCases.filter { isRoot || ![.foreign, .foreignAndEmpty].contains($0) })
    func plantedStateIsNotUsed(_ planted: Planted) async throws {
        let ranges = Recorder<String?>()
        let provider = try await failed(ranges)
        let elsewhere = try TemporaryDirectory()
        let copy = try elsewhere.file("copy", try Data(contentsOf: state))
        switch planted {
        case .writable: #expect(chmod(state.path, 0o666) == 0)
        case .foreign, .foreignAndEmpty: #expect(chown(state.path, 12_345, 12_345) == 0)
        case .link, .danglingLink:
            try FileManager.default.removeItem(at: state)
            try FileManager.default.createSymbolicLink(at: state, withDestinationURL: copy)
        case .pipe:
            try FileManager.default.removeItem(at: state)
            #expect(mkfifo(state.path, 0o600) == 0)
        case .secondName: try FileManager.default.linkItem(at: state, to: elsewhere.url.appendingPathComponent("name"))
        }
        _ = try await provider.downloaded(.zen, to: kept)
        #expect(ranges.events.last == .some(nil))
        try expectWholeFile()
    }

    @Test func ownPartIsResumed() async throws {
        let ranges = Recorder<String?>()
        let provider = try await failed(ranges)
        _ = try await provider.downloaded(.zen, to: kept)
        #expect(ranges.events.last == "bytes=3-")
        try expectWholeFile()
    }

    @Test func directoryThatCannotBeReplacedIsNamed() async throws {
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: false)
        let error = await #expect(throws: TalynError.self) { try await provider().downloaded(.zen, to: kept) }
        guard case .cannotWrite(let url, _)? = error?.underlyingError as? BodyError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(url.lastPathComponent == ".target.talyn-part")
    }

    // MARK: Permissions

    @Test func nobodyElseReadsOrLocksAFileThatGrows() async throws {
        _ = try await failed(Recorder())
        #expect(try mode(part) == 0o600)
        #expect(try mode(state) == 0o600)
    }

    @Test func fileHasThePermissionsOfANewOneInTheEnd() async throws {
        _ = try await failed(Recorder()).downloaded(.zen, to: kept)
        let new = try directory.file("new", Data())
        #expect(try mode(target) == mode(new))
    }

    // MARK: Repetition

    /// A file is unlocked before the caller hears of the end.
    @Test(arguments: [false, true])
    func downloadCanBeRepeatedAtOnce(keeps: Bool) async throws {
        let transport = ClosureTransport { request in
            if request.headerFields[.range] != nil { throw TransportError(.cannotConnect) }
            let body = HTTPBody(isReplayable: false) {
                var chunks = [Self.content.prefix(3)]
                return {
                    if let chunk = chunks.popLast() { return chunk }
                    throw TransportError(.connectionLost)
                }
            }
            return TransportResponse(statusCode: 200, headerFields: [.eTag: "\"v1\"", .contentLength: "7"], body: body)
        }
        let provider = Provider<Zen>(transport: transport)
        let destination = DownloadDestination(target) { $0.keepsPartialFile = keeps }
        var refused = 0
        for _ in 0..<200 {
            let error = await #expect(throws: TalynError.self) { try await provider.downloaded(.zen, to: destination) }
            if error?.underlyingError is BodyError { refused += 1 }
        }
        #expect(refused == 0)
    }

    @Test func finishedFileIsNotLocked() async throws {
        let destination = DownloadDestination(target) { $0.replacesExistingFile = true }
        for _ in 0..<50 {
            let transport = ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(Self.content)) }
            _ = try await Provider<Zen>(transport: transport).downloaded(.zen, to: destination)
            #expect(try OpenFile(reading: target).lock())
        }
    }
}

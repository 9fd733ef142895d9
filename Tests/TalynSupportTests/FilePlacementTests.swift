import Foundation
import TestSupport
import Testing
import _TalynSupport

struct FilePlacementTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func place(
        _ text: String,
        at destination: URL,
        replaces: Bool = false,
        createsDirectories: Bool = false
    ) throws {
        let source = try directory.file("source", text)
        defer { try? FileManager.default.removeItem(at: source) }
        try FilePlacement(
            source: source,
            destination: destination,
            replacesExistingFile: replaces,
            createsDirectories: createsDirectories
        ).place()
        #expect(!FileManager.default.fileExists(atPath: source.path))
    }

    @Test func fileIsMoved() throws {
        let destination = directory.url.appendingPathComponent("a b")
        try place("new", at: destination)
        #expect(try String(contentsOf: destination, encoding: .utf8) == "new")
        #expect(try directory.names == ["a b"])
    }

    @Test func previousFileStaysUnlessItIsToGo() throws {
        let destination = try directory.file("a", "old")
        #expect(throws: FileError.destinationExists(destination)) { try place("new", at: destination) }
        #expect(try String(contentsOf: destination, encoding: .utf8) == "old")
        try place("new", at: destination, replaces: true)
        #expect(try String(contentsOf: destination, encoding: .utf8) == "new")
    }

    @Test func directoryIsNotReplaced() throws {
        let destination = directory.url.appendingPathComponent("a")
        try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: false)
        #expect(throws: FileError.destinationExists(destination)) { try place("new", at: destination) }
        #expect(throws: FileError.cannotWrite(destination, .EISDIR)) {
            try place("new", at: destination, replaces: true)
        }
        #expect(try directory.names == ["a"])
    }

    @Test func directoriesAreMadeIfAskedFor() throws {
        let destination = directory.url.appendingPathComponent("a/b/c")
        #expect(throws: FileError.cannotWrite(destination, .ENOENT)) { try place("new", at: destination) }
        try place("new", at: destination, createsDirectories: true)
        #expect(try String(contentsOf: destination, encoding: .utf8) == "new")
    }

    @Test func fileInPlaceOfADirectoryIsATypedError() throws {
        let file = try directory.file("file", "")
        let destination = file.appendingPathComponent("a")
        #expect(throws: FileError.self) { try place("new", at: destination, createsDirectories: true) }
        #expect(throws: FileError.cannotWrite(destination, .ENOTDIR)) { try place("new", at: destination) }
    }

    @Test func destinationMustBeAFile() throws {
        let url = try #require(URL(string: "https://example.com/a"))
        #expect(throws: FileError.notAFile(url)) { try place("new", at: url) }
    }

    // MARK: New files

    private func write(_ text: String, at destination: URL, replaces: Bool = true) throws {
        let source = directory.url.appendingPathComponent("source")
        try FilePlacement(source: source, destination: destination, replacesExistingFile: replaces)
            .write(Data(text.utf8), permissions: 0o600, isDurable: true)
    }

    @Test func newFileReplacesTheOldOneWithItsOwnPermissions() throws {
        let destination = try directory.file("a", "old")
        try write("new", at: destination)
        #expect(try String(contentsOf: destination, encoding: .utf8) == "new")
        let attributes = try FileManager.default.attributesOfItem(atPath: destination.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try directory.names == ["a"])
    }

    @Test func newFileThatCannotBePlacedLeavesNothing() throws {
        let destination = try directory.file("a", "old")
        #expect(throws: FileError.destinationExists(destination)) { try write("new", at: destination, replaces: false) }
        let missing = directory.url.appendingPathComponent("b/c")
        #expect(throws: FileError.cannotWrite(missing, .ENOENT)) { try write("new", at: missing) }
        #expect(try String(contentsOf: destination, encoding: .utf8) == "old")
        #expect(try directory.names == ["a"])
    }

    @Test func fileAtTheSourceIsNotTouched() throws {
        let source = try directory.file("source", "other")
        let destination = directory.url.appendingPathComponent("a")
        #expect(throws: FileError.cannotWrite(destination, .EEXIST)) { try write("new", at: destination) }
        #expect(try String(contentsOf: source, encoding: .utf8) == "other")
        #expect(try directory.names == ["source"])
    }

    // MARK: Other file systems

    private static let otherFileSystem = URL(fileURLWithPath: "/dev/shm")

    private static func hasOtherFileSystem() -> Bool {
        func device(_ url: URL) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: url.path))?[.systemNumber] as? Int
        }
        guard let other = device(otherFileSystem) else { return false }
        return other != device(FileManager.default.temporaryDirectory)
    }

    @Test(.enabled(if: hasOtherFileSystem()))
    func fileIsMovedToAnotherFileSystem() throws {
        let other = try TemporaryDirectory(in: Self.otherFileSystem)
        let destination = other.url.appendingPathComponent("a")
        try place("new", at: destination)
        #expect(try String(contentsOf: destination, encoding: .utf8) == "new")
        #expect(throws: FileError.destinationExists(destination)) { try place("newer", at: destination) }
        #expect(try String(contentsOf: destination, encoding: .utf8) == "new")
        try place("newer", at: destination, replaces: true)
        #expect(try String(contentsOf: destination, encoding: .utf8) == "newer")
        #expect(try other.names == ["a"])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
    func unwritableFileSystemIsATypedError() throws {
        let destination = URL(fileURLWithPath: "/proc/talyn-test")
        let error = #expect(throws: FileError.self) { try place("new", at: destination) }
        guard case .cannotWrite(destination, _)? = error else {
            Issue.record("\(String(describing: error)) doesn't name the destination")
            return
        }
    }
}

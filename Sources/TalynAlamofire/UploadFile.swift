#if Alamofire
import Foundation
import TalynCore

/// A temporary file with a request's body, which Alamofire reads while it sends.
struct UploadFile {
    let url: URL

    /// Writes the body to a file that only this user can read.
    ///
    /// - Throws: A `TransportError` if the file can't be written, or the error of the body.
    init(_ body: HTTPBody) async throws {
        let process = ProcessInfo.processInfo.processIdentifier
        url = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(process)-\(UUID().uuidString)")
        do {
            try await write(body)
        } catch {
            remove()
            throw error
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    private func write(_ body: HTTPBody) async throws {
        let isCreated = FileManager.default.createFile(
            atPath: url.path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
        guard isCreated else { throw TransportError(.other, underlyingError: CocoaError(.fileWriteUnknown)) }
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        for try await chunk in body {
            do {
                try file.write(contentsOf: chunk)
            } catch {
                throw TransportError(.other, underlyingError: error)
            }
        }
    }
}
#endif

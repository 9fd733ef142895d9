import Foundation
import Talyn

// The code of Transfers.md, and of comments about transfers, compiled. DocumentedExamplesTests compares the two.

enum Files: TargetType {
    case upload(URL)
    case export

    var baseURL: URL { URL(string: "https://files.example.com")! }

    var path: RequestPath {
        switch self {
        case .upload(let file): "/files/\(file.lastPathComponent)"
        case .export: "/export"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .upload: .put
        case .export: .get
        }
    }

    var body: RequestBody {
        switch self {
        case .upload(let file): .file(file)
        case .export: .none
        }
    }
}

enum TransferExamples {
    static func events(_ files: Provider<Files>, _ video: URL) async throws {
        for try await event in files.transfer(.upload(video)) {
            switch event {
            case .sent(let progress): print(progress.completed, progress.estimatedTimeRemaining ?? .zero)
            case .finished(let response): print(response.statusCode)
            default: break
            }
        }
    }

    static func outcome(_ files: Provider<Files>, _ video: URL) async throws -> Response {
        let response = try await files.request(.upload(video))
        return response
    }

    static func form(_ photo: URL) -> RequestBody {
        let body = RequestBody.multipart([
            MultipartPart("Sunset", name: "caption"),
            MultipartPart(photo, name: "photo"),
        ])
        return body
    }

    static func download(_ files: Provider<Files>, _ file: URL) async throws -> Response {
        let response = try await files.download(.export, to: file).response()
        return response
    }

    static func destination(_ file: URL) -> DownloadDestination {
        let destination = DownloadDestination(file) {
            $0.replacesExistingFile = true
            $0.keepsPartialFile = true
        }
        return destination
    }

    static func keptDownload(_ files: Provider<Files>, _ file: URL, _ checksum: String) async throws {
        let digest = try ContentDigest(.sha256, hex: checksum)
        let destination = DownloadDestination(file) {
            $0.replacesExistingFile = true
            $0.createsDirectories = true
            $0.keepsPartialFile = true
            $0.digest = digest
        }
        for try await event in files.download(.export, to: destination) {
            if case .received(let progress) = event { print(progress.fraction ?? 0) }
        }
    }

    static func digest() throws -> ContentDigest {
        let digest = try ContentDigest(.sha256, hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        return digest
    }

    /// Foundation's `Progress`, for interfaces that show one.
    static func foundation(_ files: Provider<Files>, _ video: URL) async throws {
        let shown = Progress(totalUnitCount: 100)
        for try await event in files.transfer(.upload(video)) {
            if case .sent(let progress) = event {
                shown.completedUnitCount = Int64((progress.fraction ?? 0) * 100)
            }
        }
    }
}

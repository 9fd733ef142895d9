import Foundation
import Talyn

// The code of Transfers.md, compiled.

enum Files: TargetType {
    case upload(URL)
    case export

    var baseURL: URL { URL(string: "https://files.example.com")! }

    var path: String {
        switch self {
        case .upload(let file): "/files/\(pathSegment: file.lastPathComponent)"
        case .export: "/export"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .upload: .put
        case .export: .get
        }
    }

    var task: HTTPTask {
        switch self {
        case .upload(let file): .uploadFile(file)
        case .export: .requestPlain
        }
    }

    var validationType: ValidationType { .successCodes }
}

enum TransferExamples {
    static func events(_ files: Provider<Files>, _ video: URL) async throws {
        for try await event in files.transfer(.upload(video)) {
            switch event {
            case .sent(let progress): print(progress.completed, progress.estimatedTimeRemaining ?? .zero)
            case .received: break
            case .finished(let response): print(response.statusCode)
            }
        }
    }

    static func outcome(_ files: Provider<Files>, _ video: URL) async throws -> Response {
        let progress = Progress(totalUnitCount: 1)
        let response = try await files.transfer(.upload(video)).response(updating: progress)
        return response
    }

    static func handler(_ files: Provider<Files>, _ video: URL) -> any Cancellable {
        let call = files.request(.upload(video), progress: { print($0.progress) }) { result in
            print(result)
        }
        return call
    }

    static func download(_ files: Provider<Files>, _ file: URL) async throws -> Response {
        let response = try await files.download(.export, to: file).response()
        return response
    }

    static func keptDownload(_ files: Provider<Files>, _ file: URL, _ checksum: String) async throws {
        let digest = try ContentDigest(.sha256, hex: checksum)
        let destination = TransferDestination(file) {
            $0.options = .removePreviousFile
            $0.keepsPartialFile = true
            $0.digest = digest
        }
        for try await event in files.download(.export, to: destination) {
            if case .received(let progress) = event { print(progress.fraction ?? 0) }
        }
    }
}

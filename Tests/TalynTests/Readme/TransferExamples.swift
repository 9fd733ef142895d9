import Foundation
import Talyn

// The code of Transfers.md, compiled.

enum Files: TargetType {
    case upload(URL)
    case export

    var baseURL: URL { URL(string: "https://files.example.com")! }

    var path: String {
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
        let progress = Progress()
        let response = try await files.transfer(.upload(video)).response(updating: progress)
        return response
    }

    static func handler(_ files: Provider<Files>, _ video: URL) -> any Cancellable {
        let call = files.request(.upload(video), progress: { print($0.progress) }) { result in
            print(result)
        }
        return call
    }
}

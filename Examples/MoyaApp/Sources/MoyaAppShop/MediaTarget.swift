import Foundation
import Moya
import MoyaAppCore

enum MediaTarget: APITarget {
    case video(URL)
    case photos([Data], caption: String)
    case avatar(InputStream, length: UInt64, crop: Bool)
    case document(URL)

    var apiVersion: String { return "v2" }

    var path: String {
        switch self {
        case .video: return "media/video"
        case .photos: return "media/photos"
        case .avatar: return "me/avatar"
        case .document: return "media/documents"
        }
    }

    var method: Moya.Method { return .post }

    var task: Task {
        switch self {
        case .video(let file):
            return .uploadFile(file)
        case let .photos(photos, caption):
            var parts = photos.enumerated().map { index, data in
                MultipartFormData(
                    provider: .data(data),
                    name: "photo\(index)",
                    fileName: "photo\(index).jpeg",
                    mimeType: "image/jpeg"
                )
            }
            parts.append(MultipartFormData(provider: .data(caption.utf8Data), name: "caption"))
            return .uploadMultipart(parts)
        case let .avatar(stream, length, crop):
            let part = MultipartFormData(
                provider: .stream(stream, length),
                name: "avatar",
                fileName: "a.png",
                mimeType: "image/png"
            )
            return .uploadCompositeMultipart([part], urlParameters: ["crop": crop])
        case .document(let file):
            return .uploadMultipart([MultipartFormData(provider: .file(file), name: "document")])
        }
    }

    var sampleData: Data { return #"{"code":0,"data":{"url":"https://cdn.example.com/1"}}"#.utf8Data }
}

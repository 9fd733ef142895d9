import Foundation
import Moya
import Testing

// Uploads and downloads as apps write them.

let downloadDirectory: URL = {
    let directory = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("moya-\(UUID().uuidString)")
    return directory
}()

enum Media {
    case upload(images: [Data], description: String)
    case avatar(URL)
    case attach(Data, query: [String: Any])
    case download(String)
}

extension Media: TargetType {
    var baseURL: URL { return URL(string: "https://media.example.com")! }

    var path: String {
        switch self {
        case .upload, .avatar, .attach: return "/images"
        case .download(let name): return "/files/\(name)"
        }
    }

    var method: Moya.Method {
        switch self {
        case .download: return .get
        default: return .post
        }
    }

    var task: Task {
        switch self {
        case let .upload(images, description):
            var formData = [MultipartFormData]()
            for (index, image) in images.enumerated() {
                formData.append(
                    MultipartFormData(
                        provider: .data(image),
                        name: "files[]",
                        fileName: "\(index).jpeg",
                        mimeType: "image/jpeg"
                    )
                )
            }
            formData.append(MultipartFormData(provider: .data(description.data(using: .utf8)!), name: "description"))
            return .uploadMultipart(formData)
        case let .avatar(file):
            return .uploadFile(file)
        case let .attach(data, query):
            let part = MultipartFormData(provider: .stream(InputStream(data: data), UInt64(data.count)), name: "file")
            return .uploadCompositeMultipart([part], urlParameters: query)
        case .download:
            let destination: DownloadDestination = { _, response in
                let url = downloadDirectory.appendingPathComponent(response.url?.lastPathComponent ?? "file")
                return (url, [.removePreviousFile, .createIntermediateDirectories])
            }
            return .downloadDestination(destination)
        }
    }

    var sampleData: Data { return Data("content".utf8) }

    var headers: [String: String]? {
        switch self {
        case .upload: return ["Content-Type": "multipart/form-data"]
        default: return nil
        }
    }
}

struct TransferTests {
    private let provider = MoyaProvider<Media>(stubClosure: MoyaProvider.immediatelyStub)

    @Test func transfersAreStubbedLikeOtherCalls() {
        var url: URL?
        provider.request(.attach(Data("x".utf8), query: ["album": 7])) { url = try? $0.get().request?.url }
        #expect(url?.query == "album=7")
        var bodies: [String] = []
        for target in [Media.upload(images: [Data(count: 10)], description: "two"), .download("a.txt")] {
            provider.request(target) { bodies.append((try? $0.get().mapString()) ?? "failed") }
        }
        #expect(bodies == ["content", "content"])
    }
}

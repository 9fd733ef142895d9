#if AsyncHTTPClient || Alamofire || !os(Linux)
import Foundation
import Moya
import TestSupport
import Testing

@Suite(.sockets)
struct UploadHeaderTests {
    /// Many apps set this field for each target of an upload.
    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=own", "multipart/mixed; boundary=own", "application/json",
    ])
    func aMultipartUploadHasItsOwnTypeAndBoundary(_ type: String) async throws {
        let part = MultipartFormData(provider: .data(Data("hi".utf8)), name: "a")
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            var target = Local(server.baseURL, method: .post, task: .uploadMultipart([part]))
            target.headers = ["Content-Type": type]
            _ = try await MoyaProvider<Local>(session: .patient).result(of: target).get()
            let sent = try #require(server.requests.first?.header("Content-Type").first)
            #expect(sent.hasPrefix("multipart/form-data; boundary="))
            #expect(!sent.contains("own"))
        }
    }

    @Test func theProgressOfALargeMultipartUploadRises() async throws {
        let part = MultipartFormData(provider: .data(Data(count: 3_000_000)), name: "a")
        let progress = Recorder<Double>()
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let target = Local(
                server.baseURL,
                method: .post,
                task: .uploadCompositeMultipart([part], urlParameters: ["id": 1])
            )
            let result = await MoyaProvider<Local>(session: .patient).result(
                of: target,
                callbackQueue: DispatchQueue(label: "progress")
            ) { progress.record($0.progress) }
            _ = try result.get()
        }
        #expect(progress.events.contains { $0 > 0 && $0 < 1 })
        #expect(progress.events == progress.events.sorted())
        #expect(progress.events.last == 1)
    }
}
#endif

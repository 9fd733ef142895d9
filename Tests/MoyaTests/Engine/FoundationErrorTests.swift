#if !Alamofire && (AsyncHTTPClient || !os(Linux))
import Foundation
import Moya
import TestSupport
import Testing

/// The errors of Foundation that apps find inside Moya's.
@Suite(.serialized, .sockets) struct FoundationErrorTests {
    private let missing = FileManager.default.temporaryDirectory.appendingPathComponent("missing-\(UUID().uuidString)")
    private let nowhere = URL(string: "http://127.0.0.1:1")!

    private func failure(_ target: Local, _ session: Session = .patient) async throws -> AFError {
        let result = await MoyaProvider<Local>(session: session).result(of: target)
        return try #require(result.underlying as? AFError, "\(result)")
    }

    @Test func anUnknownHostIsToldFromARefusedConnection() async throws {
        let unknown = try await failure(Local(try #require(URL(string: "http://nonexistent.invalid"))))
        #expect((unknown.underlyingError as? URLError)?.code == .cannotFindHost)
        let refused = try await failure(Local(nowhere))
        #expect((refused.underlyingError as? URLError)?.code == .cannotConnectToHost)
    }

    @Test func aMissingFileIsAnErrorOfTheSessionTask() async throws {
        let error = try await failure(Local(nowhere, method: .post, task: .uploadFile(missing)))
        #expect(error.isSessionTaskError)
        let inner = try #require(error.underlyingError as? URLError)
        #expect(inner.code == .fileDoesNotExist)
        #expect(inner.errorCode == -1100)
        #expect(inner.localizedDescription.contains(missing.lastPathComponent))
    }

    @Test func aDirectoryIsNoFileToUpload() async throws {
        let directory = FileManager.default.temporaryDirectory
        let error = try await failure(Local(nowhere, method: .post, task: .uploadFile(directory)))
        #expect((error.underlyingError as? URLError)?.code == .fileIsDirectory)
    }

    @Test func aPartWithoutItsFileIsAnErrorOfTheEncoding() async throws {
        let part = MultipartFormData(provider: .file(missing), name: "a")
        let error = try await failure(Local(nowhere, method: .post, task: .uploadMultipart([part])))
        #expect(error.isMultipartEncodingError)
        #expect((error.underlyingError as? CocoaError)?.code == .fileReadNoSuchFile)
        #expect(error.url == missing)
        let directory = MultipartFormData(provider: .file(FileManager.default.temporaryDirectory), name: "a")
        let isDirectory = try await failure(Local(nowhere, method: .post, task: .uploadMultipart([directory])))
        #expect(isDirectory.errorDescription?.hasPrefix("The URL provided is a directory: file:///") == true)
        let form = RequestMultipartFormData()
        form.append(Data(), withName: "a\r\nb")
        let encoding = #expect(throws: AFError.self) { try form.encode() }
        #expect(encoding?.isMultipartEncodingError == true)
        #expect(encoding?.underlyingError is CocoaError)
    }

    @Test func aStreamOfAnotherLengthIsAnErrorOfTheEncoding() async throws {
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            for count: UInt64 in [2, 9] {
                let stream = InputStream(data: Data("12345".utf8))
                let part = MultipartFormData(provider: .stream(stream, count), name: "a")
                let target = Local(server.baseURL, method: .post, task: .uploadMultipart([part]))
                let error = try await failure(target)
                #expect(error.isMultipartEncodingError)
                #expect(error.underlyingError is CocoaError)
            }
        }
    }

    @Test func anExistingDestinationIsAnErrorOfTheMove() async throws {
        let file = missing
        try Data("old".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let below = file.appendingPathComponent("a/b.txt")
        let absent = file.deletingLastPathComponent().appendingPathComponent(UUID().uuidString + "/b.txt")
        let cases: [(URL, Set<Int>)] = [(file, [516]), (below, [4, 512, 516]), (absent, [4])]
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "new")] }) { server in
            for (place, codes) in cases {
                let error = try await failure(Local(server.baseURL, task: .downloadDestination { _, _ in (place, []) }))
                #expect(error.isDownloadedFileMoveError)
                #expect(error.destinationURL == place)
                #expect(error.sourceURL?.isFileURL == true)
                let inner = try #require(error.underlyingError) as NSError
                #expect(inner.domain == NSCocoaErrorDomain)
                #expect(codes.contains(inner.code), "\(inner)")
            }
        }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
    }
}
#endif

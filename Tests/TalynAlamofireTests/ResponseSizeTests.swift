#if Alamofire
import Alamofire
import Foundation
import HTTPTypes
import Talyn
import TalynAlamofire
import Testing
import TestSupport

#if canImport(Glibc)
import Glibc
#endif

extension AlamofireTransportTests {
    /// Responses that don't end, or that arrive faster than they are read.
    struct ResponseSizeTests {
        private static func endless(_ status: Int) -> FaultServer.Script {
            let block = FaultServer.Step.sendBytes([UInt8](repeating: 97, count: 65_536))
            return { _ in
                [.send("HTTP/1.1 \(status) Some reason\r\n\r\n")] + Array(repeating: block, count: 1_000) + [.hang]
            }
        }

        private static let limited = RequestOptions { $0.maximumResponseSize = 2_000_000 }

        private static func upload(to url: URL) -> Call {
            var call = Call(url, .successCodes)
            call.method = .put
            call.body = .stream(
                HTTPBody(isReplayable: true) {
                    var chunk: Data? = Data("a".utf8)
                    return { chunk.take() }
                }
            )
            return call
        }

        /// The failure of a call.
        ///
        /// `#expect(throws:)` reflects an error when it is thrown, down to the requests of the session, which still run.
        private static func failure(of provider: Provider<Call>, _ call: Call) async -> TalynError? {
            guard case .failure(let error) = await provider.result(call) else { return nil }
            return error
        }

        @Test(arguments: [nil, 100_000] as [Int64?])
        func refusedResponseThatDoesNotEndFailsTheCall(maximum: Int64?) async throws {
            try await FaultServer.withServer(script: Self.endless(500)) { server in
                let options = RequestOptions { $0.maximumResponseSize = maximum ?? 2_000_000 }
                let provider = Provider<Call>(transport: AlamofireTransport.with(), requestOptions: options)
                let error = await Self.failure(of: provider, Call(server.baseURL, .successCodes))
                #expect(error?.reason == .unacceptableStatus)
                #expect(error?.statusCode == 500)
                // The call keeps a mebibyte of a failure, and the last chunk.
                let counts = maximum.map { Int($0)...Int($0) } ?? 1 << 20...2_000_000
                #expect(counts.contains(error?.response?.data.count ?? 0))
                await server.connectionsClosed(atLeast: 1)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: [200, 500])
        func responseOfAnUploadThatDoesNotEndFailsTheCall(status: Int) async throws {
            try await FaultServer.withServer(script: Self.endless(status)) { server in
                let provider = Provider<Call>(transport: AlamofireTransport.with(), requestOptions: Self.limited)
                let call = Self.upload(to: server.baseURL)
                let error = await Self.failure(of: provider, call)
                if status == 200 {
                    #expect(error?.transportError?.kind == .responseTooLarge)
                } else {
                    #expect(error?.statusCode == 500)
                }
                await server.connectionsClosed(atLeast: 1)
                #expect(server.requests.count == 1)
            }
        }

        #if canImport(Glibc)
        /// The process can't write large files, and so the response fails if the disk has the bytes that the reader hasn't read.
        @Test func responseWithASlowReaderIsNotKeptInMemory() async throws {
            let body = String(repeating: "a", count: 8_000_000)
            _ = try await FaultServer.withServer(script: { _ in [.answer(200, body)] }) { server in
                await #expect(processExitsWith: .success) { [baseURL = server.baseURL as URL] in
                    signal(SIGXFSZ, SIG_IGN)
                    var limit = rlimit(rlim_cur: 1_000_000, rlim_max: 1_000_000)
                    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                    let monitor = RecordingMonitor()
                    let transport = AlamofireTransport.with(eventMonitors: [monitor])
                    let response = try await transport.send(OutgoingRequest(url: baseURL))
                    await monitor.events.wait { $0.contains { $0.hasPrefix("finished") } }
                    let error = await #expect(throws: BodyError.self) { for try await _ in response.body {} }
                    #expect(error.map { String(describing: $0) }?.contains("File too large") == true)
                }
            }
        }

        @Test func slowReaderLosesNothing() async throws {
            let body = String(repeating: "abcdefg", count: 1_000_000)
            try await FaultServer.withServer(script: { _ in [.answer(200, body)] }) { server in
                let monitor = RecordingMonitor()
                let transport = AlamofireTransport.with(eventMonitors: [monitor])
                let response = try await transport.send(OutgoingRequest(url: server.baseURL))
                await monitor.events.wait { $0.contains { $0.hasPrefix("finished") } }
                var data = Data()
                for try await chunk in response.body { data.append(chunk) }
                #expect(data == Data(body.utf8))
            }
        }
        #endif
    }
}
#endif

import Foundation
import Talyn
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct CURLDescriptionTests {
    private struct Describing: Plugin {
        let recorder: Recorder<String>

        func willSend(_ request: PreparedRequest, context: CallContext) {
            recorder.record(request.cURLCommand())
        }
    }

    private struct Labelled: Transport {
        var defaultHeaderFields: HTTPFields { [.userAgent: "Test"] }

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }

    @Test func pluginIsGivenTheCommandWithItsSecretsMasked() async throws {
        let recorder = Recorder<String>()
        let plugins: [any Plugin] = [
            CredentialsPlugin { _ in URLCredential(user: "ada", password: "secret", persistence: .none) },
            Describing(recorder: recorder),
        ]
        let provider = Provider<Zen>(
            transport: Labelled(),
            plugins: plugins,
            requestOptions: RequestOptions { $0.headerFields = HTTPFields(["X-API-Key": "secret"]) }
        )
        _ = try await provider.request(.create("a=secret"))
        #expect(
            recorder.events == [
                """
                curl \\
                    --request 'POST' \\
                    --url 'https://api.example.com/users' \\
                    --header 'User-Agent: Test' \\
                    --header 'X-API-Key: …' \\
                    --header 'Accept:' \\
                    --header 'Content-Type:' \\
                    --anyauth \\
                    --user 'ada:…' \\
                    --data-binary 'a=secret'
                """
            ]
        )
    }

    @Test func bodyThatCannotBeShownIsGivenByItsLength() {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("{secret".utf8)
        #expect(request.cURLCommand().contains("--data-binary '(7 bytes)'"))
    }

    @Test func tabInAFieldIsWrittenAsASpace() {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.setValue("a\tb", forHTTPHeaderField: "X-Tab")
        #expect(request.cURLCommand().contains("--header 'X-Tab: a b'"))
    }
}

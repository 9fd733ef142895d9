import Foundation
import TalynCore
import TalynPlugins
import TestSupport
import Testing
import _TalynSupport

struct CURLDescriptionTests {
    private struct Describing: CallObserver {
        let recorder: Recorder<String>

        func willSend(_ request: OutgoingRequest, context: CallContext) {
            recorder.record(request.cURLCommand())
        }
    }

    private struct Labelled: Transport {
        var defaultHeaderFields: HTTPFields { [.userAgent: "Test"] }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }

    @Test func pluginIsGivenTheCommandWithItsSecretsMasked() async throws {
        let recorder = Recorder<String>()
        let plugins: [any Plugin] = [
            PasswordPlugin { _ in PasswordCredential(user: "ada", password: "secret") },
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
        var request = OutgoingRequest(url: URL(fileURLWithPath: "/"))
        request.headerFields[.contentType] = "application/json"
        request.body = HTTPBody(Data("{secret".utf8))
        #expect(request.cURLCommand().contains("--data-binary '(7 bytes)'"))
    }

    @Test func tabInAFieldIsWrittenAsASpace() {
        var request = OutgoingRequest(url: URL(fileURLWithPath: "/"))
        request.headerFields["X-Tab"] = "a\tb"
        #expect(request.cURLCommand().contains("--header 'X-Tab: a b'"))
    }
}

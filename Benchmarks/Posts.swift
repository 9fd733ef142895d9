#if Tools
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Talyn

/// POST requests as an app sends them: a JSON body, a token, and four header fields.
enum Posts {
    struct Order: Encodable {
        let book = 42
        let copies = 3
        let note = "Please wrap it as a present."
        let address = ["1 Harbour Street", "Lisbon"]
    }

    static let fields = [
        ("Accept", "application/json"), ("Accept-Language", "en-GB"), ("X-Api-Version", "7"),
        ("X-Client", "bookshop/2.1"),
    ]

    struct Raw: Client {
        let url: String
        private let encoder = JSONEncoder()

        init(url: String) {
            self.url = url + "-sink"
        }

        func call() async throws {
            var request = HTTPClientRequest(url: url)
            request.method = .POST
            for (name, value) in Posts.fields { request.headers.add(name: name, value: value) }
            request.headers.add(name: "Authorization", value: "Bearer token")
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(name: "User-Agent", value: "Talyn")
            request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
            request.body = .bytes(ByteBuffer(bytes: try encoder.encode(Order())))
            let response = try await RawAsyncHTTPClient.client.execute(request, timeout: .seconds(60))
            let body = try await response.body.collect(upTo: 1 << 20)
            guard response.status == .ok, body.readableBytes == 0 else { throw UnexpectedAnswer() }
        }
    }

    struct Talyn: Client {
        struct Target: TargetType {
            let baseURL: URL
            var path: RequestPath { "" }
            var method: HTTPRequest.Method { .post }
            var body: RequestBody { .json(Order()) }
            var headerFields: HTTPFields { Self.fields }

            private static let fields = HTTPFields(
                Posts.fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
                }
            )
        }

        private let target: Target
        private let provider: Provider<Target>

        init(url: String) {
            target = Target(baseURL: URL(string: url + "-sink") ?? URL(fileURLWithPath: "/"))
            provider = Provider(
                transport: TalynClient.Stack.asyncHTTPClient.transport,
                plugins: [AuthenticationPlugin(IdlePlugins.Token(), credential: "token")]
            )
        }

        func call() async throws {
            let response = try await provider.request(target)
            guard response.statusCode == 200, response.data.isEmpty else { throw UnexpectedAnswer() }
        }
    }
}
#endif

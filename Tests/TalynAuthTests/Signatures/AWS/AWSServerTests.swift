#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import Talyn
import TalynAuth
import Testing

/// A server that checks signatures: moto, which plays AWS. `Scripts/ci/weekly/signatures` starts it.
@Suite("AWS signatures, by a server that checks them")
struct AWSServerTests {
    enum API: TargetType {
        case call(HTTPRequest.Method, RequestPath, HTTPFields, RequestBody, RequestParameters)

        static func call(
            _ method: HTTPRequest.Method,
            _ path: RequestPath,
            _ fields: HTTPFields = [:],
            _ body: RequestBody = .none
        ) -> API { .call(method, path, fields, body, [:]) }

        var baseURL: URL { URL(string: AWSServerTests.server ?? "http://127.0.0.1:9")! }
        var path: RequestPath { if case .call(_, let path, _, _, _) = self { path } else { "" } }
        var method: HTTPRequest.Method { if case .call(let method, _, _, _, _) = self { method } else { .get } }
        var headerFields: HTTPFields { if case .call(_, _, let fields, _, _) = self { fields } else { [:] } }
        var body: RequestBody { if case .call(_, _, _, let body, _) = self { body } else { .none } }
        var query: RequestParameters { if case .call(_, _, _, _, let query) = self { query } else { [:] } }
    }

    static let server = ProcessInfo.processInfo.environment["TALYN_MOTO"]
    static let isThere = server != nil
    static let reason: Comment = "SKIPPED: TALYN_MOTO doesn't name the server"

    static func provider(
        _ service: String,
        _ source: AWSCredentialSource = .environment,
        _ payload: AWSSigningPlugin.Payload = .signed,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Provider<API> {
        Provider<API>(plugins: [
            AWSSigningPlugin(region: "us-east-1", service: service, credentials: source, payload: payload, now: now)
        ])
    }

    @Test("objects of S3 are stored and read, with names that need escapes", .enabled(if: isThere, reason))
    func objectsAreStored() async throws {
        let s3 = Self.provider("s3")
        let bucket = "b\(UInt32.random(in: 0...(.max)))"
        _ = try await s3.request(.call(.put, "/\(bucket)"))
        for name in ["plain.txt", "ä ö/+?&=#%", "a~b*c'(d)"] {
            let content = Data("content of \(name)".utf8)
            _ = try await s3.request(.call(.put, "/\(bucket)/\(name)", [.contentType: "text/plain"], .data(content)))
            #expect(try await s3.request(.call(.get, "/\(bucket)/\(name)")).data == content)
        }
        let list = try await s3.request(
            .call(.get, "/\(bucket)", [:], .none, ["list-type": "2", "prefix": "a~b*c'(d)", "delimiter": "+ /"]),
            as: String.self
        )
        #expect(list.contains("<KeyCount>1</KeyCount>"))
    }

    @Test("streams are stored in signed chunks, and unsigned", .enabled(if: isThere, reason))
    func streamsAreStored() async throws {
        let bucket = "b\(UInt32.random(in: 0...(.max)))"
        _ = try await Self.provider("s3").request(.call(.put, "/\(bucket)"))
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for payload in [AWSSigningPlugin.Payload.chunked, .unsigned] {
            let s3 = Self.provider("s3", .environment, payload)
            let chunks = AsyncStream<Data> { continuation in
                for start in stride(from: 0, to: content.count, by: 30_000) {
                    continuation.yield(content[start..<min(start + 30_000, content.count)])
                }
                continuation.finish()
            }
            _ = try await s3.request(
                .call(.put, "/\(bucket)/stream", [:], .stream(HTTPBody(chunks, length: Int64(content.count))))
            )
            #expect(try await Self.provider("s3").request(.call(.get, "/\(bucket)/stream")).data == content)
        }
    }

    @Test("DynamoDB and STS accept signed calls", .enabled(if: isThere, reason))
    func otherServicesAccept() async throws {
        let dynamo = Self.provider("dynamodb")
        let tables = try await dynamo.request(
            .call(
                .post,
                "/",
                [
                    .named("X-Amz-Target"): "DynamoDB_20120810.ListTables",
                    .contentType: "application/x-amz-json-1.0",
                ],
                .data(Data("{}".utf8))
            ),
            as: String.self
        )
        #expect(tables.contains("TableNames"))
        let identity = try await Self.provider("sts").request(
            .call(
                .post,
                "/",
                [.contentType: "application/x-www-form-urlencoded"],
                .data(Data("Action=GetCallerIdentity&Version=2011-06-15".utf8))
            ),
            as: String.self
        )
        #expect(identity.contains("GetCallerIdentityResult"))
    }

    @Test("a wrong secret is refused", .enabled(if: isThere, reason))
    func wrongSecretIsRefused() async throws {
        var credentials = try #require(try await Self.ownCredentials())
        credentials.secretAccessKey += "x"
        let s3 = Self.provider("s3", .fixed(credentials))
        let error = await #expect(throws: TalynError.self) { try await s3.request(.call(.get, "/")) }
        #expect(error?.statusCode == 403)
    }

    private static func ownCredentials() async throws -> AWSCredentials? {
        let values = ProcessInfo.processInfo.environment
        guard let id = values["AWS_ACCESS_KEY_ID"], let secret = values["AWS_SECRET_ACCESS_KEY"] else { return nil }
        return AWSCredentials(accessKeyID: id, secretAccessKey: secret)
    }
}
#endif

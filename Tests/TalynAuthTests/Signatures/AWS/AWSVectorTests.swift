import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import Testing

@testable import TalynAuth

/// The public suite of AWS. Its files aren't a part of this repository: `Scripts/auth-vectors` runs it.
@Suite("AWS signatures, by the public suite")
struct AWSVectorTests {
    static let folder = ProcessInfo.processInfo.environment["TALYN_AWS_VECTORS"]

    @Test(
        "each case has the signature of the suite, in the header and in the URL",
        .enabled(if: folder != nil, "SKIPPED: TALYN_AWS_VECTORS doesn't name the folder of the suite")
    )
    func casesHaveTheirSignatures() async throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count >= 38)
        for name in names {
            let vector = try AWSVector(folder.appendingPathComponent(name))
            try await checkHeader(vector, name)
            try await checkURL(vector, name)
        }
    }

    private func checkHeader(_ vector: AWSVector, _ name: String) async throws {
        let signed = try await vector.plugin.signed(vector.request)
        let expected = try vector.message("header-signed-request.txt")
        #expect(signed.headerFields[.authorization] == expected.headerFields[.authorization], "\(name)")
        // The suite repeats fields, which are sent as one.
        #expect(
            signed.headerFields.combined.mapKeysToLowercase
                == AWSCanonicalRequest.sent(expected.headerFields).combined.mapKeysToLowercase,
            "\(name)"
        )
        let canonical = AWSCanonicalRequest(
            method: vector.request.method,
            target: signed.head.path ?? "",
            rule: vector.plugin.pathRule,
            host: "example.amazonaws.com",
            fields: try vector.signedFields(of: signed),
            payloadHash: SHA256Text.of(vector.request.body?.data ?? Data()).utf8
        )
        let text = try vector.text("header-canonical-request.txt")
        #expect(String(decoding: canonical.bytes, as: UTF8.self) == text, "\(name)")
    }

    private func checkURL(_ vector: AWSVector, _ name: String) async throws {
        let url = try await vector.plugin.presignedURL(for: vector.request, expiresIn: .seconds(3_600))
        let expected = try vector.message("query-signed-request.txt").head.path ?? ""
        // Foundation encodes the characters that the suite leaves as they are.
        let expectedURL = try #require(URL(string: "https://example.amazonaws.com" + expected.encoded))
        #expect(url.query == expectedURL.query, "\(name)")
    }
}

/// A case of the suite.
struct AWSVector {
    private struct Context: Decodable {
        struct Credentials: Decodable {
            let accessKeyId: String
            let secretAccessKey: String
            let token: String?
        }

        let credentials: Credentials
        let normalize: Bool
        let region: String
        let service: String
        let signBody: Bool
        let omitSessionToken: Bool?
        let timestamp: Date
    }

    let folder: URL
    let plugin: AWSSigningPlugin
    let request: OutgoingRequest
    private let context: Context

    init(_ folder: URL) throws {
        self.folder = folder
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let context = try decoder.decode(
            Context.self,
            from: try Data(contentsOf: folder.appendingPathComponent("context.json"))
        )
        var plugin = AWSSigningPlugin(
            region: context.region,
            service: context.service,
            credentials: .fixed(
                AWSCredentials(
                    accessKeyID: context.credentials.accessKeyId,
                    secretAccessKey: context.credentials.secretAccessKey,
                    sessionToken: context.credentials.token
                )
            ),
            now: { context.timestamp }
        )
        plugin.pathRule.isNormalized = context.normalize
        plugin.setsContentHash = context.signBody
        plugin.signsSessionToken = context.omitSessionToken != true
        self.plugin = plugin
        self.context = context
        request = try Self.message(try Self.text(folder, "request.txt"))
    }

    func text(_ name: String) throws -> String { try Self.text(folder, name) }

    func message(_ name: String) throws -> OutgoingRequest { try Self.message(try text(name)) }

    /// The fields that were there when the request was signed.
    func signedFields(of request: OutgoingRequest) throws -> HTTPFields {
        var fields = request.headerFields
        if context.omitSessionToken == true { fields["X-Amz-Security-Token"] = nil }
        return fields
    }

    private static func text(_ folder: URL, _ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// Reads a message with a request line, header fields and perhaps a body.
    private static func message(_ text: String) throws -> OutgoingRequest {
        let lines = text.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
        let requestLine = lines[0].components(separatedBy: " ")
        var fields: [(String, String)] = []
        var index = 1
        while index < lines.count, !lines[index].isEmpty {
            if lines[index].hasPrefix(" ") {
                fields[fields.count - 1].1 += lines[index]
            } else {
                let parts = lines[index].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                fields.append((String(parts[0]), String(parts[1])))
            }
            index += 1
        }
        let body = lines.dropFirst(index + 1).joined(separator: "\n")
        var head = HTTPRequest(
            method: try #require(HTTPRequest.Method(requestLine[0])),
            scheme: "https",
            authority: "example.amazonaws.com",
            path: requestLine.dropFirst().dropLast().joined(separator: " ")
        )
        for (name, value) in fields where name != "Host" {
            head.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return OutgoingRequest(head, body: body.isEmpty ? nil : HTTPBody(Data(body.utf8)))
    }
}

extension [String: String] {
    fileprivate var mapKeysToLowercase: [String: String] {
        Dictionary(map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    }
}

extension String {
    fileprivate var encoded: String {
        replacingOccurrences(of: " ", with: "%20").replacingOccurrences(of: "ሴ", with: "%E1%88%B4")
    }
}
#endif

#if AsyncHTTPClient && os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Calls of an nginx that asks for a certificate of the client.
@Suite(.serialized, .sockets, .enabled(if: Nginx.isInstalled, "\(Nginx.absence)"))
struct ClientCertificateTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func openssl(_ arguments: String) async throws {
        let path = directory.url.path
        let words = arguments.replacing("DIR", with: path).split(separator: " ").map { String($0) }
        let outcome = try await ChildProcess.run(URL(fileURLWithPath: "/usr/bin/openssl"), words)
        try #require(outcome.isSuccess, "\(outcome.errorText)")
    }

    private func file(_ name: String) throws -> Data {
        try Data(contentsOf: directory.url.appendingPathComponent(name))
    }

    /// Makes a certificate of a client, which is its own authority.
    private func makeClient() async throws {
        try await openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=ada -keyout DIR/key.pem -out DIR/cert.pem"
        )
        try await openssl("pkey -in DIR/key.pem -aes256 -passout pass:planted -out DIR/encrypted.pem")
        try await openssl(
            "pkcs12 -export -in DIR/cert.pem -inkey DIR/key.pem -passout pass:planted -out DIR/client.p12"
        )
    }

    private func withServer(protocols: String = "TLSv1.2 TLSv1.3", body: (URL) async throws -> Void) async throws {
        try await makeClient()
        _ = try directory.file("server.pem", Data(TLSIdentity.localhost.certificate.utf8))
        _ = try directory.file("server.key", Data(TLSIdentity.localhost.privateKey.utf8))
        let path = directory.url.path
        let directives = """
            ssl_certificate \(path)/server.pem; ssl_certificate_key \(path)/server.key;
            ssl_client_certificate \(path)/cert.pem; ssl_verify_client on; ssl_protocols \(protocols);
            location / { return 200 "$ssl_client_s_dn $ssl_protocol $server_protocol"; }
            """
        try await Nginx.withServer(serving: directory.url, listening: "ssl http2", directives: directives) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: []) { proxy in
                let port = try #require(proxy.baseURL.port)
                try await body(try #require(URL(string: "https://127.0.0.1:\(port)")))
            }
        }
    }

    private func call(_ url: URL, _ change: (inout TransportOptions) throws -> Void) async throws -> Response {
        var options = TransportOptions()
        options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        try change(&options)
        let transport = try AsyncHTTPClientTransport(options: options)
        return try await Provider<Probe>(transport: transport).request(Probe(url, "/"))
    }

    @Test func serverAcceptsTheCertificateInEachFormat() async throws {
        let certificate = { try file("cert.pem") }
        let formats: [() throws -> ClientCertificate] = [
            { .pem(certificates: try certificate(), privateKey: try file("key.pem")) },
            { .pem(certificates: try certificate(), privateKey: try file("encrypted.pem"), password: "planted") },
            { .pkcs12(try file("client.p12"), password: "planted") },
        ]
        try await withServer { url in
            for format in formats {
                let response = try await call(url) { $0.clientCertificates["127.0.0.1"] = try format() }
                #expect(response.statusCode == 200)
                #expect(try response.decode(String.self).hasPrefix("CN=ada TLSv1.3"))
            }
        }
    }

    @Test func anotherHostGetsNoCertificate() async throws {
        try await withServer { url in
            let response = try await call(url) {
                $0.clientCertificates["example.com"] = .pkcs12(try file("client.p12"), password: "planted")
            }
            #expect(response.statusCode == 400)
            #expect(try response.decode(String.self).contains("No required SSL certificate was sent"))
        }
    }

    @Test func wrongPasswordOrDataIsAnErrorWithoutThePassword() async throws {
        try await makeClient()
        let certificates: [ClientCertificate] = [
            .pkcs12(try file("client.p12"), password: "wrong"), .pkcs12(Data("x".utf8), password: "planted"),
            .pem(certificates: try file("cert.pem"), privateKey: try file("encrypted.pem")),
            .pem(certificates: try file("cert.pem"), privateKey: try file("encrypted.pem"), password: "wrong"),
            .pem(certificates: Data(), privateKey: try file("key.pem")),
        ]
        for certificate in certificates {
            var options = TransportOptions()
            options.clientCertificates["a.example"] = certificate
            let error = #expect(throws: TransportOptionsError.self) { try AsyncHTTPClientTransport(options: options) }
            let texts = [String(describing: error), "\(certificate)", String(reflecting: options)]
            for text in texts { #expect(!text.contains("planted") && !text.contains("wrong")) }
        }
    }

    @Test func versionsOfTLSAreThoseOfTheOptions() async throws {
        try await withServer { url in
            func text(_ change: (inout TransportOptions) -> Void) async throws -> String {
                let response = try await call(url) {
                    $0.clientCertificates["127.0.0.1"] = .pkcs12(try file("client.p12"), password: "planted")
                    change(&$0)
                }
                return try response.decode(String.self)
            }
            let older = try await text { $0.maximumTLSVersion = .tls12 }
            #expect(older.contains("TLSv1.2"))
            let newer = try await text { $0.minimumTLSVersion = .tls13 }
            #expect(newer.contains("TLSv1.3"))
        }
    }

    @Test func serverBelowTheOldestVersionIsRefused() async throws {
        try await withServer(protocols: "TLSv1.2") { url in
            let error = await #expect(throws: TalynError.self) {
                _ = try await call(url) { $0.minimumTLSVersion = .tls13 }
            }
            #expect(error?.transportError?.kind == .secureConnectionFailed)
        }
    }

    @Test func versionsOfHTTPAreThoseOfTheOptions() async throws {
        try await withServer { url in
            for (versions, name) in [(TransportOptions.HTTPVersions.automatic, "HTTP/2.0"), (.http1Only, "HTTP/1.1")] {
                let response = try await call(url) {
                    $0.clientCertificates["127.0.0.1"] = .pkcs12(try file("client.p12"), password: "planted")
                    $0.httpVersions = versions
                }
                #expect(try response.decode(String.self).hasSuffix(name))
            }
        }
    }
}
#endif

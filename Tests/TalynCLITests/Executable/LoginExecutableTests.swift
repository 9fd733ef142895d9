#if Tools && (os(macOS) || os(Linux))
import Foundation
import HTTPTypes
import TalynStubServer
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

/// Sign-in over the command line, and commands that use it.
@Suite(.sockets) struct LoginExecutableTests {
    /// An authorization server and a file for its tokens.
    @available(Hummingbird, *)
    private func withSite(
        _ body:
            @Sendable (_ url: URL, _ authorizations: Recorder<String>, _ environment: [String: String]) async throws ->
            Void
    ) async throws {
        let authorizations = Recorder<String>()
        let site = Locked<URL?>(nil)
        let transport = ClosureTransport { request in
            let url = site.withLock { $0?.absoluteString } ?? ""
            switch (request.head.path ?? "").prefix(while: { $0 != "?" }) {
            case "/.well-known/oauth-authorization-server":
                return Self.json(
                    200,
                    #"{"issuer":"\#(url)","token_endpoint":"\#(url)/token","revocation_endpoint":"\#(url)/revoke"}"#
                )
            case "/token":
                authorizations.record("token \(request.headerFields[.authorization] ?? "")")
                return Self.json(200, #"{"access_token":"first","token_type":"Bearer","expires_in":3600}"#)
            case "/revoke":
                authorizations.record("revoke")
                return Self.json(200, "")
            default:
                authorizations.record(request.headerFields[.authorization] ?? "")
                return TransportResponse(statusCode: 200, body: HTTPBody(Data("content".utf8)))
            }
        }
        try await withDirectory { folder in
            try await StubServer.withServer(serving: transport) { url in
                site.withLock { $0 = url }
                try await body(
                    url,
                    authorizations,
                    [
                        "XDG_CONFIG_HOME": folder.path, "SECRET": "hush", "AWS_ACCESS_KEY_ID": "AKID",
                        "AWS_SECRET_ACCESS_KEY": "key",
                    ]
                )
            }
        }
    }

    private static func json(_ status: Int, _ body: String) -> TransportResponse {
        TransportResponse(
            statusCode: status,
            headerFields: [.contentType: "application/json"],
            body: HTTPBody(Data(body.utf8))
        )
    }

    private func talyn(_ environment: [String: String], _ arguments: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(Executable.url, arguments, environment: environment)
    }

    @available(Hummingbird, *)
    @Test func downloadSendsTheTokenOfTheSignIn() async throws {
        try await withSite { url, authorizations, environment in
            try await withDirectory { folder in
                let (issuer, file) = (url.absoluteString, folder.appendingPathComponent("file").path)
                let early = try await talyn(environment, "download", "\(issuer)/file", "-o", file, "--oauth", issuer)
                #expect(!early.isSuccess)
                #expect(early.errorText.contains("Run talyn login \(issuer)"))

                let login = try await talyn(
                    environment,
                    "login",
                    issuer,
                    "--service",
                    "--client-id",
                    "tool",
                    "--client-secret-variable",
                    "SECRET",
                    "--scope",
                    "read"
                )
                #expect(login.isSuccess, "\(login.errorText)")
                #expect(!login.text.contains("first"))
                let download = try await talyn(environment, "download", "\(issuer)/file", "-o", file, "--oauth", issuer)
                #expect(download.isSuccess, "\(download.errorText)")
                let basic = Data("tool:hush".utf8).base64EncodedString()
                #expect(authorizations.events == ["token Basic \(basic)", "Bearer first"])

                let logout = try await talyn(environment, "login", issuer, "--logout")
                #expect(logout.isSuccess, "\(logout.errorText)")
                #expect(logout.text == "Signed out. The server has revoked the tokens\n")
                #expect(authorizations.events.last == "revoke")
                let late = try await talyn(
                    environment,
                    "download",
                    "\(issuer)/file",
                    "-o",
                    file,
                    "--force",
                    "--oauth",
                    issuer
                )
                #expect(!late.isSuccess)
            }
        }
    }

    @available(Hummingbird, *)
    @Test func signOutNeedsNoServer() async throws {
        try await withDirectory { folder in
            let site = Locked("")
            try await withSite { url, _, environment in
                site.withLock { $0 = url.absoluteString }
                try await signIn(url.absoluteString, environment, in: folder)
            }
            // The server is gone.
            try await expectSignOut(
                site.withLock { $0 },
                ["XDG_CONFIG_HOME": folder.path, "SECRET": "hush"],
                in: folder
            )
        }
    }

    @available(Hummingbird, *)
    @Test func signOutNeedsNoSecret() async throws {
        try await withSite { url, _, environment in
            try await withDirectory { folder in
                try await signIn(url.absoluteString, environment, in: folder)
                try await expectSignOut(url.absoluteString, ["XDG_CONFIG_HOME": folder.path], in: folder)
            }
        }
    }

    @available(Hummingbird, *)
    @Test func signOutRemovesAFileThatCannotBeRead() async throws {
        try await withSite { url, _, environment in
            try await withDirectory { folder in
                try await signIn(url.absoluteString, environment, in: folder)
                for file in try files(in: folder) { try Data("no JSON".utf8).write(to: file) }
                try await expectSignOut(url.absoluteString, ["XDG_CONFIG_HOME": folder.path], in: folder)
            }
        }
    }

    private func signIn(_ issuer: String, _ environment: [String: String], in folder: URL) async throws {
        let outcome = try await talyn(
            environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 },
            "login",
            issuer,
            "--service",
            "--client-id",
            "tool",
            "--client-secret-variable",
            "SECRET"
        )
        #expect(outcome.isSuccess, "\(outcome.errorText)")
        #expect(try files(in: folder).count == 2)
    }

    /// Signs out while the server can't be asked, and expects that no file stays.
    private func expectSignOut(_ issuer: String, _ environment: [String: String], in folder: URL) async throws {
        let outcome = try await talyn(environment, "login", issuer, "--logout")
        #expect(outcome.isSuccess, "\(outcome.errorText)")
        #expect(outcome.text.contains("The server has revoked nothing: "))
        #expect(try files(in: folder) == [])
    }

    /// The files of sign-ins. Those of locks are empty.
    private func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("talyn/logins"),
            includingPropertiesForKeys: nil
        ).filter { $0.pathExtension != "lock" }
    }

    /// The file of a sign-in is there, or even damaged.
    @available(Hummingbird, *)
    @Test func eachSignInGetsANewToken() async throws {
        try await withSite { url, authorizations, environment in
            try await withDirectory { folder in
                let issuer = url.absoluteString
                try await signIn(issuer, environment, in: folder)
                try await signIn(issuer + "/", environment, in: folder)
                for file in try files(in: folder) { try Data("no JSON".utf8).write(to: file) }
                try await signIn(issuer, environment, in: folder)
                #expect(authorizations.events.count == 3)
            }
        }
    }

    @available(Hummingbird, *)
    @Test func signInSaysWhatItGot() async throws {
        try await withSite { url, _, environment in
            try await withDirectory { folder in
                // Without another place, the sign-in is below the home folder.
                var environment = environment
                environment["XDG_CONFIG_HOME"] = nil
                environment["HOME"] = folder.path
                let arguments = [
                    "login", url.absoluteString + "/", "--service", "--client-id", "tool", "--client-secret-variable",
                    "SECRET", "--scope", "read",
                ]
                let outcome = try await ChildProcess.run(Executable.url, arguments, environment: environment)
                // A part of the hour may have passed.
                let summary = /has the scopes read, is valid for (1 hour|\d+ minutes?.*), and is not bound to a key\./
                #expect(outcome.text.contains(summary))
                let home = folder.appendingPathComponent(".config")
                #expect(try files(in: home).count == 2)
            }
        }
    }

    @available(Hummingbird, *)
    @Test func recordingSendsAProofWithABoundToken() async throws {
        let fields = Recorder<String>()
        let site = Locked<URL?>(nil)
        let transport = ClosureTransport { request in
            let url = site.withLock { $0?.absoluteString } ?? ""
            switch request.head.path {
            case "/.well-known/oauth-authorization-server":
                return Self.json(200, #"{"issuer":"\#(url)","token_endpoint":"\#(url)/token"}"#)
            case "/token":
                return Self.json(200, #"{"access_token":"first","token_type":"DPoP","expires_in":3600}"#)
            default:
                fields.record(request.headerFields[.init("DPoP")!] == nil ? "no proof" : "proof")
                return TransportResponse(statusCode: 200, body: HTTPBody(Data("content".utf8)))
            }
        }
        try await withDirectory { folder in
            let environment = ["XDG_CONFIG_HOME": folder.path]
            try await StubServer.withServer(serving: transport) { url in
                site.withLock { $0 = url }
                let issuer = url.absoluteString
                let login = try await talyn(environment, "login", issuer, "--service", "--client-id", "a", "--dpop")
                #expect(login.isSuccess, "\(login.errorText)")
                #expect(login.text.contains("bound to a key"))
                let file = folder.appendingPathComponent("file").path
                try await Executable.withServer(
                    "record",
                    "--upstream",
                    issuer,
                    "--out",
                    file,
                    "--oauth",
                    issuer,
                    environment: environment
                ) { proxy, url in
                    let response = try await Curl.run("\(url.absoluteString)/a")
                    #expect(response.text.contains("content"))
                    proxy.send(SIGINT)
                    _ = await proxy.end()
                }
                #expect(fields.events == ["proof"])
            }
        }
    }

    @available(Hummingbird, *)
    @Test func uploadIsSigned() async throws {
        try await withSite { url, authorizations, environment in
            try await withDirectory { folder in
                let file = folder.appendingPathComponent("file")
                try Data("content".utf8).write(to: file)
                let upload = try await talyn(
                    environment,
                    "upload",
                    file.path,
                    "\(url.absoluteString)/file",
                    "--sigv4",
                    "eu-central-1:s3"
                )
                #expect(upload.isSuccess, "\(upload.errorText)")
                let text = try #require(authorizations.events.first)
                #expect(text.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/"))
                #expect(text.contains("/eu-central-1/s3/aws4_request"))
            }
        }
    }

    @Test(arguments: [
        ["login", "https://login.example.com"], ["login", "nowhere", "--client-id", "a"],
        ["login", "https://login.example.com", "--client-id", "a", "--device", "--service"],
        ["download", "https://example.com/file", "--sigv4", "s3"],
        ["download", "https://example.com/file", "--sigv4", "a:b", "--oauth", "https://login.example.com"],
    ])
    func wrongArgumentsAreExplained(arguments: [String]) async throws {
        let outcome = try await ChildProcess.run(Executable.url, arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errorText.contains("Error:"))
    }
}
#endif

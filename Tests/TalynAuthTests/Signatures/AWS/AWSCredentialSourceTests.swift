import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

@Suite("Sources of AWS credentials")
struct AWSCredentialSourceTests {
    private final class Folder {
        let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("talyn-\(UUID().uuidString)")

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = url.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: file)
            }
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static func profile(
        _ name: String? = nil,
        _ files: [String: String],
        _ environment: [String: String] = [:]
    ) async throws -> AWSCredentials? {
        let folder = try Folder(files)
        var environment = environment.mapValues { $0.replacingOccurrences(of: "FOLDER", with: folder.url.path) }
        environment["HOME"] = folder.url.path
        return try await AWSCredentialSource.profile(name, { [environment] in environment }).load()
    }

    @Test("the environment needs a key and a secret, and can have a token and an end")
    func environment() async throws {
        func load(_ values: [String: String]) async throws -> AWSCredentials? {
            try await AWSCredentialSource.environment { values }.load()
        }
        #expect(try await load(["AWS_ACCESS_KEY_ID": "a"]) == nil)
        #expect(try await load(["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": ""]) == nil)
        let plain = try await load(["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": ""])
        #expect(plain == AWSCredentials(accessKeyID: "a", secretAccessKey: "b"))
        let whole = try await load([
            "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": "c",
            "AWS_CREDENTIAL_EXPIRATION": "2015-08-30T12:36:00Z",
        ])
        #expect(whole?.sessionToken == "c")
        #expect(whole?.expiration == Date(timeIntervalSince1970: 1_440_938_160))
    }

    private static let file = """
        # A comment
        [default]
        aws_access_key_id = AKIDEFAULT
        aws_secret_access_key=se/cr+et=
        ; another
        [ work ]
        AWS_ACCESS_KEY_ID = AKIWORK # the old one
        aws_secret_access_key = b#c
        s3 =
          aws_access_key_id = nested
        aws_session_token = token

        [empty]
        [half]
        aws_access_key_id = AKIHALF
        [profile work]
        aws_access_key_id = AKIPROFILE
        aws_secret_access_key = p
        """

    @Test(
        "a profile comes from the file of credentials, with comments and nested settings",
        arguments: [
            (nil, [:], "AKIDEFAULT", "se/cr+et=", nil), ("work", [:], "AKIWORK", "b#c", "token"),
            (nil, ["AWS_PROFILE": "work"], "AKIWORK", "b#c", "token"),
            (nil, ["AWS_PROFILE": ""], "AKIDEFAULT", "se/cr+et=", nil),
        ] as [(String?, [String: String], String, String, String?)]
    )
    func profile(
        _ name: String?,
        _ environment: [String: String],
        _ id: String,
        _ secret: String,
        _ token: String?
    ) async throws {
        let credentials = try await Self.profile(name, [".aws/credentials": Self.file], environment)
        #expect(credentials == AWSCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token))
    }

    @Test("the file of settings names its profiles with a prefix, and comes second")
    func settings() async throws {
        let only = try await Self.profile("work", [".aws/config": Self.file])
        #expect(only?.accessKeyID == "AKIPROFILE")
        let both = try await Self.profile("work", [".aws/config": Self.file, ".aws/credentials": "[work]\n[other]"])
        #expect(both?.accessKeyID == "AKIPROFILE")
        let first = try await Self.profile("work", [".aws/config": Self.file, ".aws/credentials": Self.file])
        #expect(first?.accessKeyID == "AKIWORK")
        let standard = try await Self.profile(nil, [".aws/config": Self.file])
        #expect(standard?.accessKeyID == "AKIDEFAULT")
    }

    @Test("the environment names other files")
    func otherFiles() async throws {
        let credentials = try await Self.profile(
            nil,
            ["keys": Self.file],
            ["AWS_SHARED_CREDENTIALS_FILE": "FOLDER/keys"]
        )
        #expect(credentials?.accessKeyID == "AKIDEFAULT")
        let settings = try await Self.profile("work", ["settings": Self.file], ["AWS_CONFIG_FILE": "FOLDER/settings"])
        #expect(settings?.accessKeyID == "AKIPROFILE")
    }

    @Test("a missing profile is nothing, and one without keys is an error with its name")
    func profileWithoutKeys() async throws {
        #expect(try await Self.profile("none", [".aws/credentials": Self.file]) == nil)
        #expect(try await Self.profile("none", [:]) == nil)
        for name in ["empty", "half"] {
            let error = await #expect(throws: SignatureError.self) {
                _ = try await Self.profile(name, [".aws/credentials": Self.file])
            }
            #expect(error?.reason == .noCredentials)
            #expect(error?.problem == "The AWS profile '\(name)' has no access key and secret.")
        }
    }

    @Test("without credentials, the error names the profile that was asked for and the files")
    func unknownProfile() async throws {
        let folder = try Folder([".aws/credentials": Self.file])
        for (name, environment, problem) in [
            ("none", [:], "The AWS profile 'none' is neither in ~/.aws/credentials nor in ~/.aws/config."),
            (
                nil, ["AWS_PROFILE": "typo", "AWS_CONFIG_FILE": "/no/file"],
                "The AWS profile 'typo' is neither in ~/.aws/credentials nor in \"/no/file\"."
            ),
            (nil, ["AWS_SHARED_CREDENTIALS_FILE": "/no/file"], "There are no AWS credentials."),
        ] as [(String?, [String: String], String)] {
            let values = environment.merging(["HOME": folder.url.path]) { $1 }
            let sources = [AWSCredentialSource.environment { values }, AWSCredentialSource.profile(name) { values }]
            let plugin = AWSSigningPlugin(region: "r", service: "sts", credentials: .first(of: sources))
            let error = await #expect(throws: SignatureError.self) { _ = try await Self.keyID(plugin) }
            #expect(error?.reason == .noCredentials)
            #expect(error?.problem == problem)
        }
    }

    @Test("a file of more than a mebibyte is refused, and odd files don't trap")
    func hostileFiles() async throws {
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.profile(nil, [".aws/credentials": String(repeating: "a", count: (1 << 20) + 1)])
        }
        #expect(error?.reason == .noCredentials)
        for text in [
            "", "[", "]", "[]", "=", "[default]\n=\n==\na", "\u{FEFF}[default]", "[default", "\r\n\r\n",
            "[default]\r\n",
        ] {
            _ = try? await Self.profile(nil, [".aws/credentials": text])
        }
        let windows = "[default]\r\naws_access_key_id = a\r\naws_secret_access_key = b\r\n"
        #expect(try await Self.profile(nil, [".aws/credentials": windows])?.secretAccessKey == "b")
    }

    @Test("a file without an end is refused, and an empty device is an empty file")
    func devices() async throws {
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.profile(nil, [:], ["AWS_CONFIG_FILE": "/dev/zero"])
        }
        #expect(error?.problem == "The file of AWS profiles \"/dev/zero\" has more than a mebibyte.")
        #expect(try await AWSProfileFile.text("/dev/null") == "")
    }

    @Test("what isn't there, and a folder, are nothing")
    func noFile() async throws {
        let folder = try Folder(["file": ""])
        for path in ["none", "file/none", ""] {
            #expect(try await AWSProfileFile.text(folder.url.path + "/" + path) == nil)
        }
    }

    @Test("a pipe whose writer sends nothing stops neither a cancelled call nor other files")
    func silentPipe() async throws {
        let folder = try Folder(["file": "text"])
        let pipe = folder.url.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reading = Task { try await AWSProfileFile.text(pipe) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(try await AWSProfileFile.text(folder.url.path + "/file") == "text")
        // The reader ends.
        var writer: Int32
        repeat { writer = open(pipe, O_WRONLY | O_NONBLOCK) } while writer < 0 && errno == ENXIO
        #expect(close(writer) == 0)
    }

    // MARK: - The plugin's use of a source

    private static func plugin(
        _ now: @escaping @Sendable () -> Date,
        _ load: @escaping @Sendable () async throws -> AWSCredentials?
    ) -> AWSSigningPlugin {
        AWSSigningPlugin(region: "r", service: "sts", credentials: AWSCredentialSource(load), now: now)
    }

    private static let request = OutgoingRequest(method: .get, url: URL(string: "https://sts.example.com/")!)

    private static func keyID(_ plugin: AWSSigningPlugin) async throws -> String? {
        let value = try await plugin.signed(request).headerFields[.authorization]
        return value?.components(separatedBy: "Credential=").last?.components(separatedBy: "/").first
    }

    @Test("the first source with credentials counts, and none is an error")
    func firstSourceCounts() async throws {
        let sources = [AWSCredentialSource { nil }, .fixed(AWSCredentials(accessKeyID: "b", secretAccessKey: "s"))]
        #expect(try await AWSCredentialSource.first(of: sources).load()?.accessKeyID == "b")
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.keyID(Self.plugin({ Date() }) { nil })
        }
        #expect(error?.reason == .noCredentials)
    }

    @Test("credentials are kept until five minutes before their end, and used while newer ones are loaded")
    func credentialsAreKept() async throws {
        let date = Locked(Date(timeIntervalSince1970: 1_000_000))
        let count = Locked(0)
        let plugin = Self.plugin({ date.withLock { $0 } }) {
            let number = count.withLock {
                $0 += 1
                return $0
            }
            return AWSCredentials(
                accessKeyID: "K\(number)",
                secretAccessKey: "s",
                expiration: date.withLock { $0 }.addingTimeInterval(1_000)
            )
        }
        #expect(try await Self.keyID(plugin) == "K1")
        date.withLock { $0 += 699 }
        #expect(try await Self.keyID(plugin) == "K1")
        #expect(count.withLock { $0 } == 1)
        date.withLock { $0 += 1 }
        while try await Self.keyID(plugin) == "K1" { await Task.yield() }
        #expect(try await Self.keyID(plugin) == "K2")
        #expect(count.withLock { $0 } == 2)
        date.withLock { $0 += 5_000 }
        #expect(try await Self.keyID(plugin) == "K3")
    }

    @Test("a source that hangs stops no call with valid credentials, and a cancelled call starts anew")
    func hangingSource() async throws {
        let date = Locked(Date(timeIntervalSince1970: 1_000_000))
        let count = Locked(0)
        let hangs = Locked(false)
        let (stream, _) = AsyncStream<Void>.makeStream()
        let plugin = Self.plugin({ date.withLock { $0 } }) {
            count.withLock { $0 += 1 }
            if hangs.withLock({ $0 }) { for await _ in stream {} }
            try Task.checkCancellation()
            let end = date.withLock { $0 }.addingTimeInterval(1_000)
            return AWSCredentials(accessKeyID: "K", secretAccessKey: "s", expiration: end)
        }
        #expect(try await Self.keyID(plugin) == "K")
        hangs.withLock { $0 = true }
        date.withLock { $0 += 900 }
        #expect(try await Self.keyID(plugin) == "K")
        date.withLock { $0 += 100 }
        let call = Task { try await Self.keyID(plugin) }
        while count.withLock({ $0 }) < 2 { await Task.yield() }
        call.cancel()
        await #expect(throws: CancellationError.self) { _ = try await call.value }
        hangs.withLock { $0 = false }
        #expect(try await Self.keyID(plugin) == "K")
        #expect(count.withLock { $0 } == 3)
    }

    @Test("if the source fails, credentials that are still valid are used, and expired ones aren't")
    func validCredentialsAreUsedAfterFailure() async throws {
        struct Failure: Error {}
        let date = Locked(Date(timeIntervalSince1970: 1_000_000))
        let fails = Locked(false)
        let end = Date(timeIntervalSince1970: 1_001_000)
        let plugin = Self.plugin({ date.withLock { $0 } }) {
            if fails.withLock({ $0 }) { throw Failure() }
            return AWSCredentials(accessKeyID: "K", secretAccessKey: "s", expiration: end)
        }
        #expect(try await Self.keyID(plugin) == "K")
        fails.withLock { $0 = true }
        date.withLock { $0 += 900 }
        #expect(try await Self.keyID(plugin) == "K")
        date.withLock { $0 += 100 }
        await #expect(throws: Failure.self) { _ = try await Self.keyID(plugin) }
        fails.withLock { $0 = false }
        let error = await #expect(throws: SignatureError.self) { _ = try await Self.keyID(plugin) }
        #expect(error?.problem == "The AWS credentials expired, and their source has no newer ones.")
    }

    @Test("a source that fails, or gives nothing newer, isn't asked for each call", arguments: [true, false])
    func sourceHasPauses(fails: Bool) async throws {
        struct Failure: Error {}
        let date = Locked(Date(timeIntervalSince1970: 1_000_000))
        let count = Locked(0)
        let end = Date(timeIntervalSince1970: 1_001_000)
        let plugin = Self.plugin({ date.withLock { $0 } }) {
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if fails, !isFirst { throw Failure() }
            return AWSCredentials(accessKeyID: "K", secretAccessKey: "s", expiration: end)
        }
        #expect(try await Self.keyID(plugin) == "K")
        for loadings in 2...3 {
            date.withLock { $0 += loadings == 2 ? 900 : 5 }
            #expect(try await Self.keyID(plugin) == "K")
            while count.withLock({ $0 }) < loadings { await Task.yield() }
            for _ in 0..<100 {
                await Task.yield()
                #expect(try await Self.keyID(plugin) == "K")
            }
            #expect(count.withLock { $0 } == loadings)
        }
    }

    @Test("credentials without an end are used while their source fails")
    func credentialsWithoutEnd() async throws {
        struct Failure: Error {}
        let date = Locked(Date(timeIntervalSince1970: 1_000_000))
        let fails = Locked(false)
        let plugin = Self.plugin({ date.withLock { $0 } }) {
            if fails.withLock({ $0 }) { throw Failure() }
            return AWSCredentials(accessKeyID: "K", secretAccessKey: "s")
        }
        #expect(try await Self.keyID(plugin) == "K")
        fails.withLock { $0 = true }
        date.withLock { $0 += 1_000 }
        #expect(try await Self.keyID(plugin) == "K")
    }

    @Test("calls at the same time share one loading")
    func callsShareLoading() async throws {
        let count = Locked(0)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let plugin = Self.plugin({ Date(timeIntervalSince1970: 0) }) {
            count.withLock { $0 += 1 }
            for await _ in stream {}
            return AWSCredentials(accessKeyID: "K", secretAccessKey: "s")
        }
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<10 { group.addTask { try await Self.keyID(plugin) } }
            continuation.finish()
            for try await id in group { #expect(id == "K") }
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("no text shows the secrets")
    func noTextShowsSecrets() {
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "hidden", sessionToken: "hidden")
        var text = "\(credentials) \(String(reflecting: credentials)) \([credentials]) \(Optional(credentials) as Any)"
        dump(credentials, to: &text)
        dump(AWSCredentialSource.fixed(credentials), to: &text)
        dump(AWSSigningPlugin(region: "r", service: "s", credentials: .fixed(credentials)), to: &text)
        #expect(text.contains("AKID"))
        #expect(!text.contains("hidden"))
    }
}
#endif

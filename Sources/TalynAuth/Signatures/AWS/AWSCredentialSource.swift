#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import _TalynSupport

/// A source of AWS credentials.
///
/// ```swift
/// let temporary = AWSCredentialSource { try await sessions.assumeRole() }
/// ```
///
/// ``AWSSigningPlugin`` keeps the credentials until five minutes before their expiration. It keeps those without one for five
/// minutes, so that it notices a changed file. A source has a minute to load them. Then its task is cancelled, and the calls that wait
/// for it fail with a ``SignatureError``. The next call asks it again.
public struct AWSCredentialSource: Sendable {
    let load: @Sendable () async throws -> AWSCredentials?

    /// The error that tells why the source has found nothing; nil for the general one.
    var absence: @Sendable () -> SignatureError? = { nil }

    /// Creates a source.
    ///
    /// - Parameter load: Loads the credentials; nil if it finds none. If it throws, the attempt fails with that error.
    public init(_ load: @escaping @Sendable () async throws -> AWSCredentials?) {
        self.load = load
    }

    /// The environment, and then the profile that `AWS_PROFILE` names.
    public static let `default` = first(of: [.environment, .profile()])

    /// The environment variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` and `AWS_CREDENTIAL_EXPIRATION`.
    public static let environment = environment { ProcessInfo.processInfo.environment }

    /// A profile of the files `~/.aws/credentials` and `~/.aws/config`. The first one wins.
    ///
    /// `AWS_SHARED_CREDENTIALS_FILE` and `AWS_CONFIG_FILE` name other files. Only profiles with keys are supported. For roles and
    /// single sign-on, write a source with a closure.
    ///
    /// - Parameter name: The name of the profile; nil for the one of `AWS_PROFILE`, or else `default`.
    public static func profile(_ name: String? = nil) -> AWSCredentialSource {
        profile(name) { ProcessInfo.processInfo.environment }
    }

    /// The same credentials always.
    public static func fixed(_ credentials: AWSCredentials) -> AWSCredentialSource {
        AWSCredentialSource { credentials }
    }

    /// The first of several sources that has credentials.
    public static func first(of sources: [AWSCredentialSource]) -> AWSCredentialSource {
        var first = AWSCredentialSource {
            for source in sources {
                if let credentials = try await source.load() { return credentials }
            }
            return nil
        }
        first.absence = { sources.lazy.compactMap { $0.absence() }.first }
        return first
    }

    static func environment(_ values: @escaping @Sendable () -> [String: String]) -> AWSCredentialSource {
        AWSCredentialSource {
            let values = values().filter { !$0.value.isEmpty }
            guard let id = values["AWS_ACCESS_KEY_ID"], let secret = values["AWS_SECRET_ACCESS_KEY"] else { return nil }
            return AWSCredentials(
                accessKeyID: id,
                secretAccessKey: secret,
                sessionToken: values["AWS_SESSION_TOKEN"],
                expiration: values["AWS_CREDENTIAL_EXPIRATION"].flatMap { try? Date($0, strategy: .iso8601) }
            )
        }
    }

    static func profile(
        _ name: String?,
        _ environment: @escaping @Sendable () -> [String: String]
    ) -> AWSCredentialSource {
        var profile = AWSCredentialSource {
            let values = environment().filter { !$0.value.isEmpty }
            let name = name ?? values["AWS_PROFILE"] ?? "default"
            let folder = values["HOME"].map { "\($0)/.aws" }
            var isNamed = false
            for (variable, file, prefix) in AWSProfileFile.kinds {
                guard let path = values[variable] ?? folder.map({ "\($0)/\(file)" }),
                    let text = try await AWSProfileFile.text(path)
                else { continue }
                // The default profile has no prefix.
                let sections = name == "default" ? [name, prefix + name] : [prefix + name]
                for section in sections {
                    guard let settings = AWSProfileFile.settings(of: section, in: text) else { continue }
                    isNamed = true
                    guard let id = settings["aws_access_key_id"], let secret = settings["aws_secret_access_key"] else {
                        continue
                    }
                    return AWSCredentials(
                        accessKeyID: id,
                        secretAccessKey: secret,
                        sessionToken: settings["aws_session_token"]
                    )
                }
            }
            if isNamed { throw SignatureError.profileWithoutKeys(name) }
            return nil
        }
        profile.absence = {
            let values = environment().filter { !$0.value.isEmpty }
            guard let name = name ?? values["AWS_PROFILE"] else { return nil }
            return .unknownProfile(
                name,
                AWSProfileFile.kinds.map { values[$0.variable]?.debugDescription ?? "~/.aws/\($0.file)" }
            )
        }
        return profile
    }
}

/// A file with the profiles of AWS: sections with settings.
enum AWSProfileFile {
    /// The files: the variables that name others, the usual names, and the prefix of a section's name.
    static let kinds = [
        (variable: "AWS_SHARED_CREDENTIALS_FILE", file: "credentials", prefix: ""),
        (variable: "AWS_CONFIG_FILE", file: "config", prefix: "profile "),
    ]

    /// The settings of a section, with names in lower case; nil if there is no such section. Nested settings are skipped.
    static func settings(of section: String, in text: String) -> [String: String]? {
        var settings: [String: String]?
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, first != "#", first != ";" else { continue }
            if first == "[" {
                let words = line.dropFirst().prefix { $0 != "]" }.split(whereSeparator: \.isWhitespace)
                isInside = words.joined(separator: " ") == section
                if isInside, settings == nil { settings = [:] }
            } else if isInside, !first.isWhitespace, let equals = line.firstIndex(of: "=") {
                let name = String(line[..<equals]).withoutOuterWhiteSpace.lowercased()
                var value = line[line.index(after: equals)...]
                for comment in [" #", " ;", "\t#", "\t;"] {
                    if let start = value.firstRange(of: comment) { value = value[..<start.lowerBound] }
                }
                let text = String(value).withoutOuterWhiteSpace
                if !text.isEmpty { settings?[name] = text }
            }
        }
        return settings
    }

    /// The largest file that is read, in bytes.
    private static let maximumSize = 1 << 20

    /// A pipe whose writer sends nothing holds a thread, which no other file of the app needs.
    private static let threads = WorkThreads(maximumCount: 2, label: "talyn.profiles", blocksForLong: true)

    /// The text of a file; nil if it doesn't exist, or can't be read.
    ///
    /// - Throws: ``SignatureError`` for a file that has more than a mebibyte, and `CancellationError`.
    static func text(_ path: String) async throws -> String? {
        let content = Promise<Result<Data, any Error>>()
        threads.start {
            // The size that a device or a pipe tells says nothing.
            content.resolve(
                Result { try OpenFile(readingAny: URL(fileURLWithPath: path)).readToEnd(limit: maximumSize + 1) }
            )
        }
        guard let content = await content.value() else { throw CancellationError() }
        guard let data = try? content.get() else { return nil }
        guard data.count <= maximumSize else { throw SignatureError.profileFileTooLarge(path) }
        return String(decoding: data, as: UTF8.self)
    }
}

extension SignatureError {
    static let noAWSCredentials = SignatureError(
        .noCredentials,
        "There are no AWS credentials.",
        "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, add a profile to ~/.aws/credentials, or give the plugin a source."
    )

    static let expiredAWSCredentials = SignatureError(
        .noCredentials,
        "The AWS credentials expired, and their source has no newer ones.",
        "Renew the credentials, or use a source that renews them."
    )

    static let slowAWSSource = SignatureError(
        .noCredentials,
        "The source of AWS credentials gave none within a minute.",
        "Check the service or the program that it asks. The next call asks it again."
    )

    /// - Parameter files: The files that were read: the one of credentials, and the one of settings.
    static func unknownProfile(_ name: String, _ files: [String]) -> SignatureError {
        SignatureError(
            .noCredentials,
            "The AWS profile '\(name)' is neither in \(files.joined(separator: " nor in ")).",
            "Check its name and AWS_PROFILE. Its section is [\(name)] in the first file, and [profile \(name)] in the second."
        )
    }

    static func profileWithoutKeys(_ name: String) -> SignatureError {
        SignatureError(
            .noCredentials,
            "The AWS profile '\(name)' has no access key and secret.",
            "Add aws_access_key_id and aws_secret_access_key. For a role or single sign-on, give the plugin a source with a closure."
        )
    }

    static func profileFileTooLarge(_ path: String) -> SignatureError {
        SignatureError(
            .noCredentials,
            "The file of AWS profiles \(path.debugDescription) has more than a mebibyte.",
            "Check the path in AWS_SHARED_CREDENTIALS_FILE or AWS_CONFIG_FILE."
        )
    }
}
#endif

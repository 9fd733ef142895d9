#if canImport(CryptoKit) || Crypto
import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A source of AWS credentials.
///
/// ```swift
/// let temporary = AWSCredentialSource { try await sessions.assumeRole() }
/// ```
///
/// ``AWSSigningPlugin`` keeps the credentials until five minutes before their expiration. It keeps those without one for five
/// minutes, so that it notices a changed file.
public struct AWSCredentialSource: Sendable {
    let load: @Sendable () async throws -> AWSCredentials?

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
        AWSCredentialSource {
            for source in sources {
                if let credentials = try await source.load() { return credentials }
            }
            return nil
        }
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
        AWSCredentialSource {
            let values = environment().filter { !$0.value.isEmpty }
            let name = name ?? values["AWS_PROFILE"] ?? "default"
            let folder = values["HOME"].map { "\($0)/.aws" }
            var isNamed = false
            for (variable, file, prefix) in [
                ("AWS_SHARED_CREDENTIALS_FILE", "credentials", ""), ("AWS_CONFIG_FILE", "config", "profile "),
            ] {
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
    }
}

/// A file with the profiles of AWS: sections with settings.
enum AWSProfileFile {
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

    /// The text of a file; nil if it doesn't exist, or can't be read.
    ///
    /// - Throws: ``SignatureError`` for a file that has more than a mebibyte.
    static func text(_ path: String) async throws -> String? {
        let data = try await FileWork.run {
            // The size that a device or a pipe tells says nothing.
            try? OpenFile(readingAny: URL(fileURLWithPath: path)).readToEnd(limit: maximumSize + 1)
        }
        guard let data else { return nil }
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

import Foundation
public import HTTPTypes

/// What may be shown of requests and responses wherever they leave the process as text: in logs, `curl` commands,
/// error descriptions and recordings.
///
/// Secrets are recognised by the name that they go under: of a header field, a query parameter, or a field of a form
/// or a JSON body. Names are compared without regard to case, `-` and `_`, so that `access_token`, `Access-Token` and
/// `accessToken` are one; and what ends as a secret does is one too, such as `userPassword` or `X-Vault-Token`. User
/// information in URLs is left out.
///
/// ```swift
/// let redaction = Redaction(masking: ["iban", "X-Customer"], showing: ["next_page_token"])
/// ```
///
/// A URL, a form or JSON that is the value of a harmless name is looked through too.
///
/// A secret under a name that tells nothing, in a path or in plain text, is not recognised: name it, or don't log it.
public struct Redaction: Sendable, Hashable {
    /// Names whose values are masked besides those that are known to be secret.
    package var maskedNames: Set<String> { didSet { masked = Set(maskedNames.map(Self.normalized)) } }

    /// Names whose values are shown although they look like secrets; one that is in ``maskedNames`` too is masked.
    package var shownNames: Set<String> { didSet { shown = Set(shownNames.map(Self.normalized)) } }

    /// Whether the value of every query parameter is masked, and not only those that look like secrets.
    package var masksEveryQueryValue: Bool

    /// Whether everything is shown.
    package let isOff: Bool

    private var masked: Set<String>
    private var shown: Set<String>

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - maskedNames: Names to mask besides those that are known to be secret.
    ///   - shownNames: Names to show although they look like secrets.
    ///   - masksEveryQueryValue: Whether the value of every query parameter is masked.
    public init(
        masking maskedNames: Set<String> = [],
        showing shownNames: Set<String> = [],
        masksEveryQueryValue: Bool = false
    ) {
        self.init(maskedNames, shownNames, masksEveryQueryValue: masksEveryQueryValue, isOff: false)
    }

    private init(_ masked: Set<String>, _ shown: Set<String>, masksEveryQueryValue: Bool, isOff: Bool) {
        maskedNames = masked
        shownNames = shown
        self.masksEveryQueryValue = masksEveryQueryValue
        self.isOff = isOff
        self.masked = Set(masked.map(Self.normalized))
        self.shown = Set(shown.map(Self.normalized))
    }

    /// Masks what is known to be secret.
    public static let `default` = Redaction()

    /// Masks what is known to be secret, and every query value: what error descriptions are written with.
    public static let strict = Redaction(masksEveryQueryValue: true)

    /// Masks nothing.
    public static let none = Redaction([], [], masksEveryQueryValue: false, isOff: true)

    /// What stands in the place of a secret.
    package static let mask = "…"

    /// Whether the value of a header field, or of a field in a body, is masked.
    package func masks(_ name: String) -> Bool {
        masks(name, besides: [])
    }

    /// Whether the value is masked, where these names are secret too.
    func masks(_ name: String, besides names: Set<String>) -> Bool {
        guard !isOff else { return false }
        // The name of a nested field, such as `user[password]` or `user.password`, is as secret as each part of it.
        let parts = name.split(whereSeparator: { "[].".contains($0) }).map { Self.normalized(String($0)) }
        let whole = parts.joined()
        if masked.contains(whole) || parts.contains(where: masked.contains) { return true }
        if shown.contains(whole) { return false }
        return parts.contains { part in
            !shown.contains(part) && (names.contains(part) || Self.isSecret(part))
        }
    }

    private static func isSecret(_ name: String) -> Bool {
        if secretNames.contains(name) { return true }
        // A password that is typed in twice comes as `password1` and `password2`.
        let unnumbered = name.last?.isNumber == true ? String(name.reversed().drop { $0.isNumber }.reversed()) : name
        return secretEndings.contains { unnumbered.hasSuffix($0) }
    }

    /// The letters and digits of a name, in lower case and of usual width.
    private static func normalized(_ name: String) -> String {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        let usual = isASCII ? name : name.precomposedStringWithCompatibilityMapping
        return usual.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

extension Redaction {
    /// What the names of secrets end with, but for a number.
    private static let secretEndings = [
        "accesskey", "accountkey", "apikey", "apikeys", "applicationkey", "assertion", "authkey", "authorization",
        "bearer", "cardnumber", "cookie", "cookies", "credential", "credentials", "csrf", "cvc", "cvv",
        "encryptionkey", "jwt", "masterkey", "otp", "passcode", "passphrase", "passwd", "password",
        "passwordconfirmation", "passwords", "privatekey", "pw", "pwd", "secret", "secretkey", "secrets", "sessid",
        "session", "sessionid", "sessionkey", "signature", "signingkey", "ssn", "subscriptionkey", "token", "xsrf",
    ]

    /// Names that are secret as a whole, and not as the end of a longer one.
    private static let secretNames: Set<String> = [
        "auth", "codeverifier", "devicecode", "dpop", "pass", "pin", "sid", "tokens", "xauth", "xfunctionskey",
    ]
}

extension Redaction {
    /// The value of a header field: masked if it is a secret, and otherwise with the secrets masked of the URLs, the
    /// form or the JSON in it.
    ///
    /// Of `Authorization` the scheme is shown if it is a common one: `Bearer …`.
    package func value(_ value: String, ofHeaderField name: String) -> String {
        guard !isOff else { return value }
        guard masks(name) else { return nested(value) }
        let words = value.split(separator: " ", maxSplits: 1)
        if words.count == 2, Self.schemes.contains(words[0].lowercased()) { return "\(words[0]) \(Self.mask)" }
        return Self.mask
    }

    /// The header fields with their secrets masked.
    package func headerFields(_ fields: [String: String]) -> [String: String] {
        guard !isOff else { return fields }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.key, value($0.value, ofHeaderField: $0.key)) })
    }

    /// The header fields with their secrets masked, in the same order.
    public func headerFields(_ fields: HTTPFields) -> HTTPFields {
        guard !isOff else { return fields }
        var result = HTTPFields()
        for field in fields {
            let value = value(field.value, ofHeaderField: field.name.rawName)
            result.append(HTTPField(name: field.name, value: value))
        }
        return result
    }

    private static let schemes: Set<String> = ["basic", "bearer", "digest", "negotiate"]
}
